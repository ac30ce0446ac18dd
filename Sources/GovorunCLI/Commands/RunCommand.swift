// Govorun: `govorun run`. SPDX-License-Identifier: MIT
import BotKit
import BotRunner
import VKSimulator

/// Runs the bots until SIGTERM or SIGINT.
struct RunCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["run"], arguments: "[FILE]", summary: "runs the bots of bots.yaml", count: 0...1,
        details: """
            SIGTERM and SIGINT (Ctrl-C) stop gracefully: polling ends, running handlers finish, exit code 0.
            A second signal ends at once. Exit code 78 or 69 when no bot is left: bots.yaml has to change, or VK refuses.
            With vk.api: simulator, VK itself runs in this process, and its web chat is where the printed address says.
            """)

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        var (configuration, sink) = try BotsYAML.load(BotsYAML.path(arguments), context)
        let logger = sink.logger(level: configuration.logLevel)
        logger.info("storage", ["kind": configuration.storage.kind])
        let drain = Drain()
        let signals = Signals.begin(drain)
        defer { signals.cancel() }
        let simulator = try await SimulatorHost.start(for: &configuration, sink: sink, context)
        let runner = Runner(configuration, sink: sink)
        let health = try await HealthHost.start(for: runner, configuration, context)
        // Told only now: what is written before the bots listen would find nobody.
        let ending = try await runner.run(until: drain) {
            if let simulator { context.terminal.say("web chat: \(simulator.baseURL)/") }
        }
        await health?.stop()
        await simulator?.stop()
        switch ending {
        case .drained, .drainTimedOut: return .success
        case .misconfigured: return .configuration
        case .failed: return .unavailable
        }
    }
}
