// Govorun: plugins start in order and stop in reverse. SPDX-License-Identifier: MIT
import BotKit

enum PluginLife {
    /// Starts all, or none: when one fails, those before it are stopped again.
    ///
    /// - Returns: the plugins to stop at the end.
    /// - Throws: `BotProblem` naming the plugin that failed; `CancellationError`.
    static func start(_ instances: [PluginInstance], _ bot: Bot) async throws -> [PluginInstance] {
        var started: [PluginInstance] = []
        for instance in instances {
            do {
                try await instance.plugin.start(bot)
                started.append(instance)
            } catch {
                await stop(started)
                if error is CancellationError { throw error }
                throw BotProblem(message: "plugin '\(instance.name)' did not start: \(error)")
            }
        }
        return started
    }

    static func stop(_ instances: [PluginInstance]) async {
        for instance in instances.reversed() { await instance.plugin.stop() }
    }
}
