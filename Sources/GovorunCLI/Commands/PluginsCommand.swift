// Govorun: `govorun plugins`. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML

/// Lists the plugins, or tells of one: its options with their defaults, its commands.
struct PluginsCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["plugins"], arguments: "[NAME]", summary: "lists the plugins, or one's options and commands", count: 0...1)

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        guard let name = arguments.positional.first else {
            list(context)
            return .success
        }
        guard let type = context.plugins.first(where: { $0.name == name }) else {
            let names = context.plugins.map { $0.name }.joined(separator: ", ")
            context.terminal.complain(context.terminal.red("error: ") + "there is no plugin '\(name)'; there are \(names)")
            return .usage
        }
        try describe(type, context.terminal)
        return .success
    }

    private func list(_ context: CommandContext) {
        let width = context.plugins.map { $0.name.count }.max() ?? 0
        for type in context.plugins.sorted(by: { $0.name < $1.name }) {
            context.terminal.say("\(HelpText.padded(type.name, width))  \(type.summary)")
        }
    }

    private func describe<P: Plugin>(_ type: P.Type, _ terminal: Terminal) throws {
        terminal.say("\(P.name): \(P.summary)")
        let options = try OptionTree(describing: P.Options.self).children
        terminal.say(options.isEmpty ? "\nno options" : "\noptions, with their defaults (under 'with:' in bots.yaml):")
        for option in options { say(option, indent: 2, terminal) }
        let commands = try P(PluginSetup(name: P.name)).commandForms
        if !commands.isEmpty { terminal.say("\ncommands:") }
        for command in commands {
            terminal.say("  \(command.usage(prefix: "/"))" + (command.help.isEmpty ? "" : " — \(command.help)"))
        }
    }

    private func say(_ option: OptionTree, indent: Int, _ terminal: Terminal) {
        let margin = String(repeating: " ", count: indent)
        if option.children.isEmpty {
            let choices = option.choices.isEmpty ? "" : "  # " + option.choices.joined(separator: " | ")
            terminal.say("\(margin)\(option.name): \(option.defaultText)\(choices)")
        } else {
            terminal.say("\(margin)\(option.name):")
            for child in option.children { say(child, indent: indent + 2, terminal) }
        }
    }
}
