// Govorun: `govorun check`. SPDX-License-Identifier: MIT
import BotKit
import BotRunner

/// Reads the file, makes the plugins, and says everything that is wrong; touches no network.
struct CheckCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["check"], arguments: "[FILE]", summary: "finds every mistake in bots.yaml; starts nothing", count: 0...1,
        details: "Every mistake is printed with its line and column. Exit code 78 when there are any.")

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        let path = BotsYAML.path(arguments)
        let configuration = try BotsYAML.load(path, context).configuration
        let bots = configuration.bots
        context.terminal.say("\(path): no mistakes; \(bots.count) \(bots.count == 1 ? "bot" : "bots")")
        for bot in bots {
            context.terminal.say("  \(bot.name): " + bot.plugins.map(\.instance.name).joined(separator: ", "))
        }
        return .success
    }
}
