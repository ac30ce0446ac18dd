// Govorun: finds the command and runs it. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import MarkedYAML

/// What a command works with.
struct CommandContext: Sendable {
    let plugins: [any Plugin.Type]
    let environment: [String: String]
    /// The path of the running binary.
    let program: String
    let terminal: Terminal
}

/// One command of the command line.
protocol Subcommand: Sendable {
    static var syntax: CommandSyntax { get }
    init()
    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode
}

/// The whole command line.
struct CommandLineTool {
    static let commands: [any Subcommand.Type] = [
        RunCommand.self, DevCommand.self, CheckCommand.self, SimulateCommand.self, PluginsCommand.self, NewPluginCommand.self,
        NewProjectCommand.self,
        AuthUserCommand.self, AuthCommunityCommand.self, AuthLogoutCommand.self,
        StateListCommand.self, StateShowCommand.self, StateSetAsideCommand.self, StateReplayCommand.self, StateDropCommand.self,
        StateUnparkCommand.self, StateExportCommand.self, StateImportCommand.self, StateForgetCommand.self, FailuresCommand.self,
        VersionCommand.self,
    ]

    let context: CommandContext

    /// Runs what `words` say; what could not be printed is a failure, unless the command's work is another.
    func runToTheEnd(_ words: [String]) async -> ExitCode {
        let code = await run(words)
        guard code == .success, !Self.isService(words), let failure = context.terminal.finishOutput() else { return code }
        context.terminal.complain(context.terminal.red("error: ") + "standard output: \(failure); not all of it was written")
        return .cannotCreate
    }

    /// Runs what `words` say.
    func run(_ words: [String]) async -> ExitCode {
        if words.isEmpty || words == ["--help"] || words == ["-h"] || words.first == "help" {
            let rest = words.first == "help" ? Array(words.dropFirst()) : []
            if rest.isEmpty { return help() }
            return await run(rest + ["--help"])
        }
        if words == ["--version"] { return await run(["version"]) }
        guard let command = Self.find(words) else {
            let group = Self.commands.map { $0.syntax }.filter { $0.words.count > 1 && $0.words[0] == words[0] }
            if !group.isEmpty, words.count == 1 || words.contains("--help") || words.contains("-h") || words[1] == "help" {
                context.terminal.say(HelpText.group(words[0], group))
                return .success
            }
            let names = (group.isEmpty ? Self.commands.map { $0.syntax } : group).map { $0.words.joined(separator: " ") }
            let wanted = words.prefix(2).joined(separator: " ")
            let meant = Spelling.nearest(to: wanted, among: names) ?? Spelling.nearest(to: words[0], among: names)
            let list = "there are \(names.joined(separator: ", "))"
            return complain("unknown command '\(wanted)'; " + (meant.map { "did you mean '\($0)'? " } ?? "") + list)
        }
        let rest = Array(words.dropFirst(command.syntax.words.count))
        if rest.contains("--help") || rest.contains("-h") {
            context.terminal.say(HelpText.of(command.syntax))
            return .success
        }
        return await run(command, rest)
    }

    private func run(_ command: any Subcommand.Type, _ rest: [String]) async -> ExitCode {
        do {
            return try await command.init().run(ArgumentList(rest, command.syntax), in: context)
        } catch let problem as ArgumentList.Problem {
            return complain("\(problem.message)\n" + HelpText.usage(of: command.syntax))
        } catch let code as ExitCode {
            return code
        } catch {
            context.terminal.complain(context.terminal.red("error: ") + "\(error)")
            return (error as? StorageError).map(ExitCode.init) ?? .software
        }
    }

    /// Whether `words` name a command that works until it is stopped.
    static func isService(_ words: [String]) -> Bool { find(words)?.syntax.isService == true }

    private static func find(_ words: [String]) -> (any Subcommand.Type)? { commands.first { words.starts(with: $0.syntax.words) } }

    private func help() -> ExitCode {
        context.terminal.say(HelpText.overview(Self.commands.map { $0.syntax }))
        return .success
    }

    private func complain(_ message: String) -> ExitCode {
        context.terminal.complain(context.terminal.red("error: ") + message)
        return .usage
    }
}

/// The texts of `--help`.
enum HelpText {
    static func overview(_ commands: [CommandSyntax]) -> String {
        """
        Govorun \(Govorun.version): VK community chat bots from one bots.yaml

        \(list(commands))

        govorun COMMAND --help tells more of a command.
        """
    }

    /// The commands that begin with `word`.
    static func group(_ word: String, _ commands: [CommandSyntax]) -> String {
        """
        usage: govorun \(word) COMMAND

        \(list(commands))

        govorun \(word) COMMAND --help tells more of a command.
        """
    }

    private static func list(_ commands: [CommandSyntax]) -> String {
        let width = commands.map { invocation($0).count }.max() ?? 0
        return commands.map { "  \(padded(invocation($0), width))  \($0.summary)" }.joined(separator: "\n")
    }

    static func usage(of syntax: CommandSyntax) -> String {
        "usage: govorun " + invocation(syntax) + (syntax.options.isEmpty ? "" : " [options]")
    }

    static func of(_ syntax: CommandSyntax) -> String {
        var parts = [usage(of: syntax), "", syntax.summary]
        if !syntax.details.isEmpty { parts += ["", syntax.details] }
        if !syntax.options.isEmpty {
            let shown = syntax.options.map { ("--\($0.name)" + ($0.value.isEmpty ? "" : " \($0.value)"), $0.help) }
            let width = shown.map(\.0.count).max() ?? 0
            parts += ["", "options:"] + shown.map { "  \(padded($0.0, width))  \($0.1)" }
        }
        return parts.joined(separator: "\n")
    }

    private static func invocation(_ syntax: CommandSyntax) -> String {
        (syntax.words + (syntax.arguments.isEmpty ? [] : [syntax.arguments])).joined(separator: " ")
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
