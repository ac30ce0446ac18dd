// Govorun: /health of a running runner. SPDX-License-Identifier: MIT
import BotRunner
import MicroServer

enum HealthHost {
    /// Starts the server when `web:` asks for it.
    ///
    /// - Throws: `ExitCode.unavailable` when the port is taken.
    static func start(for runner: Runner, _ configuration: RunnerConfiguration, _ context: CommandContext) async throws -> HealthServer? {
        guard let address = configuration.web else { return nil }
        do {
            let server = try HealthServer(runner: runner, at: address)
            context.terminal.say("health: \(server.url)")
            return server
        } catch {
            context.terminal.complain(context.terminal.red("error: ") + "\(error) (the key is web.listen)")
            throw ExitCode.unavailable
        }
    }
}
