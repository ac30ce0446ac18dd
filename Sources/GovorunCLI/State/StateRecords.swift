// Govorun: the records of plugins among the namespaces. SPDX-License-Identifier: MIT
import BotStorage

/// Collections as `govorun state` names them: `records/COMMUNITY/PLUGIN/TYPE`.
struct StateRecords: Sendable {
    private static let prefix = "records/"
    private let storage: any Storage

    init(_ storage: any Storage) { self.storage = storage }

    /// What a collection is called among the namespaces.
    static func namespace(of collection: String) -> String { prefix + collection }

    /// All collections, by name.
    func collections() async throws -> [String] { try await storage.collections(NamePage(limit: .max)) }

    /// The collection that is called `namespace`; `nil` when there is none.
    func collection(of namespace: String) async throws -> String? {
        guard namespace.hasPrefix(Self.prefix) else { return nil }
        let name = String(namespace.dropFirst(Self.prefix.count))
        return try await storage.schema(of: name) == nil ? nil : name
    }

    /// Gives `body` all records of a collection, some at a time, by id.
    func forEachPage(of collection: String, _ body: ([StoredRecord]) throws -> Void) async throws {
        var query = RecordQuery()
        while true {
            let page = try await storage.records(in: collection, query)
            if !page.records.isEmpty { try body(page.records) }
            guard let next = page.next else { return }
            query.after = next
        }
    }
}
