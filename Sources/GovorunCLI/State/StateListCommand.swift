// Govorun: `govorun state list`. SPDX-License-Identifier: MIT
import BotRunner
import BotStorage

/// Shows what the storage holds, by bot and by namespace.
struct StateListCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["state", "list"], arguments: "[FILE]", summary: "tells what the storage of bots.yaml holds", count: 0...1,
        options: [StateAccess.fileOption],
        details: """
            For each bot: updates that wait in its inbox, updates set aside, parked plugins; then all namespaces of key-value data, and as
            records/COMMUNITY/PLUGIN/TYPE the records of plugins.
            """)

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        if let file = arguments.positional.first, let other = arguments["file"], file != other {
            throw ArgumentList.Problem(message: "which file is meant, '\(file)' or '\(other)'? name one")
        }
        return try await StateAccess.withReadableStorage(arguments["file"] ?? BotsYAML.path(arguments), context) { storage in
            let (sources, namespaces) = (try await Self.sources(of: storage), try await Self.namespaces(of: storage))
            if sources.rows.isEmpty, namespaces.rows.isEmpty { context.terminal.say("nothing is stored") }
            for (index, table) in [sources, namespaces].filter({ !$0.rows.isEmpty }).enumerated() {
                context.terminal.say((index > 0 ? "\n" : "") + table.lines.joined(separator: "\n"))
            }
            return .success
        }
    }

    private static func sources(of storage: any Storage) async throws -> TextTable {
        var table = TextTable(
            .init(heading: "BOT"), .init(heading: "COMMUNITY"), .init(heading: "WAITING", isNumber: true),
            .init(heading: "SIZE", isNumber: true), .init(heading: "OLDEST", isNumber: true), .init(heading: "SET ASIDE", isNumber: true),
            .init(heading: "PARKED"))
        let (setAside, parked) = (SetAside(storage), ParkedPlugins(storage))
        let names = try await StateSource.known(in: storage)
        let inboxes = try await storage.inboxes()
        let all = Set(try await names.map(\.id) + inboxes.map(\.source) + setAside.sources() + parked.sources())
        for source in all.sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
            let inbox = inboxes.first { $0.source == source } ?? InboxState(source: source)
            let name = names.filter { $0.id == source }.map(\.name).joined(separator: ", ")
            let plugins = try await parked.entries(of: source).map(\.plugin)
            table.rows.append([
                name.isEmpty ? "-" : name.onOneLine, source.onOneLine, "\(inbox.updates)", String.size(ofBytes: inbox.bytes),
                .age(of: inbox.oldest, at: storage.now), "\(try await setAside.count(of: source))",
                plugins.isEmpty ? "-" : plugins.joined(separator: ", ").onOneLine,
            ])
        }
        return table
    }

    private static func namespaces(of storage: any Storage) async throws -> TextTable {
        var table = TextTable(.init(heading: "NAMESPACE"), .init(heading: "ENTRIES", isNumber: true))
        for namespace in try await storage.namespaces(NamePage(limit: .max)) {
            let count = try await storage.names(in: namespace, NamePage(limit: .max)).count
            table.rows.append([namespace.onOneLine, "\(count)"])
        }
        for collection in try await StateRecords(storage).collections() {
            let count = try await storage.count(in: collection, .everything)
            table.rows.append([StateRecords.namespace(of: collection).onOneLine, "\(count)"])
        }
        table.rows.sort { $0[0] < $1[0] }
        return table
    }
}
