// Govorun: gives errands to their handlers. SPDX-License-Identifier: MIT

extension Router {
    /// Runs the handler that the errand is for. One that is gone, parked or switched off has failed: what it was to do is not lost.
    func runErrand(of work: EventWork) async {
        guard !Task.isCancelled, !work.isEnded, let errand = work.errand else { return }
        let isOn = bot.switches.standing(of: errand.plugin, in: errand.peer.map(Peer.init)) == .on
        if errand.kind == .lapse { return await lapse(errand, work) }
        guard let route = table.errands.routes[errand.address], isOn else {
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
