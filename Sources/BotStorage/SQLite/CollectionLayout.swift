// Govorun: the table of a collection. SPDX-License-Identifier: MIT
import TapeJSON

/// A collection's schema, and the table that has a column per index. The id is never used again: other indexes, other table.
struct CollectionLayout {
    let id: Int64
    let schema: RecordSchema

    /// Made of a number, never of a name somebody gave.
    var table: String { "record_\(id)" }

    func column(of index: String) throws(StorageError) -> String { "i\(try schema.position(of: index))" }

    /// The statements that make the table.
    var creation: String {
        let columns = schema.indexes.indices.map { ", i\($0)" }.joined()
        let indexes = schema.indexes.enumerated().map { place, index in
            // The id is in it, so that a page in this order is read from the index alone.
            "CREATE \(index.isUnique ? "UNIQUE INDEX \(table)_i\(place) ON \(table) (i\(place))" : "INDEX \(table)_i\(place) ON \(table) (i\(place), id)");"
        }
        return """
            CREATE TABLE \(table) (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, revision INTEGER NOT NULL, body BLOB NOT NULL\(columns));
            \(indexes.joined(separator: "\n"))
            """
    }

    /// The statement that writes a record, with the values of its indexes behind id, revision and body.
    var insertion: String {
        let columns = schema.indexes.indices
        return """
            INSERT INTO \(table) (id, revision, body\(columns.map { ", i\($0)" }.joined()))
            VALUES (?1, ?2, ?3\(columns.map { ", ?\($0 + 4)" }.joined()))
            ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, body = excluded.body\
            \(columns.map { ", i\($0) = excluded.i\($0)" }.joined())
            """
    }
}

/// The layouts a connection has met.
final class CollectionLayouts {
    private var known: [Int64: CollectionLayout] = [:]

    /// The layout of a collection.
    ///
    /// - Throws: `unknownCollection`.
    func layout(of collection: String, on connection: Connection) throws(StorageError) -> CollectionLayout {
        guard let layout = try find(collection, on: connection) else { throw .record(.unknownCollection, collection) }
        return layout
    }

    func find(_ collection: String, on connection: Connection) throws(StorageError) -> CollectionLayout? {
        guard let id = try connection.row("SELECT id FROM collections WHERE name = ?1", .text(collection), read: { $0.integer(0) }) else {
            return nil
        }
        if let layout = known[id] { return layout }
        let bytes = try connection.row("SELECT indexes FROM collections WHERE id = ?1", .integer(id)) { $0.bytes(0) } ?? []
        do {
            let layout = CollectionLayout(
                id: id, schema: RecordSchema(collection, indexes: try TapeDecoder().decode([RecordIndex].self, from: bytes)))
            if known.count > 1_000 { known.removeAll() }
            known[id] = layout
            return layout
        } catch {
            throw StorageError(.corrupt, cause: error) { $0.collection = collection }
        }
    }
}
