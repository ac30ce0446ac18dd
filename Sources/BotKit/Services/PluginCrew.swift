// Govorun: the plugins of a bot from their start to their stop. SPDX-License-Identifier: MIT

/// Starts plugins after those they need, and stops them in reverse.
package struct PluginCrew: Sendable {
    /// The order they start in.
    package let instances: [PluginInstance]
    private let bot: Bot

    /// Puts the offers of `instances` up in `bot`, and sends their lines to its log; nothing has started yet.
    ///
    /// - Throws: the first `NeedProblem`.
    package init(_ instances: [PluginInstance], of bot: Bot) throws(NeedProblem) {
        let order = PluginOrder(instances)
        if let problem = order.problems.first { throw problem }
        self.instances = order.instances
        self.bot = bot
        for instance in instances { instance.gear.log(to: bot.logger.with("plugin", instance.name)) }
        bot.services.fill(from: instances)
        bot.jobBoard.fill(from: instances)
    }

    /// Starts all, or none: when one fails, those before it are stopped again.
    ///
    /// - Throws: `StartFailure` naming the plugin that failed; `CancellationError`.
    package func start() async throws {
        var started: [PluginInstance] = []
        for instance in instances {
            do {
                try await instance.plugin.start(bot.handed(to: instance.name))
                started.append(instance)
            } catch {
                await Self.stop(started)
                if error is CancellationError { throw error }
                throw StartFailure(plugin: instance.name, cause: error)
            }
        }
    }

    /// Stops all that was started.
    package func stop() async { await Self.stop(instances) }

    private static func stop(_ instances: [PluginInstance]) async {
        for instance in instances.reversed() { await instance.plugin.stop() }
    }

    /// A plugin that did not start.
    package struct StartFailure: Error, CustomStringConvertible {
        /// The instance.
        package let plugin: String
        /// What it threw.
        package let cause: any Error
        /// Both.
        package var description: String { "plugin '\(plugin)' did not start: \(cause)" }
    }
}
