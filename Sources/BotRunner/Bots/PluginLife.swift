// Govorun: plugins start in order and stop in reverse. SPDX-License-Identifier: MIT
import BotKit

enum PluginLife {
    /// Starts all, each after those it needs, or none.
    ///
    /// - Returns: the plugins to stop at the end.
    /// - Throws: `BotProblem` naming the plugin that needs what is not there, or failed; `CancellationError`.
    static func start(_ instances: [PluginInstance], _ bot: Bot) async throws -> PluginCrew {
        do {
            let crew = try PluginCrew(instances, of: bot)
            try await crew.start()
            return crew
        } catch let problem as NeedProblem {
            throw BotProblem(message: problem.message)
        } catch let failure as PluginCrew.StartFailure {
            throw BotProblem(message: failure.description)
        }
    }
}
