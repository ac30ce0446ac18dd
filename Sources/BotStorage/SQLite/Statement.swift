// Govorun: one prepared statement. SPDX-License-Identifier: MIT
import CSQLiteShim

/// A compiled statement, kept for many runs. It belongs to its connection and is used on that connection's thread only.
final class Statement {
    private let raw: OpaquePointer

    init(_ sql: String, on connection: OpaquePointer) throws(StorageError) {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw .library(code, of: connection) }
        raw = statement
    }

    deinit { sqlite3_finalize(raw) }

    /// Binds `values` to the parameters `?1`, `?2`, …; SQLite copies them.
    func bind(_ values: [SQLValue]) throws(StorageError) {
        for (index, value) in values.enumerated() { try check(bind(value, at: Int32(index + 1))) }
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(raw, index)
        case .integer(let number): sqlite3_bind_int64(raw, index, number)
        case .real(let number): sqlite3_bind_double(raw, index, number)
        case .text(var text): text.withUTF8 { csqlite_bind_text(raw, index, $0.baseAddress, Int64($0.count)) }
        case .bytes(let bytes): bytes.withUnsafeBytes { csqlite_bind_blob(raw, index, $0.baseAddress, Int64($0.count)) }
        case .rawText(let bytes): bytes.withUnsafeBytes { csqlite_bind_text(raw, index, $0.baseAddress, Int64($0.count)) }
        }
    }

    /// Runs to its end with `bytes` as its only parameter `?1`, which SQLite reads where they are: large ones are not worth a copy.
    func run(lending bytes: [UInt8]) throws(StorageError) {
        let result = bytes.withUnsafeBytes { memory in
            defer { reset() }
            return Result { () throws(StorageError) in
                try check(csqlite_lend_blob(raw, 1, memory.baseAddress, Int64(memory.count)))
                while try step() {}
            }
        }
        try result.get()
    }

    /// Goes to the next row.
    ///
    /// - Returns: whether there is one.
    func step() throws(StorageError) -> Bool {
        let code = sqlite3_step(raw)
        if code == SQLITE_ROW { return true }
        guard code == SQLITE_DONE else { throw .library(code, of: sqlite3_db_handle(raw)) }
        return false
    }

    /// Makes it ready for the next run; what failed has been thrown by `step` already.
    func reset() {
        sqlite3_reset(raw)
        sqlite3_clear_bindings(raw)
    }

    private func check(_ code: Int32) throws(StorageError) {
        guard code == SQLITE_OK else { throw .library(code, of: sqlite3_db_handle(raw)) }
    }

    /// The row a statement stands on; columns count from 0.
    var row: Row { Row(raw: raw) }

    /// A row's columns, valid until the next step.
    struct Row {
        fileprivate let raw: OpaquePointer

        func isNull(_ column: Int32) -> Bool { sqlite3_column_type(raw, column) == SQLITE_NULL }

        func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(raw, column) }

        func count(_ column: Int32) -> Int { Int(integer(column)) }

        func time(_ column: Int32) -> UnixTime? { isNull(column) ? nil : UnixTime(milliseconds: integer(column)) }

        func indexValue(_ column: Int32) -> IndexValue {
            switch sqlite3_column_type(raw, column) {
            case SQLITE_INTEGER: .integer(integer(column))
            case SQLITE_FLOAT: .double(sqlite3_column_double(raw, column))
            case SQLITE_TEXT: .string(text(column))
            default: .nil
            }
        }

        func bytes(_ column: Int32) -> [UInt8] {
            guard let start = sqlite3_column_blob(raw, column) else { return [] }
            return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(raw, column))))
        }

        func text(_ column: Int32) -> String {
            guard let start = sqlite3_column_text(raw, column) else { return "" }
            return String(decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(raw, column))), as: UTF8.self)
        }
    }
}
