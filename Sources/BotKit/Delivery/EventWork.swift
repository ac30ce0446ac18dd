// Govorun: one update on its way through the handlers. SPDX-License-Identifier: MIT
package import BotStorage
import Synchronization

/// An update with what its handlers have changed so far: state is kept here until all of them have run, and is then stored in one commit
/// with the mark that the update is done.
package final class EventWork: Sendable {
    /// The update.
    package let update: Update
    // Read once: each is asked for many times on the way.
    let type: UpdateType
    let message: MessagesMessage?
    let peerID: Int?
    /// What tells it from every other of its bot, on every run: VK's event id, else its place in the inbox, else its bytes.
    let identity: String
    /// VK's id of the event; empty when it gave none.
    let eventID: String
    /// Whether an earlier process may have begun it.
    let isReplay: Bool
    /// The one answer that a press takes; `nil` when the update is no press.
    let press: PressTicket?
    /// Whether somebody else answers the press when it has waited too long.
    let isPressWatched: Bool
    private let bot: Bot
    private let stored: UnixTime?
    /// Whether it is handled again when VK's trouble has kept a handler from its work.
    private let waitsForVK: Bool
    private let givenUp: @Sendable (EventWork) -> Void
    private let running: @Sendable (_ plugin: String, _ handler: String) -> Void

    private struct State {
        /// What handlers have left under keys of this lane; `nil`: nothing is there.
        var values: [StateKey: StateValue?] = [:]
        var hasCalls = false
        var isEnded = false
        /// Handlers that run now: one, and those around it.
        var runs: [HandlerRun] = []
        var journalled: [JournalledCall]?
        var trouble: (any Error)?
        /// What its handlers plan and cancel.
        var plans: [String: JobPlan] = [:]
        var hasFailed = false
    }
    private let state = Mutex(State())
    /// What it is when nobody wrote.
    package let errand: Errand?

    /// Work on `update`, which stands at `position` of the inbox.
    ///
    /// - Parameter press: the right to answer, when whoever gives it answers presses that wait too long.
    /// - Parameter stored: when it was; `nil`: now.
    /// - Parameter waitsForVK: whether it is handled again when VK's trouble has kept a handler from its work.
    /// - Parameter running: told whose code runs, before it does; of nobody's with empty names.
    /// - Parameter givenUp: called when a handler took too long and the work has ended without it.
    package init(
        _ update: Update, of bot: Bot, position: Int64? = nil, isReplay: Bool = false, press: PressTicket? = nil,
        stored: UnixTime? = nil, waitsForVK: Bool = false,
        running: @escaping @Sendable (_ plugin: String, _ handler: String) -> Void = { _, _ in },
        givenUp: @escaping @Sendable (EventWork) -> Void = { _ in }
    ) {
        self.givenUp = givenUp
        self.stored = stored
        self.waitsForVK = waitsForVK
        self.running = running
        self.update = update
        self.bot = bot
        errand = Errand(update)
        self.isReplay = isReplay || errand.map { $0.failures > 0 } ?? false
        (type, eventID) = (update.type, update.eventID)
        message = update.message
        peerID = update.peerID
        let id = errand?.identity ?? eventID
        identity = !id.isEmpty ? id : position.map { "#\($0)" } ?? update.json.rawText
        isPressWatched = press != nil
        self.press = press ?? (type == .messageEvent ? PressTicket() : nil)
    }

    /// The name of its bot.
    var botName: String { bot.name }

    /// The conversation whose order the update belongs to, which is where its state is.
    var lane: Int { update.lane }

    /// What to store in the commit that marks the update done.
    package var writes: [Write] {
        state.withLock { state in
            // The way of nearly every update.
            if state.values.isEmpty, state.plans.isEmpty, !state.hasCalls, errand == nil { return [] }
            let values = state.values.map { key, value in key.write(value, in: bot) } + state.plans.values.map(\.write)
            if state.hasFailed, let retry = errand?.retry(of: bot) { return values + [retry] }
            // An earlier try of an errand may have kept calls that this one has not come to.
            return state.hasCalls || errand.map { $0.failures > 0 } ?? false
                ? values + [.forgetCalls(of: identity, source: bot.source)] : values
        }
    }

    /// Shows those it writes with that it types, for some seconds; nothing where nobody waits for a message.
    package func showTyping() async {
        guard type == .messageNew, let peer = peerID, !isEnded else { return }
        do {
            try await bot.vk.messages.setActivity(peerID: peer, type: .typing).send()
        } catch {
            bot.logger.debug("typing could not be shown", ["vk.peer": peer, "error": "\(error)"])
        }
    }

    // MARK: Its life

    /// Whether no handler of it may begin any more.
    package var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Ends it whatever its handler does: the handler that runs may call nothing more, and what it changed is dropped.
    ///
    /// - Returns: whether it was not ended before.
    @discardableResult
    package func end() -> Bool {
        let (isFirst, runs) = state.withLock { state in
            defer { state.isEnded = true }
            return (!state.isEnded, state.runs)
        }
        for run in runs { run.revoke() }
        return isFirst
    }

    /// A handler has taken too long: the work ends without it.
    ///
    /// - Returns: whether it had not ended before.
    package func giveUp() -> Bool {
        guard end() else { return false }
        fails()
        givenUp(self)
        return true
    }

    /// The trouble of the storage, or VK's, that kept a handler from its work: the update is to be handled again.
    package var trouble: (any Error)? { state.withLock { $0.trouble } }
    func suffers(_ trouble: any Error) { state.withLock { $0.trouble = trouble } }

    /// Whether `error` is no handler's but VK's trouble, and is waited out.
    func waitsOut(_ error: (any Error)?) -> Bool { waitsForVK && error.map(VKTrouble.isTrouble) == true }

    func begins(_ run: HandlerRun) {
        state.withLock { $0.runs.append(run) }
        running(run.route.instance.name, run.route.handler.name)
    }

    /// A plugin is made or started for it; `nil`: whatever ran before goes on.
    func makes(_ plugin: String?) {
        if let plugin { return running(plugin, "options") }
        let run = state.withLock { $0.runs.last }
        running(run?.route.instance.name ?? "", run?.route.handler.name ?? "")
    }

    /// A handler has ended, and this is what it has changed; nothing is taken over once the work has ended without it.
    func ends(_ run: HandlerRun, _ values: [StateKey: StateValue?], _ plans: [String: JobPlan]) {
        state.withLock { state in
            state.runs.removeAll { $0 === run }
            guard !state.isEnded else { return }
            state.values.merge(values) { $1 }
            state.plans.merge(plans) { $1 }
        }
    }

    /// Plans a job in nobody's name.
    func plan(_ plan: JobPlan, at name: String) { state.withLock { state in if !state.isEnded { state.plans[name] = plan } } }

    /// What its handlers have planned and cancelled so far.
    var plans: [String: JobPlan] { state.withLock { $0.plans } }

    /// Whether jobs are stored with the mark that it is done.
    package var hasPlans: Bool { state.withLock { !$0.plans.isEmpty || ($0.hasFailed && errand != nil) } }

    /// The handler of the errand has failed.
    func fails() { state.withLock { $0.hasFailed = true } }

    /// Whether it is an errand that has failed for the last time, and is to be kept.
    package var isLost: Bool {
        guard let errand, errand.kind != .timer else { return false }
        return state.withLock { $0.hasFailed } && errand.retry(of: bot) == nil
    }

    // MARK: What is known

    /// What an earlier handler of this update left under `key`, if one did.
    func value(for key: StateKey) -> StateValue?? { state.withLock { $0.values[key] } }

    /// Whether anything is to be stored.
    var hasValues: Bool { state.withLock { !$0.values.isEmpty } }

    /// Leaves a value under a key of its lane, in nobody's name; `nil`: nothing is there.
    func keep(_ key: StateKey, _ value: StateValue?) {
        state.withLock { state in if !state.isEnded { state.values[key] = .some(value) } }
    }

    /// When it happened, in Unix seconds: by VK's clock where VK says so, else when it was stored. The same on every run.
    var moment: Int {
        if let date = update.message?.date, date > 0 { return date }
        return Int((stored ?? bot.storage.now).milliseconds / 1000)
    }

    /// Notes that calls of it are kept.
    func keepsCalls() { state.withLock { $0.hasCalls = true } }

    /// The calls that earlier runs of its handlers made.
    func journalled() async throws -> [JournalledCall] {
        guard isReplay else { return [] }
        if let known = state.withLock({ $0.journalled }) { return known }
        let calls = try await bot.storage.calls(of: identity, source: bot.source)
        state.withLock { state in
            state.journalled = calls
            if !calls.isEmpty { state.hasCalls = true }
        }
        return calls
    }
}
