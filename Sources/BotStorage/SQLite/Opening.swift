// Govorun: how a file is opened and looked at. SPDX-License-Identifier: MIT

/// Opens connections with our settings.
struct Opening {
    private let options: SQLiteStorage.Options

    init(_ options: SQLiteStorage.Options) { self.options = options }

    /// Opens the file for writing, looks at its integrity and brings its schema up to date.
    func open(_ path: String) throws(StorageError) -> Connection {
        let connection = try Connection(path, .readingAndWriting, busyTimeout: options.busyTimeout)
        try Migrations.check(connection)  // before anything is changed
        // Full: what was answered survives a power cut. The log is written back every 16 MB, and cut back after it had to grow.
        try connection.execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
            PRAGMA secure_delete = FAST; PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864
            """)
        try settle(connection)
        try check(connection)
        if let bytes = options.maximumBytes {
            let size = try connection.row("PRAGMA page_size") { $0.count(0) } ?? 4_096
            try connection.execute("PRAGMA max_page_count = \(max(1, bytes / size))")
        }
        try Migrations.run(on: connection)
        try freeClaims(connection)
        return connection
    }

    /// Whoever held a lease or a job has ended, since this process has the file: nothing waits for a claim to run out.
    private func freeClaims(_ connection: Connection) throws(StorageError) {
        try connection.transaction { () throws(StorageError) in
            try connection.run("UPDATE leases SET holder = NULL WHERE holder IS NOT NULL")
            try connection.run("UPDATE jobs SET ready = due, claim = NULL WHERE claim IS NOT NULL")
        }
    }

    /// Opens the file for reading; its schema is known to be current.
    func openForReading(_ path: String) throws(StorageError) -> Connection {
        let connection = try Connection(path, .reading, busyTimeout: options.busyTimeout)
        try settle(connection)
        return connection
    }

    /// Opens a file that another process may have, for reading.
    func openAsGuest(_ path: String) throws(StorageError) -> Connection {
        let connection = try openForReading(path)
        try Migrations.check(connection)
        guard try Migrations.isCurrent(connection) else {
            throw StorageError(.failed) { $0.detail = "the program that has the file is of an older build, which kept less in it" }
        }
        return connection
    }

    private func settle(_ connection: Connection) throws(StorageError) {
        try connection.execute(
            "PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    }

    private func check(_ connection: Connection) throws(StorageError) {
        let pragma: String
        switch options.check {
        case .none: return
        case .quick: pragma = "PRAGMA quick_check(1)"
        case .full: pragma = "PRAGMA integrity_check(1)"
        }
        let finding = try connection.row(pragma) { $0.text(0) } ?? "ok"
        guard finding == "ok" else { throw StorageError(.corrupt) { $0.detail = finding } }
    }
}
