// Govorun: `govorun version`. SPDX-License-Identifier: MIT

/// Prints the version.
struct VersionCommand: Subcommand {
    static let syntax = CommandSyntax(words: ["version"], arguments: "", summary: "prints the version", count: 0...0)

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        context.terminal.say("govorun \(Govorun.version)")
        return .success
    }
}
