// Govorun: the plugins of a bot at work, which may change. SPDX-License-Identifier: MIT

/// Leads each update to the plugins that are at work where it happens, and changes these while updates arrive.
///
/// An update ends on the router it began with. A plugin is started before its first event and stopped after its last one, so for a moment
/// the old and the new are both at work.
package final class Lineup: Sendable {
    struct State {
        /// Plugins with the options of the file, in its order.
        var listed: [PluginInstance]
        var settings: RouterSettings
        /// Where nothing was set from a chat.
        var everywhere: Roster
        /// Of chats with options of their own, the one used last at the end.
        var chats: [(peer: Int, roster: Roster)] = []
        var replaced: [Replaced] = []
        var onChange: @Sendable (Router) -> Void = { _ in }
        /// No more changes.
        var isClosed = false
    }

    /// What has to be stopped when the last update is done.
    struct Replaced: Sendable {
        let rosters: [Roster]
        let leaving: [PluginInstance]
    }

    /// How many chats with options of their own have their plugins at hand; beyond, the one that was silent the longest gives them up.
    static let chatLimit = 256
    /// How long a handler of a plugin that was replaced may keep it from being stopped.
    private static let patience: Duration = .seconds(120)

    /// Whose plugins they are.
    package let bot: Bot
    /// Every update passes here.
    let state: PlainMutex<State>
    /// One change at a time.
    let turn = Turnstile<Int>()
    private let bell = Alarm()

    /// The plugins of `listed` with what was set from chats, none of them started.
    ///
    /// - Throws: `NeedProblem`; `RoutingProblem`; `StorageError` when it cannot be read what was set.
    package static func open(_ listed: [PluginInstance], of bot: Bot, _ settings: RouterSettings) async throws -> Lineup {
        try await bot.tuning.load()
        let (instances, router) = try await bot.tuned(listed, settings, sharing: nil)
        _ = try CrewChange(from: [], to: instances)
        return Lineup(bot, State(listed: listed, settings: settings, everywhere: Roster(router, instances)))
    }

    private init(_ bot: Bot, _ state: State) {
        self.bot = bot
        self.state = PlainMutex(state)
        bot.tuning.lineup = self
    }

    /// The router where nothing was set from a chat.
    package var router: Router { state.withLock { $0.everywhere.router } }

    /// The plugins with the options of the file, in its order.
    package var listed: [PluginInstance] { state.withLock { $0.listed } }

    /// Those at work where nothing was set from a chat, in the same order.
    package var instances: [PluginInstance] { state.withLock { $0.everywhere.instances } }

    /// Told of each new router.
    package func onChange(_ told: @escaping @Sendable (Router) -> Void) { state.withLock { $0.onChange = told } }

    // MARK: Life

    /// Starts all plugins, each after those it needs, or none.
    ///
    /// - Throws: `PluginStartFailure` naming the plugin that failed; `CancellationError`.
    package func start() async throws { _ = try await CrewChange(from: [], to: instances).begin(bot) }

    /// Stops all plugins, in reverse; called when no update is in hand any more.
    package func stop() async {
        close()
        do {
            // What is being changed is changed first.
            try await turn.pass(0) {}
        } catch {
            // Cancelled, nobody waits for it.
        }
        let (replaced, all) = state.withLock { state in
            defer { (state.replaced, state.chats) = ([], []) }
            return (state.replaced.flatMap(\.leaving) + state.chats.flatMap { $0.roster.own.reversed() }, state.everywhere.instances)
        }
        bot.tuning.lineup = nil
        for instance in replaced + PluginOrder(all).instances.reversed() { await instance.plugin.stop() }
    }

    /// Stops what was replaced, as soon as its last update is done, until closed.
    package func run() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled, !isClosed {
                for replaced in takeReplaced() { group.addTask { await self.stop(replaced) } }
                await bell.rung()
            }
            group.cancelAll()
        }
    }

    /// Nothing is changed any more; `stop` does what is left.
    package func close() {
        state.withLock { $0.isClosed = true }
        bell.ring()
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Stops what was replaced, for those who do not `run`.
    package func settle() async { for replaced in takeReplaced() { await stop(replaced) } }

    func replace(_ replaced: Replaced) {
        for roster in replaced.rosters { roster.retire() }
        state.withLock { $0.replaced.append(replaced) }
        bell.ring()
    }

    private func takeReplaced() -> [Replaced] {
        state.withLock { state in
            defer { state.replaced = [] }
            return state.replaced
        }
    }

    private func stop(_ replaced: Replaced) async {
        let time = state.withLock { $0.settings.time }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for roster in replaced.rosters { await roster.rest() } }
            group.addTask { do { try await time.sleep(for: Self.patience) } catch {} }
            await group.next()
            group.cancelAll()
        }
        // Whoever stops all stops these, too.
        if Task.isCancelled { return state.withLock { $0.replaced.append(replaced) } }
        for instance in replaced.leaving { await instance.plugin.stop() }
    }

    // MARK: Updates

    /// Runs what is for the update, as `Router.handle` does, on the plugins that are at work where it happens.
    package func handle(_ work: EventWork) async {
        // A call that might wait is only made where it may come to that.
        guard let roster = isTuned(work) ? await ownRoster(for: work) : takeEverywhere() else { return }
        await roster.router.handle(work)
        roster.release()
    }

    /// Whether something was set in the conversation.
    private func isTuned(_ work: EventWork) -> Bool { (work.errand?.peer ?? work.peerID).map(bot.tuning.isTuned) ?? false }

    /// The roster of a conversation in which something was set, with an update in hand; `nil` when the task was cancelled.
    private func ownRoster(for work: EventWork) async -> Roster? {
        guard let peer = work.errand?.peer ?? work.peerID else { return takeEverywhere() }
        return await work.naming { await takeOwnRoster(of: peer) }
    }

    /// The roster where nothing was set, with an update in hand: it cannot be retired in between.
    func takeEverywhere() -> Roster {
        state.withLock { state in
            state.everywhere.take()
            return state.everywhere
        }
    }
}
