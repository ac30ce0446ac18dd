// Govorun: gives errands to their handlers. SPDX-License-Identifier: MIT

extension Router {
    /// Runs the handler that the errand is for. One that is gone, or parked, has failed: what it was to do is not lost.
    func runErrand(of work: EventWork) async {
        guard !Task.isCancelled, !work.isEnded, let errand = work.errand else { return }
        guard let route = table.errands.routes[errand.address], !parked.contains(errand.plugin) else {
            bot.logger.warning("no handler is there for what was planned", ["plugin": errand.plugin, "errand": errand.identity])
            return work.fails()
        }
        if await run(route, on: work, Occasion(errand: errand)).hasFailed { work.fails() }
    }

    /// The timers of the bot.
    package var hasTimers: Bool { !table.errands.timers.isEmpty }

    /// The hooks that `plugins` listen on.
    package static func hooks(of plugins: [PluginInstance]) -> [HookAddress] { RouteTable(plugins).errands.hooks }
}
