// Govorun: the tables, and how older files get them. SPDX-License-Identifier: MIT

/// The schema, one step per version. A step that has been released is never changed: files out there were made by it.
enum Migrations {
    /// "GVRN": tells a file of ours from another program's.
    static let applicationID: Int64 = 0x4756_524E

    /// What makes version N of version N - 1, from version 1 on.
    static let steps = [values, inboxAndWork]

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

    /// Version 2: inbox, journal, jobs, leases, and the list of collections; each collection has a table of its own.
    private static let inboxAndWork = """
        CREATE TABLE inbox_sources (
            source TEXT NOT NULL PRIMARY KEY, cursor BLOB, next INTEGER NOT NULL, updates INTEGER NOT NULL, bytes INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE inbox (
            source TEXT NOT NULL, first INTEGER NOT NULL, updates INTEGER NOT NULL, finished BLOB NOT NULL,
            stored INTEGER NOT NULL, bytes INTEGER NOT NULL, body INTEGER NOT NULL,
            PRIMARY KEY (source, first)
        ) WITHOUT ROWID;
        CREATE TABLE inbox_bodies (id INTEGER PRIMARY KEY, body BLOB NOT NULL);
        CREATE TABLE inbox_event_ids (
            source TEXT NOT NULL, end INTEGER NOT NULL, ids BLOB NOT NULL, PRIMARY KEY (source, end)
        ) WITHOUT ROWID;
        CREATE TABLE calls (
            source TEXT NOT NULL, event TEXT NOT NULL, ordinal INTEGER NOT NULL,
            digest BLOB NOT NULL, answer BLOB, begun INTEGER NOT NULL,
            PRIMARY KEY (source, event, ordinal)
        ) WITHOUT ROWID;
        CREATE TABLE jobs (
            id INTEGER PRIMARY KEY, queue TEXT NOT NULL, name TEXT NOT NULL, due INTEGER NOT NULL, ready INTEGER NOT NULL,
            payload BLOB NOT NULL, attempts INTEGER NOT NULL, claim INTEGER,
            UNIQUE (queue, name)
        );
        CREATE INDEX jobs_ready ON jobs (ready);
        CREATE INDEX jobs_queue_ready ON jobs (queue, ready);
        CREATE TABLE counters (name TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE leases (
            name TEXT NOT NULL PRIMARY KEY, number INTEGER NOT NULL, holder TEXT, until INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE collections (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, indexes BLOB NOT NULL);
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

    /// Whether a file has all tables of this build.
    static func isCurrent(_ connection: Connection) throws(StorageError) -> Bool { try version(on: connection) == currentVersion }

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
