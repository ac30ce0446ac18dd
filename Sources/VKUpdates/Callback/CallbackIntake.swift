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
        let updates: GroupLine<CallbackUpdate, CallbackOutcome>
        let confirmations: GroupLine<Void, String>
    }

    private let configuration: Configuration
    private let rules: CallbackRules
    private let logger: Logger
    private let time: any TimeSource
    private let desks = Mutex<[Int: Desk]>([:])

    /// An intake that knows no community yet.
    public init(_ configuration: Configuration = Configuration(), logger: Logger = .silent, time: any TimeSource = SystemTime()) {
        self.configuration = configuration
        self.logger = logger
        self.time = time
        rules = CallbackRules(path: configuration.path, bodyLimit: configuration.bodyLimit, pause: configuration.pause)
    }

    /// Takes updates of a community from now on; one that was open or closed gets these settings.
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
        let desk = Desk(
            community: CallbackCommunity(name: name, secret: secret, only: only),
            updates: GroupLine(
                waitingLimit: (configuration.waitingLimit, configuration.waitingBytes),
                groupLimit: (configuration.groupLimit, configuration.groupBytes), work: store),
            confirmations: GroupLine(waitingLimit: (100, 100), groupLimit: (100, 100)) { _ in try await confirmation() })
        desks.withLock { $0[id] = desk }
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

    /// Answers a request under the address.
    public func answer(_ request: ServerRequest) async -> ServerResponse {
        let retryCounter = request.headers.first(named: "X-Retry-Counter")
        let seen = CallbackRequest(method: request.method, path: request.path, body: request.body, retryCounter: retryCounter)
        return await answer(seen).response(at: time.unixTime)
    }

    func answer(_ request: CallbackRequest) async -> CallbackAnswer {
        switch rules.decide(request, { id in desks.withLock { $0[id]?.community } }) {
        case .answer(let answer):
            logger.debug("callback not taken", ["http.status": answer.status, "http.bytes": request.body.count])
            return answer
        case .confirm(let community): return await confirm(community)
        case .store(let update, let community): return await store(update, community)
        }
    }

    private func confirm(_ community: Int) async -> CallbackAnswer {
        guard let desk = desks.withLock({ $0[community] }) else { return .unknown }
        do {
            guard let code = try await desk.confirmations.hand((), bytes: 1) else { return .later(configuration.pause) }
            logger.info("VK asked whether the callback address is ours", ["community": community])
            return .confirmation(code)
        } catch {
            logger.warning("no confirmation code for VK", ["community": community, "error": "\(error)"])
            return .later(configuration.pause)
        }
    }

    private func store(_ update: CallbackUpdate, _ community: Int) async -> CallbackAnswer {
        if update.retry > 0 { logger.debug("VK sends an update again", ["community": community, "callback.retry": update.retry]) }
        guard let desk = desks.withLock({ $0[community] }) else { return .unknown }
        do {
            switch try await desk.updates.hand(update, bytes: update.envelope.count) {
            case .stored: return .ok
            case .full(let wait): return .later(wait)
            case nil: return .later(configuration.pause)
            }
        } catch {
            logger.warning("updates could not be stored, VK will send them again", ["community": community, "error": "\(error)"])
            return .later(configuration.pause)
        }
    }
}
