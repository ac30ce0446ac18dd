// Govorun: bots.yaml is read again while the bots run. SPDX-License-Identifier: MIT
import BotKit
import Synchronization

extension Runner {
    /// The bots that it runs, as they are set up now.
    public var bots: [BotConfiguration] { configuration.bots }

    /// Another configuration that its bots are on their way to.
    public struct Reload: Sendable {
        fileprivate let runner: Runner
        fileprivate let fleet: Fleet
        fileprivate let wave: Fleet.Wave

        /// Returns once every bot that it changes has come to it, but for those that are busy with an earlier change: these take it when they
        /// are done. Returns early when cancelled.
        public func settled() async {
            await wave.settled()
            if Task.isCancelled { return }
            runner.hooks.serve { fleet.configurations }
            guard !wave.answer.isEmpty else { return }
            let answer = wave.answer
            guard !answer.waiting.isEmpty else {
                return runner.logger.info("reloaded", ["added": answer.added, "removed": answer.removed])
            }
            let waiting = answer.waiting.joined(separator: ", ")
            runner.logger.info("reloaded", ["added": answer.added, "removed": answer.removed, "waiting": waiting])
        }
    }

    /// Goes over to another configuration, and returns once its bots have: see ``beginReload(to:)``.
    public func reload(to new: RunnerConfiguration) async { await beginReload(to: new)?.settled() }

    /// Begins to go over to another configuration; only what has changed begins anew, and says so in the log. What takes a start of the
    /// process stays as it was, with a warning.
    ///
    /// A bot whose plugins, prefixes or manners have changed goes on polling: each update ends on the plugins it began with. One whose own
    /// settings have changed finishes what it has in hand and starts again, alone. A bot that is still busy with an earlier change takes the
    /// newest configuration when it is done; nobody waits for it.
    ///
    /// - Returns: what can be waited for; `nil` when the runner ends.
    public func beginReload(to new: RunnerConfiguration) async -> Reload? {
        await opened.begun()
        guard let (fleet, drain) = running, !drain.hasBegun else { return nil }
        return changing.withLock { _ in begin(ReloadPlan(from: configuration, to: new), fleet) }
    }

    private func begin(_ plan: ReloadPlan, _ fleet: Fleet) -> Reload {
        if !plan.needsRestart.isEmpty {
            logger.warning("reload: some keys count from the next start on", ["keys": plan.needsRestart.joined(separator: ", ")])
        }
        if plan.changesLog { log(at: plan.configuration.logLevel, as: plan.configuration.logFormat) }
        adopt(plan.configuration)
        announceHooks(of: plan.configuration.bots)
        let wave = fleet.change(to: plan.configuration.bots)
        if wave.answer.isEmpty {
            let isAll = plan.needsRestart.isEmpty && !plan.changesLog
            logger.info(isAll ? "reload: nothing has changed" : "reload: nothing else has changed")
        }
        return Reload(runner: self, fleet: fleet, wave: wave)
    }

    /// Takes posts for hooks that are new, and hides their secrets.
    private func announceHooks(of bots: [BotConfiguration]) {
        let known = Set(hooks.addresses)
        hooks.serve { bots }
        for secret in hooks.secrets { hide(secret) }
        for address in hooks.addresses where configuration.web != nil && !known.contains(address) { tellAddress(address) }
    }
}
