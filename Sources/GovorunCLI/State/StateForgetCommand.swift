// Govorun: `govorun state forget`. SPDX-License-Identifier: MIT
import BotKit
import BotRunner
import BotStorage

/// Removes all that is stored for one bot.
struct StateForgetCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["state", "forget"], arguments: "BOT",
        summary: "removes all that is stored for a bot: inbox, state, planned jobs, what is set aside",
        count: 1...1,
        options: [StateAccess.fileOption],
        details: """
            BOT is a bot's name or its community's id. There is no way back: `govorun state export > FILE` keeps a copy, but for the inbox.
            The bot then starts as on its first day; what VK still holds for it is taken as `resume.first_start` says.
            """)

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        try await StateAccess.withStorage(arguments["file"] ?? "bots.yaml", context) { storage in
            let source = try await StateSource.find(arguments.positional[0], in: storage, context)
            // Whatever is kept for a source is kept under KIND/SOURCE, or KIND/SOURCE/MORE.
            let namespaces = try await storage.namespaces(NamePage(limit: .max)).filter { namespace in
                let parts = namespace.split(separator: "/", omittingEmptySubsequences: false)
                return parts.count > 1 && parts[1] == source.id
            }
            let names = try await StateSource.known(in: storage).filter { $0.id == source.id }.map { BotNames.key(of: $0.name) }
            let writes =
                [.forget(source: source.id)] + namespaces.map(Write.deleteNamespace) + names.map(Write.delete)
                + [.cancelErrands(of: source.id)]
            let counts = try await storage.commit(Commit(writes)).outcomes.map(\.count)
            let jobs = counts.last ?? 0
            let values = counts.dropFirst().reduce(0, +) - names.count - jobs
            context.terminal.say(
                "forgotten of \(source.name): \(counts[0]) waiting updates, \(values) values" + (jobs > 0 ? ", \(jobs) planned jobs" : ""))
            return .success
        }
    }
}
