// Govorun: `govorun plugins`. SPDX-License-Identifier: MIT
import BotKit
import BotRunner

/// Lists the plugins, or tells all of one.
struct PluginsCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["plugins"], arguments: "[NAME]",
        summary: "lists the plugins, or one's options, commands, events, timers, hooks, texts and needs",
        count: 0...1)

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        guard let name = arguments.positional.first else {
            list(context)
            return .success
        }
        guard let type = context.plugins.first(where: { $0.name == name }) else {
            context.terminal.complain(context.terminal.red("error: ") + PluginCatalog(context.plugins).unknown(name))
            return .usage
        }
        for line in try PluginDescription(of: type).lines { context.terminal.say(line) }
        return .success
    }

    private func list(_ context: CommandContext) {
        let width = context.plugins.map { $0.name.count }.max() ?? 0
        for type in context.plugins.sorted(by: { $0.name < $1.name }) {
            context.terminal.say("\(HelpText.padded(type.name, width))  \(type.summary)")
        }
    }
}
