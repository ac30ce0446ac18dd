// Govorun: reading what was written since a position of VK's history. SPDX-License-Identifier: MIT
import TapeJSON
public import VKAPI

/// Reads by `messages.getLongPollHistory` what was written since a position, all conversations at once, as updates.
///
/// A community's token may call it (source: VK's JSON schema 5.199, `access_token_type`; protocol reference, section 22). The position is a
/// `pts`, with which VK reaches further back than by `ts` (256 events; section 8). Its updates have the identities that ``CatchUp`` gives.
public struct MessageHistory: Sendable {
    /// A position and when it was VK's newest.
    public struct Position: Sendable, Equatable {
        /// VK's `pts`.
        public let pts: Int
        /// Unix seconds on VK's clock, not before VK told `pts`.
        public let time: Int

        /// A position.
        public init(pts: Int, time: Int) { (self.pts, self.time) = (pts, time) }
    }

    /// How much is read at the most.
    public struct Limits: Sendable {
        /// Calls, each of up to 200 messages or 1000 events.
        public var calls = 100
        /// Messages in all, the oldest.
        public var messages = 10_000

        /// As much as of conversations.
        public init() {}
    }

    /// VK's answers when it cannot go on from a position: it is too old or too new, or what is known has to be thrown away.
    private static let lostPositions: Set = [907, 908, 927, 990]

    private let client: VKClient
    private let communityID: Int?
    private let limits: Limits

    /// The history of `communityID`, or of the token's own page when `nil`; a person's token always reads the person's own.
    public init(_ client: VKClient, communityID: Int? = nil, limits: Limits = .init()) {
        self.client = client
        self.communityID = client.configuration.kind == .community ? communityID : nil
        self.limits = limits
    }

    /// Where VK's history stands now; `nil` when VK does not tell.
    ///
    /// - Throws: `VKError`; `CancellationError`.
    public func position() async throws -> Position? {
        let session = try await client.messages.getLongPollServer(needPts: true, groupID: communityID, lpVersion: 3)
            .priority(.background).send()
        guard let pts = session.pts else { return nil }
        let time = try await client.utils.getServerTime().priority(.background).send()
        return Position(pts: pts, time: time)
    }

    /// Reads what others wrote after `pts`, of a later second than `moment`.
    ///
    /// - Returns: what was found, and where to go on from the next time; `nil` when VK does not reach back so far.
    /// - Throws: `VKError` when VK cannot be asked; `CancellationError` when cancelled.
    public func read(from pts: Int, after moment: Int) async throws -> (finding: CatchUp.Finding, pts: Int)? {
        let found = FoundMessages(communityID: communityID, version: client.configuration.version)
        var (messages, position, goesOn, calls) = ([MessagesMessage](), pts, true, 0)
        while goesOn, calls < limits.calls, messages.count < limits.messages {
            guard let page = try await page(from: position) else { return nil }
            messages += page.messages.items.filter { $0.date > moment && found.isNews($0) }
            let next = page.newPts ?? position
            (goesOn, position, calls) = (page.more == true && next > position, max(next, position), calls + 1)
        }
        let isComplete = !goesOn && messages.count <= limits.messages
        return (found.finding(Self.once(messages).prefix(limits.messages), isComplete: isComplete), position)
    }

    private func page(from pts: Int) async throws -> MessagesGetLongPollHistoryResponse? {
        do {
            return try await client.messages.getLongPollHistory(
                pts: pts, eventsLimit: 1_000, msgsLimit: 200, groupID: communityID, lpVersion: 3
            )
            .priority(.background).send()
        } catch let error as VKError {
            guard let code = error.code?.rawValue, Self.lostPositions.contains(code) else { throw error }
            return nil
        }
    }

    /// Edits bring a message again: the last form counts, in the first place.
    private static func once(_ messages: [MessagesMessage]) -> [MessagesMessage] {
        var places: [String: Int] = [:]
        var result: [MessagesMessage] = []
        for message in messages {
            let name = "\(message.peerID) \(message.conversationMessageID)"
            if let place = places[name] {
                result[place] = message
            } else {
                places[name] = result.count
                result.append(message)
            }
        }
        return result
    }
}
