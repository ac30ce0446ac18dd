// Govorun: one run of one handler on one update. SPDX-License-Identifier: MIT
import Synchronization

/// What every context of a run shares: the bot, the update, whose handler it is, and what it has sent and changed so far.
final class HandlerRun: Sendable {
    let router: Router
    let work: EventWork
    let route: Route
    let occasion: Occasion
    /// What it learns from outside, and what earlier steps of its dialogue have learnt.
    let script: Mutex<DialogueScript>
    /// The dialogue that it goes on with.
    let resumed: DialogueRecord?
    /// What is known of the language of whoever pressed a callback button, where the bot speaks several.
    let pressersLanguage: String?

    private struct State {
        var sends = SendNumbers()
        var hasPassed = false
        var phase = Phase.running
        var values: [StateKey: StateValue?] = [:]
        var hasFailed = false
        var calls: KeptCalls?
        var plans: [String: JobPlan] = [:]
        var planCount = 0
        var hasGoneOn = false
        var isUnmoved = false
    }

    /// How far it has come.
    private enum Phase { case running, asking, closed(DialogueClosure), ended, revoked }

    private let state = Mutex(State())
    /// The task that the handler runs in; its child tasks are others.
    private let task: TaskMark?

    init(
        router: Router, work: EventWork, route: Route, occasion: Occasion, script: DialogueScript = DialogueScript(),
        resuming resumed: DialogueRecord? = nil
    ) {
        self.script = Mutex(script)
        self.resumed = resumed
        self.router = router
        self.work = work
        self.route = route
        self.occasion = occasion
        pressersLanguage =
            resumed == nil && work.type == .messageEvent && router.bot.languages.count > 1
            ? work.update.userID.flatMap(router.speakers.language) : nil
        task = .present
    }

    // Most handlers need neither.
    var logger: Logger { bot.logger.with("plugin", route.instance.name) }

    /// What it calls that must not be called twice.
    var calls: KeptCalls {
        state.withLock { state in
            let calls = state.calls ?? KeptCalls(work: work, bot: bot, plugin: route.instance.name, handler: route.identity)
            state.calls = calls
            return calls
        }
    }

    var bot: Bot { router.bot }
    /// What it works on; in a dialogue what began it.
    var update: Update { resumed?.first ?? work.update }
    var press: PressTicket? { resumed == nil ? work.press : .spent }
    /// Whether it is not a child task that asks.
    var isOwnTask: Bool { TaskMark.present == task }

    /// Whether the handler handed the message on.
    var hasPassed: Bool { state.withLock { $0.hasPassed } }
    func pass() { state.withLock { $0.hasPassed = true } }

    /// Whether the handler threw.
    var hasFailed: Bool { state.withLock { $0.hasFailed } }

    // MARK: Its end

    /// It has returned, or thrown: what it changed counts only when it returned. What becomes of its plugin's dialogues always counts.
    func end(keepsChanges: Bool, leaving talks: TalkList? = nil, planning lapse: (name: String, plan: JobPlan)? = nil) {
        let (values, plans) = state.withLock { state -> ([StateKey: StateValue?], [String: JobPlan]) in
            switch state.phase {
            case .ended, .revoked: return ([:], [:])
            case .running, .asking, .closed: state.phase = .ended
            }
            state.hasFailed = !keepsChanges && !state.isUnmoved
            var values = keepsChanges ? state.values : [:]
            if let talks { values[talks.key] = .some(talks.value) }
            if let lapse { state.plans[lapse.name] = lapse.plan }
            return (values, keepsChanges ? state.plans : [:])
        }
        work.ends(self, values, plans)
    }

    /// From now on it can neither call nor change anything.
    func revoke() { state.withLock { $0.phase = .revoked } }

    /// - Throws: `HandlerError` when the run was given up; `DialoguePause` once it waits for an answer.
    func checkIsAlive() throws {
        switch state.withLock({ $0.phase }) {
        case .revoked: throw HandlerError(.timedOut, handler: route.handler.name)
        case .asking where !QuestionKeeper.isAsking, .closed:
            state.withLock { $0.hasGoneOn = true }
            throw DialoguePause()
        case .running, .asking, .ended: break
        }
    }

    /// Whether it has asked for something after it was closed.
    var hasGoneOn: Bool { state.withLock { $0.hasGoneOn } }

    /// It asks; until it has asked, nothing else may be called.
    func beginAsking() { state.withLock { if case .running = $0.phase { $0.phase = .asking } } }

    /// It could not ask, and goes on.
    func endAsking() { state.withLock { if case .asking = $0.phase { $0.phase = .running } } }

    /// From now on it can do nothing more, because of `closure`.
    func close(_ closure: DialogueClosure) {
        state.withLock { state in
            switch state.phase {
            case .running, .asking:
                state.phase = .closed(closure)
                if case .unmoved = closure { state.isUnmoved = true }
            case .closed, .ended, .revoked: break
            }
        }
    }

    /// Whether what happened was not what it waits for, and it waits on.
    var isUnmoved: Bool { state.withLock { $0.isUnmoved } }

    /// Why it can do nothing more, if its dialogue is why.
    var closure: DialogueClosure? { state.withLock { if case .closed(let closure) = $0.phase { closure } else { nil } } }

    // MARK: Sending

    /// The number of a message to `peer`, the same when this handler runs again on the same update.
    func number(of content: CallDigest, to peer: Int) -> Int {
        let isOwn = isOwnTask
        return state.withLock { $0.sends.next(to: peer, content, isOwn: isOwn) }
    }

    /// What is known of the newest message in `peer` before a message is sent there: an answer that is not newer is about another message.
    func newestNumber(in peer: Int) -> Int {
        guard router.newest.isTrusted else { return 0 }
        let ofUpdate = update.peerID == peer ? update.conversationMessageID ?? 0 : 0
        // An earlier run may have sent this message already; then it is older than much that is known by now.
        return work.isReplay || isTold ? ofUpdate : max(ofUpdate, router.newest.number(in: peer))
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
            guard case .running = state.phase else { throw StateError(.handlerEnded, state: key.name) }
            let (value, result) = try change(state.values[key] ?? read)
            state.values[key] = .some(value)
            return result
        }
    }

    // MARK: Jobs

    /// What it, and handlers before it, plan and cancel, by the names of the jobs.
    var plans: [String: JobPlan] { state.withLock { $0.plans }.merging(work.plans) { own, _ in own } }

    /// Plans or cancels a job, once it has ended.
    ///
    /// - Throws: `StateError` when it has.
    func note(_ plan: JobPlan, at name: String) throws {
        // An earlier step of the dialogue has planned it.
        guard !isTold else { return }
        try state.withLock { state in
            guard case .running = state.phase else { throw StateError(.handlerEnded, state: name) }
            state.plans[name] = plan
        }
    }

    /// Numbers its plans.
    func nextPlan() -> Int {
        state.withLock { state in
            state.planCount += 1
            return state.planCount
        }
    }
}

/// Tells a task from others that live.
struct TaskMark: Equatable {
    private let handle: UInt

    /// Of the task that asks.
    static var present: TaskMark? {
        // One word, never followed. (Its hash is as unique, and costs ten times as much.)
        withUnsafeCurrentTask { task in task.map { TaskMark(handle: unsafeBitCast($0, to: UInt.self)) } }
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
