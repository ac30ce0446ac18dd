// Govorun: the tables, and how older files get them. SPDX-License-Identifier: MIT

/// The schema, one step per version. A step that has been released is never changed: files out there were made by it.
enum Migrations {
    /// "GVRN": tells a file of ours from another program's.
    static let applicationID: Int64 = 0x4756_524E

    /// What makes version N of version N - 1, from version 1 on.
    static let steps: [String] = [values]

    /// The version this build writes.
    static var currentVersion: Int { steps.count }

    /// Version 1: key-value data.
    private static let values = """
        CREATE TABLE kv (
            namespace TEXT NOT NULL, name TEXT NOT NULL, value BLOB NOT NULL, expires INTEGER,
            PRIMARY KEY (namespace, name)
        ) WITHOUT ROWID;
        CREATE INDEX kv_expires ON kv (expires) WHERE expires IS NOT NULL;
        """

    /// Looks whether a file is ours to change.
    ///
    /// - Throws: `notStorage` for a file with other tables, `newerSchema` for one of a newer build.
    static func check(_ connection: Connection) throws(StorageError) {
        let found = try version(on: connection)
        guard found > currentVersion else { return }
        throw StorageError(.newerSchema) { ($0.foundVersion, $0.knownVersion) = (found, currentVersion) }
    }

    /// Brings a file to the current version, each step in a transaction of its own.
    static func run(on connection: Connection, upTo target: Int = currentVersion) throws(StorageError) {
        for version in stride(from: try version(on: connection) + 1, through: target, by: 1) {
            try connection.transaction { () throws(StorageError) in
                try connection.execute(steps[version - 1])
                try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
            }
        }
    }

    /// The file's version; 0 for an empty file.
    private static func version(on connection: Connection) throws(StorageError) -> Int {
        let application = try connection.row("PRAGMA application_id") { $0.integer(0) } ?? 0
        let version = try connection.row("PRAGMA user_version") { $0.count(0) } ?? 0
        if application == applicationID { return version }
        let tables = try connection.row("SELECT count(*) FROM sqlite_schema") { $0.count(0) } ?? 0
        guard application == 0, version == 0, tables == 0 else { throw StorageError(.notStorage) }
        return 0
    }
}

extension Connection {
    /// Runs `body` in a transaction that is taken back when it throws.
    func transaction<Value>(_ body: () throws(StorageError) -> Value) throws(StorageError) -> Value {
        try run("BEGIN IMMEDIATE")
        do throws(StorageError) {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            // After a full disk SQLite may have done so itself.
            if isInTransaction { try? run("ROLLBACK") }
            throw error
        }
    }
}
