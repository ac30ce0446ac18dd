// Govorun: `govorun state show`. SPDX-License-Identifier: MIT
import BotStorage
import TapeJSON

/// Shows the values of a namespace.
struct StateShowCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["state", "show"], arguments: "NAMESPACE [NAME]", summary: "shows the values of a namespace, or one of them", count: 1...2,
        options: [StateAccess.fileOption],
        details:
            "JSON and other text is shown as it is, anything else by its size. The namespaces are those that `govorun state list` names.")

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        try await StateAccess.withReadableStorage(arguments["file"] ?? "bots.yaml", context) { storage in
            let namespace = arguments.positional[0]
            guard !StateSecrets.holds(namespace) else {
                throw StateAccess.refuse("'\(namespace)' holds secrets, which are never shown", .permission, context)
            }
            guard arguments.positional.count == 2 else { return try await list(namespace, storage, context) }
            guard let value = try await storage.value(for: StorageKey(namespace, arguments.positional[1])) else {
                throw StateAccess.refuse("nothing is stored under that name", .badData, context)
            }
            context.terminal.say(Self.shown(value))
            return .success
        }
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
        if isEmpty { throw StateAccess.refuse("the namespace is empty", .badData, context) }
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
