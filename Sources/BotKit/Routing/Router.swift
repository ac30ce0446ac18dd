// Govorun: gives each update to the handlers that are for it. SPDX-License-Identifier: MIT
import Synchronization

/// The plugins of one bot, compiled: look-ups for commands and texts, then patterns, then fallbacks; the first that matches handles.
public final class Router: Sendable {
    /// The bot it works for.
    public let bot: Bot
    let prefixes: Prefixes
    let table: RouteTable
    let time: any TimeSource
    /// One change at a time of state that conversations share.
    let sharedState: Turnstile<String>
    /// The latest message known of each conversation.
    let newest: NewestNumbers
    /// What people speak.
    let speakers: SpokenLanguages
    let manners: Manners
    let instances: [PluginInstance]
    let audiences: AudienceBook
    let flood: FloodGuard
    let failures: FailureBook
    let opening: Opening
    /// Whether it has been looked through who is expected to go on with a dialogue.
    let knowsTalks = Atomic(false)
    private let observer: (any HandlerObserver)?
    /// Whether each step of a dialogue is run twice, to see that it goes the same way.
    let checksReplays: Bool

    /// Compiles the handlers of `plugins`, in their order; `observer` is told of every run, `time` is what slow answers to presses are
    /// measured by, and how long VK's word on people counts. With `checksReplays` each step of a dialogue is run twice, for tests.
    /// Two routers that one bot has at once, `other` being the first, share what they know of people and conversations.
    ///
    /// - Throws: the first `RoutingProblem`; `problems(of:)` has them all.
    public init(
        bot: Bot, plugins: [PluginInstance], prefixes: Prefixes = .init(), observer: (any HandlerObserver)? = nil,
        time: any TimeSource = SystemTime(), manners: Manners = .init(), checksReplays: Bool = false, sharing other: Router? = nil
    ) throws {
        self.checksReplays = checksReplays
        self.manners = manners
        instances = plugins
        audiences = other?.audiences ?? AudienceBook(bot, time)
        (sharedState, newest) = (other?.sharedState ?? Turnstile(), other?.newest ?? NewestNumbers())
        (flood, failures, opening) = (other?.flood ?? FloodGuard(), other?.failures ?? FailureBook(), other?.opening ?? Opening())
        speakers = other?.speakers ?? SpokenLanguages()
        self.bot = bot
        self.observer = observer
        self.prefixes = prefixes
        self.time = time
        table = RouteTable(plugins)
        if let problem = table.problems.first { throw problem }
    }

    /// Everything that keeps `plugins` from working together.
    public static func problems(of plugins: [PluginInstance]) -> [RoutingProblem] { RouteTable(plugins).problems }

    /// The kinds of update that are waited for: those that `On` names, and, where anything listens to people, `message_new` and what
    /// administrators write, `message_reply`.
    public var awaitedTypes: [UpdateType] {
        let types = table.awaitedTypes
        let watchesPeople = manners.takeover != nil && (types.contains(.messageNew) || types.contains(.messageEvent))
        return watchesPeople && !types.contains(.messageReply) ? (types + [.messageReply]).sorted { $0.rawValue < $1.rawValue } : types
    }

    /// The kinds to have VK send where that is for us to say: those that are waited for, those that plugins need, and presses wherever somebody can be asked.
    public var subscribedTypes: [UpdateType] {
        let types = Set(awaitedTypes + instances.flatMap(\.neededTypes)).sorted { $0.rawValue < $1.rawValue }
        guard types.contains(.messageNew), !types.contains(.messageEvent) else { return types }
        return (types + [.messageEvent]).sorted { $0.rawValue < $1.rawValue }
    }

    /// Whether some handler is for every kind of update.
    package var hearsEverything: Bool { table.hearsEverything }

    /// Runs what is for `update`, and stores what it changed.
    ///
    /// - Throws: `StorageError`.
    public func handle(_ update: Update) async throws {
        let work = EventWork(update, of: bot)
        await handle(work)
        let writes = work.writes
        if !writes.isEmpty { try await bot.storage.commit(Commit(writes)) }
    }

