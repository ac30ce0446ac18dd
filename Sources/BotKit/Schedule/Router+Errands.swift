// Govorun: gives errands to their handlers. SPDX-License-Identifier: MIT

extension Router {
    /// Runs the handler that the errand is for. Where that is gone, or its plugin parked or switched off, a job and a delivery have failed and are not lost; a
    /// timer has its next time.
    func runErrand(of work: EventWork) async {
        guard !Task.isCancelled, !work.isEnded, let errand = work.errand else { return }
        if errand.kind == .lapse { return await lapse(errand, work) }
        if errand.kind == .heard { return await hear(errand, work) }
        let isOn = bot.switches.standing(of: errand.plugin, in: errand.peer.map(Peer.init)) == .on
        // A timer of a plugin that is off has nothing to catch up with; jobs and deliveries wait for a while.
        if !isOn, errand.kind == .timer { return }
        guard let route = table.errands.routes[errand.address], isOn else {
            bot.logger.warning("no handler is there for what was planned", ["plugin": errand.plugin, "errand": errand.identity])
            return errand.kind == .timer ? () : work.fails()
        }
        if await run(route, on: work, Occasion(errand: errand)).hasFailed { work.fails() }
    }

    /// The hooks that `plugins` listen on.
    package static func hooks(of plugins: [PluginInstance]) -> [HookAddress] { RouteTable(plugins).errands.hooks }
}
