// Govorun: `govorun simulate`. SPDX-License-Identifier: MIT
import BotRunner
import VKSimulator

/// VK and its web chat alone, for bots of another process.
struct SimulateCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["simulate"], arguments: "[FILE]", summary: "runs VK and its web chat alone", count: 0...1,
        options: [
            .init(
                name: "listen", value: "HOST:PORT",
                help: "where to listen; FILE's simulator.listen, or 127.0.0.1:8421, when left out, port 0 for a free one")
        ],
        details: """
            With FILE, each of its bots has a community there with the bot's own token.
            Without, communities are made through POST /simulator/communities (Docs/simulator.md).
            """,
        isService: true)

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        let drain = Drain()
        let signals = Signals.begin(drain)
        defer { signals.cancel() }
        let configuration = try arguments.positional.first.map { try BotsYAML.load($0, context).configuration } ?? RunnerConfiguration()
        var address = configuration.simulator
        if let text = arguments["listen"] {
            guard let given = ListenAddress(text) else { throw ArgumentList.Problem(message: "'--listen' takes HOST:PORT, not '\(text)'") }
            address = given
        }
        let simulator = try await SimulatorHost.make(
            for: configuration.bots, at: address, key: arguments["listen"] == nil ? "simulator.listen" : "--listen", context)
        context.terminal.say("vk: \(simulator.baseURL)/method")
        context.terminal.say("web chat: \(simulator.baseURL)/")
        await drain.begun()
        await simulator.stop()
        return .success
    }
}
