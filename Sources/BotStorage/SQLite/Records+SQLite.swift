// Govorun: records in SQLite. SPDX-License-Identifier: MIT
import TapeJSON

extension Connection {
    func revision(of id: String, in layout: CollectionLayout) throws(StorageError) -> Int64? {
        try row("SELECT revision FROM \(layout.table) WHERE id = ?1", .text(id)) { $0.integer(0) }
    }
}

extension WriteSession {
    func perform(_ write: RecordWrite) throws(StorageError) -> Receipt.Outcome {
        switch write {
        case .declare(let schema):
            try declare(schema.checked())
            return .done
        case .insert(let name, let id, let body):
            let layout = try connection.layouts.layout(of: name, on: connection)
            guard try connection.revision(of: id, in: layout) == nil else { throw .record(.alreadyExists, name, id) }
            return try put(StoredRecord(id: id, body: body, revision: 1), layout)
        case .update(let name, let id, let body):
            let layout = try connection.layouts.layout(of: name, on: connection)
            guard let revision = try connection.revision(of: id, in: layout) else { throw .record(.notFound, name, id) }
            return try put(StoredRecord(id: id, body: body, revision: revision + 1), layout)
        case .put(let name, let id, let body):
            let layout = try connection.layouts.layout(of: name, on: connection)
            let revision = try connection.revision(of: id, in: layout) ?? 0
            return try put(StoredRecord(id: id, body: body, revision: revision + 1), layout)
        case .delete(let name, let id):
            let layout = try connection.layouts.layout(of: name, on: connection)
            try connection.run("DELETE FROM \(layout.table) WHERE id = ?1", .text(id))
            return .removed(connection.changes)
        case .drop(let name):
            return .removed(try drop(name))
        }
    }

    private func put(_ record: StoredRecord, _ layout: CollectionLayout) throws(StorageError) -> Receipt.Outcome {
        let values = try layout.schema.values(of: record.body, id: record.id).map(SQLValue.init)
        for (place, index) in layout.schema.indexes.enumerated() where index.isUnique {
            if case .null = values[place] { continue }
            let owner = try connection.row("SELECT id FROM \(layout.table) WHERE i\(place) = ?1", values[place]) { $0.text(0) }
            guard owner.map({ $0.utf8.elementsEqual(record.id.utf8) }) ?? true else {
                throw .record(.uniqueViolation, layout.schema.collection, record.id, index: index.path)
            }
        }
        try connection.run(layout.insertion, [.text(record.id), .integer(record.revision), .bytes(record.body)] + values)
        return .revision(record.revision)
    }

    // MARK: Collections

    private func declare(_ schema: RecordSchema) throws(StorageError) {
        let old = try connection.layouts.find(schema.collection, on: connection)
        if let old, old.schema == schema { return }
        if let old { try connection.run("DELETE FROM collections WHERE id = ?1", .integer(old.id)) }
        try connection.run("INSERT INTO collections (name, indexes) VALUES (?1, ?2)", .text(schema.collection), .bytes(Self.encode(schema)))
        let layout = CollectionLayout(id: connection.lastInsertedID, schema: schema)
        try connection.execute(layout.creation)
        guard let old else { return }
        try copy(from: old, to: layout)
        try connection.execute("DROP TABLE \(old.table)")
    }

    private static func encode(_ schema: RecordSchema) throws(StorageError) -> [UInt8] {
        do { return try TapeEncoder().encode(schema.indexes) } catch { throw StorageError(.failed, cause: error) }
    }

    /// Copies records some at a time, so that memory stays flat.
    private func copy(from old: CollectionLayout, to new: CollectionLayout) throws(StorageError) {
        var last: Int64 = .min
        while true {
            let some = try connection.rows(
                "SELECT key, id, body, revision FROM \(old.table) WHERE key > ?1 ORDER BY key LIMIT 100", [.integer(last)]
            ) { row in (key: row.integer(0), record: StoredRecord(id: row.text(1), body: row.bytes(2), revision: row.integer(3))) }
            for (_, record) in some { _ = try put(record, new) }
            guard let end = some.last?.key else { return }
            last = end
        }
    }

    private func drop(_ name: String) throws(StorageError) -> Int {
        guard let layout = try connection.layouts.find(name, on: connection) else { return 0 }
        let count = try connection.row("SELECT count(*) FROM \(layout.table)") { $0.count(0) } ?? 0
        try connection.execute("DROP TABLE \(layout.table)")
        try connection.run("DELETE FROM collections WHERE id = ?1", .integer(layout.id))
        return count
    }
}

extension SQLiteStorage {
    /// The record with an id.
    public func record(_ id: String, in collection: String) async throws -> StoredRecord? {
        try await read(from: collection) { connection, layout throws(StorageError) in
            try connection.row("SELECT id, body, revision FROM \(layout.table) WHERE id = ?1", .text(id)) { StoredRecord($0) }
        }
    }

    /// A page of records.
    public func records(in collection: String, _ query: RecordQuery) async throws -> RecordPage {
        try await read(from: collection) { connection, layout throws(StorageError) in
            try query.filter.check(in: layout.schema)
            let sql = try RecordSQL.page(query, in: layout)
            let found = try connection.rows(sql.text, sql.values) { row in (record: StoredRecord(row), value: row.indexValue(3)) }
            let wanted = found.prefix(query.limit)
            let next = wanted.last.flatMap { found.count > wanted.count ? RecordCursor(value: $0.value, id: $0.record.id) : nil }
            return RecordPage(records: wanted.map(\.record), next: next)
        }
    }

    /// How many records there are.
    public func count(in collection: String, _ filter: RecordFilter) async throws -> Int {
        try await read(from: collection) { connection, layout throws(StorageError) in
            try filter.check(in: layout.schema)
            let sql = try RecordSQL.count(filter, in: layout)
            return try connection.rows(sql.text, sql.values) { $0.count(0) }.first ?? 0
        }
    }

    /// A collection's indexes.
    public func schema(of collection: String) async throws -> RecordSchema? {
        try await read { connection, _ throws(StorageError) in try connection.layouts.find(collection, on: connection)?.schema }
    }

    /// The names of the collections.
    public func collections(_ page: NamePage) async throws -> [String] {
        try await read { connection, _ throws(StorageError) in
            try connection.rows(
                "SELECT name FROM collections WHERE name >= ?1 AND name < ?2 AND (?3 IS NULL OR name > ?3) ORDER BY name LIMIT ?4",
                .bounds(of: page) + [.count(page.limit)]
            ) { $0.text(0) }
        }
    }

    private func read<Value: Sendable>(
        from collection: String, _ body: @escaping @Sendable (Connection, CollectionLayout) throws(StorageError) -> Value
    ) async throws -> Value {
        try await read { connection, _ throws(StorageError) in
            try body(connection, connection.layouts.layout(of: collection, on: connection))
        }
    }
}

extension StoredRecord {
    /// Reads the columns id, body, revision.
    fileprivate init(_ row: Statement.Row) { self.init(id: row.text(0), body: row.bytes(1), revision: row.integer(2)) }
}
