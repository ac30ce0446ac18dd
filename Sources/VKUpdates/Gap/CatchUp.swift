// Govorun: reading what people wrote while updates were lost. SPDX-License-Identifier: MIT
import TapeJSON
public import VKAPI

/// Reads from VK's history what people wrote after a moment, as updates: for use after a gap.
///
/// Only messages can be had so; what else happened meanwhile is gone (source: the reference, `messages.getConversations` and
/// `messages.getHistory`). Its updates have identities of their own: one that VK also sends itself is not known as the same.
public struct CatchUp: Sendable {
    /// How much is read at the most; what is beyond it is left, the conversations that were quiet longest first.
    public struct Limits: Sendable {
        /// Conversations looked into.
        public var conversations = 1_000
        /// Messages of one conversation, the newest.
        public var messagesOfOne = 400
        /// Messages in all.
        public var messages = 10_000

        /// Enough for an hour of a busy community.
        public init() {}
    }

    /// What was found.
    public struct Finding: Sendable {
        /// The updates, oldest first, as `UpdateBatch` reads them.
        public let body: [UInt8]
        /// How many they are.
        public let count: Int
        /// Whether no limit was met, and no conversation was closed to us.
        public let isComplete: Bool
    }

    /// Calls made side by side: as many as share one `execute`.
    private static let atOnce = 25

    private let client: VKClient
    private let communityID: Int?
    private let moment: Int
    private let limits: Limits

    /// What was written to `communityID`, or to the token's own page when `nil`; a person's token always reads the person's own.
    ///
    /// - Parameter moment: Unix seconds; messages of a later second are read.
    public init(_ client: VKClient, communityID: Int? = nil, after moment: Int, limits: Limits = .init()) {
        self.client = client
        self.communityID = client.configuration.kind == .community ? communityID : nil
        self.moment = moment
        self.limits = limits
    }

    /// Reads it.
    ///
    /// A conversation that VK refuses is left out.
    /// - Throws: `VKError` when VK cannot be asked at all; `CancellationError` when cancelled.
    public func read() async throws -> Finding {
        let listed = try await conversations()
        var messages: [MessagesMessage] = []
        var isComplete = listed.isComplete
        var rest = listed.peers[...]
        while !rest.isEmpty, messages.count < limits.messages {
            let histories = try await histories(of: rest.prefix(Self.atOnce))
            rest = rest.dropFirst(Self.atOnce)
            for history in histories {
                messages += history.messages
                isComplete = isComplete && history.isComplete
            }
        }
        if !rest.isEmpty || messages.count > limits.messages { isComplete = false }
        return found.finding(messages.prefix(limits.messages), isComplete: isComplete)
    }

    private var found: FoundMessages { FoundMessages(communityID: communityID, version: client.configuration.version) }

    // MARK: Reading

    /// Peers with something later than the moment, those where something happened last first.
    private func conversations() async throws -> (peers: [Int], isComplete: Bool) {
        var peers: [Int] = []
        var seen: Set<Int> = []
        var offset = 0
        while true {
            let page = try await client.messages.getConversations(offset: offset, count: 200, groupID: communityID)
                .priority(.background).send().items
            // Pinned conversations stand first, so one that is old ends nothing; a whole page of them does.
            let fresh = page.filter { $0.lastMessage.date > moment }.map(\.conversation.peer.id)
            peers += fresh.filter { seen.insert($0).inserted }
            offset += page.count
            guard peers.count <= limits.conversations else { return (Array(peers.prefix(limits.conversations)), false) }
            guard page.count == 200, !fresh.isEmpty else { return (peers, true) }
        }
    }

    private struct History: Sendable {
        var messages: [MessagesMessage] = []
        var isComplete = true
    }

    private func histories(of peers: ArraySlice<Int>) async throws -> [History] {
        try await withThrowingTaskGroup(of: (Int, History).self) { group in
            for (index, peer) in zip(peers.indices, peers) { group.addTask { (index, try await history(of: peer)) } }
            var found: [Int: History] = [:]
            for try await (index, history) in group { found[index] = history }
            return peers.indices.compactMap { found[$0] }
        }
    }

    private func history(of peer: Int) async throws -> History {
        var history = History()
        var offset = 0
        while true {
            let page: VKList<MessagesMessage>
            do {
                page = try await client.messages.getHistory(offset: offset, count: 200, peerID: peer, groupID: communityID)
                    .priority(.background).send().items
            } catch let error as VKError {
                guard error.isOfOneConversation else { throw error }
                client.logger.info("a conversation cannot be caught up with", ["error": error])
                history.isComplete = false
                return history
            }
            let fresh = page.prefix { $0.date > moment }
            history.messages += fresh.filter(found.isNews)
            offset += page.count
            guard history.messages.count <= limits.messagesOfOne else {
                history.messages.removeLast(history.messages.count - limits.messagesOfOne)
                history.isComplete = false
                return history
            }
            guard page.count == 200, fresh.count == page.count else { return history }
        }
    }
}

extension VKError {
    /// Whether another conversation may still be read.
    fileprivate var isOfOneConversation: Bool {
        switch failure {
        case .accessDenied, .cannotWriteToPeer, .badRequest, .notFound, .refused: true
        default: false
        }
    }
}
