// Govorun: takes the updates that VK posts. SPDX-License-Identifier: MIT
public import MicroServer
import Synchronization
public import VKAPI

/// What became of a group of updates.
public enum CallbackOutcome: Sendable, Equatable {
    /// All of them are stored durably; seen before counts as stored.
    case stored
    /// There is no room for them now; VK is to come again after so long.
    case full(retryAfter: Duration)
}

/// The callback address of many communities: one handler for the requests under `/callback`.
///
/// VK is answered `ok` only when its update is stored. While one store of a community is under way, what comes for that community waits
/// and goes together into the next, so that a flood shares the flushes of the disk.
public final class CallbackIntake: Sendable {
    /// Where it answers, and the limits.
    public struct Configuration: Sendable {
        /// The address of all communities; `PATH/BOT` is a bot's own.
        public var path = "/callback"
        /// The largest body in bytes; above it the answer is 413.
        public var bodyLimit = 1 << 20
        /// Updates of one community that may wait for their store; above it the answer is 503.
        public var waitingLimit = 10_000
        /// The same in bytes.
        public var waitingBytes = 64 << 20
        /// Updates stored together at most.
        public var groupLimit = 1_000
        /// The same in bytes.
        public var groupBytes = 8 << 20
        /// When VK is asked to come again after a failure, less than three hours.
        public var pause: Duration = .seconds(30)

        /// The defaults.
        public init() {}
    }

    /// What is used to store updates: a group in the order they came, at most one group of a community at a time.
    public typealias Store = @Sendable ([CallbackUpdate]) async throws -> CallbackOutcome

    private struct Desk {
        var community: CallbackCommunity
        var hasSeenWrongSecret = false
        let updates: GroupLine<CallbackUpdate, CallbackOutcome>
        let confirmations: GroupLine<Void, String>
    }

    private let configuration: Configuration
    private let rules: CallbackRules
    private let logger: Logger
    private let time: any TimeSource
    private let desks = Mutex<[Int: Desk]>([:])
    /// Bots that are about to begin, with their communities where those are known.
    private let expected = Mutex<[String: Int?]>([:])

    /// An intake that knows no community yet.
    public init(_ configuration: Configuration = Configuration(), logger: Logger = .silent, time: any TimeSource = SystemTime()) {
        self.configuration = configuration
        self.logger = logger
        self.time = time
        rules = CallbackRules(path: configuration.path, bodyLimit: configuration.bodyLimit, pause: configuration.pause)
    }

    /// A bot is about to begin: until it has opened its community, or is expected no more, VK is asked to come again with what may be its.
    ///
    /// - Parameter community: its community, where that is known by now.
    public func expect(_ bot: String, community: Int? = nil) { expected.withLock { $0[bot] = .some(community) } }

    /// The bot will not begin.
    public func expectNoMore(_ bot: String) { expected.withLock { $0[bot] = nil } }

    private func isExpected(_ community: Int, _ place: String) -> Bool {
        guard community > 0 else { return false }
        return expected.withLock { expected in
            expected.contains { bot, known in
                (known == nil || known == community) && (place.isEmpty || place == bot || place == "\(community)")
            }
        }
    }

    /// Takes updates of a community from now on. One that is open gets these settings; what came before is still stored as it was to be.
    ///
    /// - Parameters:
    ///   - name: the bot's name, which makes `PATH/NAME` an address of this community alone.
    ///   - secret: what every request has to carry, the confirmation too; without one anybody may post.
    ///   - only: the kinds that are stored; others are answered `ok` and dropped. nil for all.
    ///   - confirmation: asks VK for the community's confirmation code; called when VK asks for it.
    ///   - store: stores updates durably; what it throws is answered 503.
    public func open(
        community id: Int, named name: String? = nil, secret: Secret?, only: Set<UpdateType>? = nil,
        confirmation: @escaping @Sendable () async throws -> String, store: @escaping Store
    ) {
        let secret = secret.flatMap { $0.isEmpty ? nil : $0 }
        let logger = logger.with("community", "\(id)")
        let desk = Desk(
            community: CallbackCommunity(name: name, secret: secret, only: only),
            updates: GroupLine(
                waitingLimit: (configuration.waitingLimit, configuration.waitingBytes),
                groupLimit: (configuration.groupLimit, configuration.groupBytes)
            ) { group in try await Self.attempt("updates could not be stored, VK will send them again", logger) { try await store(group) }
            },
            confirmations: GroupLine(waitingLimit: Self.confirmations, groupLimit: Self.confirmations) { _ in
                try await Self.attempt("no confirmation code for VK", logger, confirmation)
            })
        desks.withLock { $0[id] = desk }
        if let name { expectNoMore(name) }
    }

