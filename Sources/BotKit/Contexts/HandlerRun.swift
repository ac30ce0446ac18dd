// Govorun: one run of one handler on one update. SPDX-License-Identifier: MIT
import Synchronization

/// What every context of a run shares: the bot, the update, whose handler it is, and what it has sent and changed so far.
final class HandlerRun: Sendable {
    let router: Router
    let work: EventWork
    let route: Route
    let occasion: Occasion
    let logger: Logger
    /// What it calls that must not be called twice.
    let calls: KeptCalls

    private struct State {
        var sends: [Int: Int] = [:]
        /// Messages on their way, by conversation.
        var flying: [Int: [SendInFlight]] = [:]
        var hasPassed = false
        var phase = Phase.running
        var values: [StateKey: StateValue?] = [:]
        var hasFailed = false
    }

    /// How far it has come.
    private enum Phase { case running, ended, revoked }

    private let state = Mutex(State())

    init(router: Router, work: EventWork, route: Route, occasion: Occasion) {
        self.router = router
        self.work = work
        self.route = route
        self.occasion = occasion
        logger = router.bot.logger.with("plugin", route.instance.name)
        calls = KeptCalls(work: work, bot: router.bot, plugin: route.instance.name, handler: route.identity)
    }

    var bot: Bot { router.bot }
    var update: Update { work.update }
    var press: PressTicket? { work.press }

    /// Whether the handler handed the message on.
    var hasPassed: Bool { state.withLock { $0.hasPassed } }
    func pass() { state.withLock { $0.hasPassed = true } }

    /// Whether the handler threw.
    var hasFailed: Bool { state.withLock { $0.hasFailed } }

    // MARK: Its end

    /// It has returned, or thrown: what it changed counts only when it returned.
    func end(keepsChanges: Bool) {
        let values = state.withLock { state -> [StateKey: StateValue?] in
            guard state.phase == .running else { return [:] }
            state.phase = .ended
            state.hasFailed = !keepsChanges
            return keepsChanges ? state.values : [:]
        }
        work.takeOver(values)
    }

    /// From now on it can neither call nor change anything.
    func revoke() { state.withLock { $0.phase = .revoked } }

    /// - Throws: `HandlerError` when the run was given up.
    func checkIsAlive() throws {
        guard state.withLock({ $0.phase != .revoked }) else { throw HandlerError(.timedOut, handler: route.handler.name) }
    }

    // MARK: Sending

    /// How many messages this run has sent to `peer` before this one.
    func nextOrdinal(to peer: Int) -> Int {
        state.withLock { state in
            defer { state.sends[peer, default: 0] += 1 }
            return state.sends[peer, default: 0]
        }
    }

    /// A message is on its way from now on.
    ///
    /// - Returns: others on their way to the same conversation that were not noted with their content yet; when there are any at all, this
    ///   one counts as noted too.
    func beginSend(_ send: SendInFlight, to peer: Int) -> [SendInFlight] {
        state.withLock { state in
            var flying = state.flying[peer, default: []]
            let fresh = flying.filter { !$0.isNoted }
            for index in flying.indices { flying[index].isNoted = true }
            var send = send
            send.isNoted = !flying.isEmpty
            state.flying[peer] = flying + [send]
            return fresh
        }
    }

    /// It has arrived, or will not.
    func endSend(_ ordinal: Int, to peer: Int) {
        state.withLock { state in
            state.flying[peer]?.removeAll { $0.ordinal == ordinal }
            if state.flying[peer]?.isEmpty == true { state.flying[peer] = nil }
        }
    }

    /// The `random_id` of a part of a message; the same when this handler runs again on the same update.
    func randomID(to peer: Int, ordinal: Int, part: Int = 0, salt: Int = 0) -> Int {
        RandomID.derive(
            bot: bot.communityID, event: work.identity, plugin: route.instance.name, handler: route.identity, peer: peer,
            ordinal: ordinal, part: part, salt: salt)
    }

    // MARK: State

    /// What the handler sees under a key of its lane: its own change, that of a handler before it, what is stored.
    func value(for key: StateKey) async throws -> StateValue? {
        if let own = state.withLock({ $0.values[key] }) { return own }
        if let earlier = work.value(for: key) { return earlier }
        let stored = try await bot.storage.value(for: key.storageKey(in: bot)).map { StateValue(bytes: $0) }
        return state.withLock { $0.values[key] ?? stored }
    }

    /// Changes the value under a key of its lane, which may have changed since it was read.
    ///
    /// - Throws: `StateError` once the handler has ended; what `change` throws.
    func change<Result>(
        _ key: StateKey, from read: StateValue?, _ change: (StateValue?) throws -> (value: StateValue?, result: Result)
    ) throws -> Result {
        try state.withLock { state in
            guard state.phase == .running else { throw StateError(.handlerEnded, state: key.name) }
            let (value, result) = try change(state.values[key] ?? read)
            state.values[key] = .some(value)
            return result
        }
    }
}

/// Why a handler can do no more.
public struct HandlerError: Error, Sendable, CustomStringConvertible {
    /// What happened.
    public enum Code: Sendable {
        /// It took longer than it may; its update is done, and the conversation has gone on.
        case timedOut
    }

    /// What happened.
    public let code: Code
    private let handler: String

    init(_ code: Code, handler: String) { (self.code, self.handler) = (code, handler) }

    /// For the log.
    public var description: String { "the handler '\(handler)' was given up because it took too long; it can do nothing more" }
}
