// Govorun: one connection to an SQLite file. SPDX-License-Identifier: MIT
import CSQLiteShim

/// A connection with its prepared statements. One thread makes it, uses it and lets go of it.
final class Connection {
    enum Mode { case readingAndWriting, reading }

    /// Statements kept; fixed ones are far fewer, the rest is for questions to collections.
    private static let statementLimit = 256

    /// The collections it has met.
    let layouts = CollectionLayouts()
    private let raw: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// Opens a file. What cannot be opened throws ``StorageError``.
    init(_ path: String, _ mode: Mode, busyTimeout: Duration) throws(StorageError) {
        guard sqlite3_threadsafe() != 0 else { throw StorageError(.failed) { $0.detail = "SQLite was built for one thread" } }
        var connection: OpaquePointer?
        let access = mode == .reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let code = sqlite3_open_v2(path, &connection, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let connection else { throw StorageError(.outOfMemory) }
        guard code == SQLITE_OK else {
            let error = StorageError.library(code, of: connection)
            sqlite3_close_v2(connection)
            throw error
        }
        raw = connection
        sqlite3_busy_timeout(
            raw, Int32(clamping: busyTimeout.components.seconds * 1_000 + busyTimeout.components.attoseconds / 1_000_000_000_000_000))
    }

    deinit {
        statements = [:]  // before the connection they belong to
        sqlite3_close_v2(raw)
    }

    /// Whether a transaction is open; an error may have ended it.
    var isInTransaction: Bool { sqlite3_get_autocommit(raw) == 0 }

    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes(raw)) }

    /// The id of the row inserted last.
    var lastInsertedID: Int64 { sqlite3_last_insert_rowid(raw) }

    /// Runs statements that are not worth keeping: settings, changes of the schema.
    func execute(_ sql: String) throws(StorageError) {
        let code = sqlite3_exec(raw, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw .library(code, of: raw) }
    }

    /// Runs a statement to its end.
    func run(_ sql: String, _ values: SQLValue...) throws(StorageError) { try run(sql, values) }

    /// Runs a statement to its end.
    func run(_ sql: String, _ values: [SQLValue]) throws(StorageError) {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {}
    }

    /// Runs a statement whose only parameter is large to its end.
    func run(_ sql: String, lending bytes: [UInt8]) throws(StorageError) { try prepared(sql).run(lending: bytes) }

    /// Runs a statement and hands each row to `read`, until that returns false.
    func forEachRow(_ sql: String, _ values: [SQLValue], _ read: (Statement.Row) -> Bool) throws(StorageError) {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() { guard read(statement.row) else { return } }
    }

    /// Runs a statement and reads each row.
    func rows<Value>(_ sql: String, _ values: [SQLValue], _ read: (Statement.Row) -> Value) throws(StorageError) -> [Value] {
        var found: [Value] = []
        try forEachRow(sql, values) { row in
            found.append(read(row))
            return true
        }
        return found
    }

    /// Runs a statement that has one row or none.
    func row<Value>(_ sql: String, _ values: SQLValue..., read: (Statement.Row) -> Value) throws(StorageError) -> Value? {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(values)
        return try statement.step() ? read(statement.row) : nil
    }

    private func prepared(_ sql: String) throws(StorageError) -> Statement {
        if let known = statements[sql] { return known }
        if statements.count >= Self.statementLimit { statements.removeAll() }
        let statement = try Statement(sql, on: raw)
        statements[sql] = statement
        return statement
    }
}
