// Govorun: key-value data in SQLite. SPDX-License-Identifier: MIT

extension Connection {
    /// The value under a key that has not expired.
    func value(for key: StorageKey, now: UnixTime) throws(StorageError) -> StoredValue? {
        try row(
            "SELECT value, expires FROM kv WHERE namespace = ?1 AND name = ?2 AND (expires IS NULL OR expires > ?3)",
            .text(key.namespace), .text(key.name), .time(now)
        ) { StoredValue(bytes: $0.bytes(0), expires: $0.time(1)) }
    }
}

extension WriteSession {
    func perform(_ write: ValueWrite) throws(StorageError) -> Receipt.Outcome {
        switch write {
        case .set(let key, let bytes, let expires):
            try connection.run(
                """
                INSERT INTO kv (namespace, name, value, expires) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT DO UPDATE SET value = excluded.value, expires = excluded.expires
                """, .text(key.namespace), .text(key.name), .bytes(bytes), .time(expires))
            return .done
        case .delete(let key):
            let isThere = try connection.value(for: key, now: now) != nil
            try connection.run("DELETE FROM kv WHERE namespace = ?1 AND name = ?2", .text(key.namespace), .text(key.name))
            return .removed(isThere ? 1 : 0)
        case .deleteNamespace(let namespace):
            try connection.run("DELETE FROM kv WHERE namespace = ?1", .text(namespace))
            return .removed(connection.changes)
        }
    }

    /// Removes expired values, at most `limit`.
    func sweepValues(limit: Int) throws(StorageError) -> Int {
        try connection.run(
            """
            DELETE FROM kv WHERE (namespace, name) IN (
                SELECT namespace, name FROM kv WHERE expires <= ?1 ORDER BY expires LIMIT ?2)
            """, .time(now), .count(limit))
        return connection.changes
    }
}

extension SQLiteStorage {
    /// What is stored under each of the keys, in their order.
    public func values(for keys: [StorageKey]) async throws -> [StoredValue?] {
        try await read { connection, now throws(StorageError) in
            var found: [StoredValue?] = []
            for key in keys { found.append(try connection.value(for: key, now: now)) }
            return found
        }
    }

    /// The names in a namespace, in the order of their bytes.
    public func names(in namespace: String, _ page: NamePage) async throws -> [String] {
        try await read { connection, now throws(StorageError) in
            try connection.rows(
                """
                SELECT name FROM kv
                WHERE namespace = ?1 AND name >= ?2 AND name < ?3 AND (?4 IS NULL OR name > ?4) AND (expires IS NULL OR expires > ?5)
                ORDER BY name LIMIT ?6
                """, [.text(namespace)] + .bounds(of: page) + [.time(now), .count(page.limit)]
            ) { $0.text(0) }
        }
    }

    /// The namespaces that hold something, in the order of their bytes.
    public func namespaces(_ page: NamePage) async throws -> [String] {
        try await read { connection, now throws(StorageError) in
            try connection.rows(
                """
                SELECT DISTINCT namespace FROM kv
                WHERE namespace >= ?1 AND namespace < ?2 AND (?3 IS NULL OR namespace > ?3) AND (expires IS NULL OR expires > ?4)
                ORDER BY namespace LIMIT ?5
                """, .bounds(of: page) + [.time(now), .count(page.limit)]
            ) { $0.text(0) }
        }
    }

    /// Removes expired values, at most 200.
    public func sweep() async throws -> Int {
        try await write { session throws(StorageError) in try session.sweep() }
    }
}

extension [SQLValue] {
    /// The bounds of a page of texts: from the prefix, to what is behind it, and the last one seen.
    static func bounds(of page: NamePage) -> [SQLValue] {
        [.text(page.prefix), .behind(prefix: page.prefix), page.after.map(SQLValue.text) ?? .null]
    }
}
