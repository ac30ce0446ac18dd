// Govorun: bots.yaml is read again while the bots run. SPDX-License-Identifier: MIT
import BotKit

extension Runner {
    /// The bots that it runs, as they are set up now.
    public var bots: [BotConfiguration] { configuration.bots }

    /// Goes over to another configuration; only what has changed begins anew, and says so in the log. What takes a start of the process stays
    /// as it was, with a warning.
    ///
    /// A bot whose plugins, prefixes or manners have changed goes on polling: each update ends on the plugins it began with. One whose own
    /// settings have changed finishes what it has in hand and starts again, alone.
    public func reload(to new: RunnerConfiguration) async {
        await opened.begun()
        guard let (fleet, drain) = running, !drain.hasBegun else { return }
        let plan = ReloadPlan(from: configuration, to: new)
        if !plan.needsRestart.isEmpty {
            logger.warning("reload: some keys count from the next start on", ["keys": plan.needsRestart.joined(separator: ", ")])
        }
        let ended = fleet.lives.contains { if case .stopped = $0.state { true } else { false } }
        guard !plan.isEmpty || ended else {
            adopt(plan.configuration)
            return logger.info(plan.needsRestart.isEmpty ? "reload: nothing has changed" : "reload: nothing else has changed")
        }
        announceHooks(of: plan.configuration.bots)
        do {
            let configuration = try await fleet.change(plan, until: drain)
            adopt(configuration)
            hooks.serve(configuration.bots)
            logger.info("reloaded", ["added": plan.added.count, "removed": plan.removed.count])
        } catch {
            // Cancelled: the runner ends.
        }
    }

    /// Takes posts for hooks that are new, and hides their secrets.
    private func announceHooks(of bots: [BotConfiguration]) {
        let known = Set(hooks.addresses)
        hooks.serve(bots)
        for secret in hooks.secrets { hide(secret) }
        for address in hooks.addresses where configuration.web != nil && !known.contains(address) { tellAddress(address) }
        if hooks.largestBody > bodyLimit {
            logger.warning("reload: some keys count from the next start on", ["keys": "the limit of a hook"])
        }
    }
}
