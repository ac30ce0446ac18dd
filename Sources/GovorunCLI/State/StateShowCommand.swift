// Govorun: `govorun state show`. SPDX-License-Identifier: MIT
import BotStorage
import TapeJSON

/// Shows the values of a namespace.
struct StateShowCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["state", "show"], arguments: "NAMESPACE [NAME]", summary: "shows the values of a namespace, or one of them", count: 1...2,
        options: [StateAccess.fileOption],
        details: """
            JSON and other text is shown as it is, anything else by its size. The namespaces are those that `govorun state list` names; the
            NAME of a record is its id.
            """)

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        try await StateAccess.withReadableStorage(try StateAccess.file(arguments), context) { storage in
            let namespace = arguments.positional[0]
            guard !StateSecrets.holds(namespace) else {
                throw StateAccess.refuse("'\(namespace)' holds secrets, which are never shown", .permission, context)
            }
            let collection = try await StateRecords(storage).collection(of: namespace)
            guard arguments.positional.count == 2 else {
                if let collection { return try await listRecords(collection, storage, context) }
                return try await list(namespace, storage, context)
            }
            let name = arguments.positional[1]
            let value =
                if let collection {
                    try await storage.record(name, in: collection)?.body
                } else { try await storage.value(for: StorageKey(namespace, name)) }
            guard let value else {
                let others = try await storage.names(in: namespace, NamePage(limit: 1))
                let isKnown = collection != nil || !others.isEmpty
                let words = isKnown ? "nothing is stored under that name" : try await Self.absent(namespace, in: storage)
                throw StateAccess.refuse(words, .badData, context)
            }
            context.terminal.say(Self.shown(value))
            return .success
        }
    }

    /// What to do about a namespace that is not there: people know a bot's name, where the storage has its community's id.
    private static func absent(_ namespace: String, in storage: any Storage) async throws -> String {
        var parts = namespace.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let bots = try await StateSource.known(in: storage)
        guard parts.count > 1, let bot = bots.first(where: { $0.name == parts[1] }) else {
            return "there is no namespace '\(namespace)'; see govorun state list"
        }
        parts[1] = bot.id
        return "there is no namespace '\(namespace)'; a bot stands there by its community's id: \(parts.joined(separator: "/"))"
    }

    private func listRecords(_ collection: String, _ storage: any Storage, _ context: CommandContext) async throws -> ExitCode {
        try await StateRecords(storage).forEachPage(of: collection) { records in
            for record in records { context.terminal.say("\(record.id.onOneLine)  \(Self.shown(record.body))") }
        }
        return .success
    }

    private func list(_ namespace: String, _ storage: any Storage, _ context: CommandContext) async throws -> ExitCode {
        var page = NamePage()
        var isEmpty = true
        while case let names = try await storage.names(in: namespace, page), let last = names.last {
            isEmpty = false
            let values = try await storage.values(for: names.map { StorageKey(namespace, $0) })
            for case (let name, let value?) in zip(names, values) {
                context.terminal.say("\(name.onOneLine)  \(Self.shown(value.bytes))")
            }
            page.after = last
        }
        if isEmpty { throw StateAccess.refuse(try await Self.absent(namespace, in: storage), .badData, context) }
        return .success
    }

    /// A value as people may read it.
    static func shown(_ bytes: [UInt8]) -> String {
        guard let text = String(validating: bytes, as: UTF8.self), (try? JSONDocument(bytes)) != nil || text.onOneLine == text else {
            return String.size(ofBytes: bytes.count)
        }
        return text.onOneLine
    }
}

/// Which namespaces are for the program alone.
enum StateSecrets {
    /// Whether a namespace holds what nobody may see: those under `secrets/`.
    static func holds(_ namespace: String) -> Bool { namespace == "secrets" || namespace.hasPrefix("secrets/") }
}
