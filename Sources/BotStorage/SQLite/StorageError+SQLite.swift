// Govorun: what the library's codes mean for us. SPDX-License-Identifier: MIT
import CSQLiteShim

extension StorageError {
    /// The error of a call that returned `code` (<https://sqlite.org/rescode.html>).
    static func library(
        _ code: Int32, of connection: OpaquePointer?, fileID: String = #fileID, line: Int = #line
    ) -> StorageError {
        StorageError(meaning(of: code), fileID: fileID, line: line) { context in
            context.libraryCode = Int(code)
            context.detail = String(cString: connection.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
        }
    }

    private static func meaning(of code: Int32) -> Code {
        switch code & 0xFF {
        case SQLITE_FULL: .full
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .notWritable
        case SQLITE_CANTOPEN: .cannotOpen
        case SQLITE_CORRUPT: .corrupt
        case SQLITE_NOTADB: .notStorage
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
        case SQLITE_NOMEM: .outOfMemory
        case SQLITE_IOERR, SQLITE_NOLFS: .ioFailed
        case SQLITE_TOOBIG: .tooLarge
        default: .failed
        }
    }

    /// The same error with the storage's file in it.
    func located(at path: String) -> StorageError {
        var error = self
        error.context.path = error.context.path ?? path
        return error
    }
}
