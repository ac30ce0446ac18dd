// Govorun: gives each update to the handlers that are for it. SPDX-License-Identifier: MIT

/// The plugins of one bot, compiled: look-ups for commands and texts, then patterns, then fallbacks; the first that matches handles.
public final class Router: Sendable {
    /// The bot it works for.
    public let bot: Bot
    let prefixes: Prefixes
    let table: RouteTable
    let time: any TimeSource
    private let observer: (any HandlerObserver)?

    /// Compiles the handlers of `plugins`, in their order; `observer` is told of every run, `time` is what slow answers to presses are
    /// measured by.
    ///
    /// - Throws: the first `RoutingProblem`; `problems(of:)` has them all.
    public init(
        bot: Bot, plugins: [PluginInstance], prefixes: Prefixes = .init(), observer: (any HandlerObserver)? = nil,
        time: any TimeSource = SystemTime()
    ) throws {
        self.bot = bot
        self.observer = observer
        self.prefixes = prefixes
        self.time = time
        table = RouteTable(plugins)
        if let problem = table.problems.first { throw problem }
    }

    /// Everything that keeps `plugins` from working together.
    public static func problems(of plugins: [PluginInstance]) -> [RoutingProblem] { RouteTable(plugins).problems }

    /// The kinds of update that handlers wait for: those that `On` names, and `message_new` where anything listens to people.
    public var awaitedTypes: [UpdateType] { table.awaitedTypes }

    /// Runs what is for `update`: the `On` handlers, then, on a message, the first handler that takes it. Each handler fails alone and is
    /// named in the log; a press that none has answered is answered here. No more handlers begin once the task is cancelled.
    public func handle(_ update: Update) async {
        switch update.type {
        case .messageEvent:
            await handlePress(update)
        case .messageNew:
            await tell(update)
            await takeMessage(of: update)
        default:
            await tell(update)
        }
    }

    /// Runs the `On` handlers for `update`, in their order.
    func tell(_ update: Update, _ press: PressTicket? = nil) async {
        for route in table.handlers(for: update.type) where await isFor(route, update) {
            _ = await run(route, on: update, Occasion(), press)
        }
    }

    private func isFor(_ route: Route, _ update: Update) async -> Bool {
        guard !Task.isCancelled else { return false }
        guard let id = update.peerID else { return true }
        let peer = Peer(id: id)
        guard route.instance.works(in: peer) else { return false }
        guard update.type == .messageEvent, let user = update.userID else { return true }
        return await admits(user, in: peer, route.instance)
    }

    /// Whether `instance` is for `user` here; a question that VK does not answer counts as "no", and a line is written.
    func admits(_ user: Int, in peer: Peer, _ instance: PluginInstance) async -> Bool {
        do {
            return try await instance.admits(user, in: peer, of: bot)
        } catch is CancellationError {
            return false
        } catch {
            bot.logger.warning(
                "cannot tell whether somebody may use a plugin", ["plugin": instance.name, "peer": peer.id, "error": "\(error)"])
            return false
        }
    }

    /// Runs one handler; what it throws ends here.
    func run(_ route: Route, on update: Update, _ occasion: Occasion, _ press: PressTicket? = nil) async -> HandlerRun {
        let context = HandlerRun(router: self, update: update, route: route, occasion: occasion, press: press)
        let run = observer?.began(route.handler.name, of: route.instance.name, in: bot.name)
        defer { if let run { observer?.ended(run) } }
        do {
            var calling = CallingTask.current
            calling.tag = RequestTag(bot: bot.name, plugin: route.instance.name, handler: route.handler.name, event: update.eventID)
            try await CallingTask.$current.withValue(calling) { try await route.handler.run(context) }
        } catch is CancellationError {
            context.logger.debug("a handler was cancelled", ["handler": route.handler.name, "update.id": update.eventID])
        } catch {
            context.logger.error(
                "a handler failed",
                ["handler": route.handler.name, "update": update.type, "update.id": update.eventID, "error": "\(error)"])
        }
        return context
    }
}