    /// Confirmations of one community that may wait for its code; VK asks once.
    private static let confirmations = (count: 100, bytes: 100)

    /// Does the work of a whole group, and tells of its failure once.
    private static func attempt<Value>(_ failure: StaticString, _ logger: Logger, _ work: () async throws -> Value) async throws -> Value {
        do { return try await work() } catch {
            logger.warning(failure, ["error": "\(error)"])
            throw error
        }
    }

    /// Takes no more updates of a community: VK is asked to come again later. Returns when those being stored are stored.
    public func close(community id: Int) async {
        let desk = desks.withLock { desks in
            desks[id]?.community.isOpen = false
            return desks[id]
        }
        await desk?.updates.close()
        await desk?.confirmations.close()
    }

    /// How many updates of a community wait for the store that is under way.
    public func waiting(of community: Int) -> Int { desks.withLock { $0[community] }?.updates.waiting ?? 0 }

    func waitingConfirmations(of community: Int) -> Int { desks.withLock { $0[community] }?.confirmations.waiting ?? 0 }

    /// Answers a request under the address.
    public func answer(_ request: ServerRequest) async -> ServerResponse {
        let retryCounter = request.headers.first(named: "X-Retry-Counter")
        let seen = CallbackRequest(method: request.method, path: request.path, body: request.body, retryCounter: retryCounter)
        return await answer(seen).response(at: time.unixTime)
    }

    func answer(_ request: CallbackRequest) async -> CallbackAnswer {
        switch rules.decide(request, { id in desks.withLock { $0[id]?.community } }, isExpected: isExpected) {
        case .answer(let answer, let community):
            note(answer, community)
            return answer
        case .confirm(let community): return await confirm(community)
        case .store(let update, let community): return await store(update, community)
        }
    }

    private func confirm(_ community: Int) async -> CallbackAnswer {
        logger.debug("VK asks whether the callback address is ours", ["community": community])
        return await withDesk(community) { desk in
            try await desk.confirmations.hand((), bytes: 1).map(CallbackAnswer.confirmation)
        }
    }

    private func store(_ update: CallbackUpdate, _ community: Int) async -> CallbackAnswer {
        if update.retry > 0 { logger.debug("VK sends an update again", ["community": community, "callback.retry": update.retry]) }
        return await withDesk(community) { desk in
            switch try await desk.updates.hand(update, bytes: update.envelope.count) {
            case .stored: .ok
            case .full(let wait): .later(wait)
            case nil: nil
            }
        }
    }

    /// Answers from a community's desk; what it throws, or has no room for, VK is to send again.
    private func withDesk(_ community: Int, _ body: (Desk) async throws -> CallbackAnswer?) async -> CallbackAnswer {
        guard let desk = desks.withLock({ $0[community] }) else { return .unknown }
        do { return try await body(desk) ?? .later(configuration.pause) } catch { return .later(configuration.pause) }
    }

    /// Writes a line for what was not taken; a wrong secret is a warning the first time, since whoever guesses may go on for long.
    private func note(_ answer: CallbackAnswer, _ community: Int?) {
        let isFirst = desks.withLock { desks in
            guard answer == .wrongSecret, let community else { return false }
            defer { desks[community]?.hasSeenWrongSecret = true }
            return desks[community]?.hasSeenWrongSecret == false
        }
        let level: LogLevel = isFirst ? .warning : .debug
        logger.log(level, "callback not taken", ["community": community ?? 0, "http.status": answer.status, "reason": answer.body])
    }
}