    /// Runs what is for the update: the `On` handlers, then, on a message, the first handler that takes it. Each handler fails alone and is
    /// named in the log; a press that none has answered is answered here. No more handlers begin once the task is cancelled or the work has
    /// ended. What they changed is in the work, and still to be stored.
    package func handle(_ work: EventWork) async {
        // Here and below: a call that might wait is only made where it may come to that.
        if !opening.isDone { guard await isReady(for: work) else { return } }
        newest.note(of: work)
        noteLanguage(of: work)
        notice(work)
        if table.arounds.isEmpty { await give(work) } else { await withinArounds(work) { await self.give(work) } }
        bot.takeovers.learn(from: work)
    }

    private func give(_ work: EventWork) async {
        switch work.type {
        case .messageEvent:
            await handlePress(work)
        case .messageNew:
            await tell(work)
            await takeMessage(of: work)
        case .errand:
            await runErrand(of: work)
        default:
            await tell(work)
            await takeAwaited(work)
        }
    }

    /// Runs the `On` handlers for the update, in their order.
    func tell(_ work: EventWork) async {
        for route in table.handlers(for: work.type) where await isFor(route, work) {
            _ = await run(route, on: work, Occasion())
        }
    }

    private func isFor(_ route: Route, _ work: EventWork) async -> Bool {
        guard !Task.isCancelled, !work.isEnded else { return false }
        let update = work.update
        let peer = work.peerID.map(Peer.init)
        guard isAtWork(route.instance, in: peer, work) else { return false }
        if work.type == .messageEvent, let user = update.userID, let peer {
            guard await admits(user, in: peer, route) else { return false }
        }
        guard route.hasCooldown else { return true }
        return await isRested(route, work)
    }

    /// Runs one handler; what it throws ends here.
    func run(_ route: Route, on work: EventWork, _ occasion: Occasion, resuming dialogue: DialogueRecord? = nil) async -> HandlerRun {
        let script = dialogue.map { DialogueScript($0.entries, answer: work.answer) } ?? DialogueScript()
        let context = HandlerRun(router: self, work: work, route: route, occasion: occasion, script: script, resuming: dialogue)
        work.begins(context)
        var calling = CallingTask.current
        calling.observer = calling.observer?.present
        (calling.tag, calling.keeper) = (nil, context)
        let run = observer?.began(RunningHandler(route.label, work, calling.observer))
        defer { if let run { observer?.ended(run, failed: context.hasFailed) } }
        do {
            try await CallingTask.$current.withValue(calling) { try await route.handler.run(context) }
            if checksReplays { await tellDifference(of: context) }
            if !concludePlainly(context) { await conclude(context, nil) }
        } catch {
            if checksReplays { await tellDifference(of: context) }
            await conclude(context, error)
        }
        return context
    }

    private func tellDifference(of run: HandlerRun) async {
        guard let problem = await rehearse(run) else { return }
        run.logger.error("a dialogue does not go the same way twice", ["handler": run.route.handler.name, "problem": problem])
    }

    /// What a handler throws ends in the log; but trouble of the storage is not the handler's, and the update is not done for it.
    func note(_ error: any Error, of run: HandlerRun) async {
        let facts: KeyValuePairs<String, any CustomStringConvertible> = [
            "handler": run.route.handler.name, "update": run.update.type, "update.id": run.update.eventID, "error": "\(error)",
        ]
        if error is CancellationError {
            run.logger.debug("a handler was cancelled", facts)
        } else if let error = error as? StorageError, !error.isRefusal {
            run.work.suffers(error)
            run.logger.warning("a handler could not use the storage; it will run again", facts)
        } else if run.work.waitsOut(error) {
            run.work.suffers(error)
            run.logger.warning("VK is in trouble; the handler will run again", facts)
        } else {
            run.logger.error("a handler failed", facts)
            if !VKTrouble.isNobodysFault(error) { await noteFailure(of: run) }
        }
    }
}
