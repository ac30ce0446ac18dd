// Govorun: `govorun state forget`. SPDX-License-Identifier: MIT
import BotKit
import BotRunner
import BotStorage

/// Removes all that is stored for one bot, or for one plugin of it.
struct StateForgetCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["state", "forget"], arguments: "BOT [PLUGIN]",
        summary: "removes all that is stored for a bot: inbox, state, records, planned jobs, what is set aside; or for one of its plugins",
        count: 1...2,
        options: [StateAccess.fileOption],
        details: """
            BOT is a bot's name or its community's id. There is no way back: `govorun state export > FILE` keeps a copy, but for the inbox.
            The bot then starts as on its first day; what VK still holds for it is taken as `resume.first_start` says.
            With PLUGIN, as bots.yaml names it, only that plugin's state, dialogues, records and planned jobs are removed. Whether it is
            parked or switched off stays.
            """)

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        try await StateAccess.withStorage(try StateAccess.file(arguments), context) { storage in
            let source = try await StateSource.find(arguments.positional[0], in: storage, context)
            let plugin = arguments.positional.count > 1 ? arguments.positional[1] : nil
            let found = try await StateBelongings(of: source.id, plugin: plugin, in: storage)
            if let plugin {
                try await Self.check(found, of: plugin, source, storage, context)
                let counts = try await Self.remove(found, [], in: storage)
                context.terminal.say("forgotten of \(plugin.onOneLine) of \(source.name): \(counts.told)")
            } else {
                let names = try await StateSource.known(in: storage).filter { $0.id == source.id }.map { BotNames.key(of: $0.name) }
                let counts = try await Self.remove(found, [.forget(source: source.id)] + names.map(Write.delete), in: storage)
                let updates = counts.others.first ?? 0
                context.terminal.say("forgotten of \(source.name): \(Self.count(updates, "waiting update")), \(counts.told)")
            }
            return .success
        }
    }

    /// How much of each was removed.
    private struct Counts {
        let others: [Int]
        let values: Int
        let records: Int
        let jobs: Int

        var told: String {
            let rest = [(records, "record"), (jobs, "planned job")].filter { $0.0 > 0 }
            return ([(values, "value")] + rest).map { StateForgetCommand.count($0, $1) }.joined(separator: ", ")
        }
    }

    private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

    private static func remove(_ found: StateBelongings, _ others: [Write], in storage: any Storage) async throws -> Counts {
        let (values, records) = (found.namespaces.map(Write.deleteNamespace), found.collections.map { Write.record(.drop(collection: $0)) })
        var counts = try await storage.commit(Commit(others + values + records + found.cancellations)).outcomes.map(\.count)[...]
        func next(_ count: Int) -> [Int] {
            defer { counts = counts.dropFirst(count) }
            return Array(counts.prefix(count))
        }
        return Counts(
            others: next(others.count), values: next(values.count).reduce(0, +), records: next(records.count).reduce(0, +),
            jobs: next(found.cancellations.count).reduce(0, +))
    }

    private static func check(
        _ found: StateBelongings, of plugin: String, _ source: StateSource, _ storage: any Storage, _ context: CommandContext
    ) async throws {
        guard found.isEmpty else { return }
        let plugins = try await StateBelongings.plugins(of: source.id, in: storage).map(\.onOneLine)
        throw StateAccess.refuse(
            "nothing is stored for '\(plugin)' of \(source.name)"
                + (plugins.isEmpty ? ", nor for any other plugin of it" : "; there are \(plugins.joined(separator: ", "))"), .badData,
            context)
    }
}
