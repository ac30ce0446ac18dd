// Govorun: an SQLite file as other programs see it. SPDX-License-Identifier: MIT
import CSQLiteShim
import Testing

/// A connection of another program; closed with this object.
final class RawFile {
    private var connection: OpaquePointer?

    init(_ path: String) throws {
        try #require(sqlite3_open(path, &connection) == SQLITE_OK)
    }

    deinit { sqlite3_close_v2(connection) }

    func run(_ sql: String) throws {
        let code = sqlite3_exec(connection, sql, nil, nil, nil)
        try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(connection)))")
    }

    /// The first column of the first row.
    func value(_ sql: String) throws -> Int {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        try #require(sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK)
        try #require(sqlite3_step(statement) == SQLITE_ROW)
        return Int(sqlite3_column_int64(statement, 0))
    }
}
