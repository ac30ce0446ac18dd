// Govorun: leases in SQLite. SPDX-License-Identifier: MIT

extension Connection {
    /// The number of the lease granted last under a name.
    func leaseNumber(_ name: String) throws(StorageError) -> Int64? {
        try row("SELECT number FROM leases WHERE name = ?1", .text(name)) { $0.integer(0) }
    }

    func lease(_ name: String, now: UnixTime) throws(StorageError) -> Lease? {
        try row("SELECT holder, number, until FROM leases WHERE name = ?1 AND holder IS NOT NULL AND until > ?2", .text(name), .time(now)) {
            Lease(name: name, holder: $0.text(0), number: $0.integer(1), until: UnixTime(milliseconds: $0.integer(2)))
        }
    }
}

extension WriteSession {
    func acquireLease(_ name: String, holder: String, for duration: Duration) throws(StorageError) -> Lease {
        if let current = try connection.lease(name, now: now) {
            guard current.holder.utf8.elementsEqual(holder.utf8) else { throw .leaseHeld(current) }
            return try extendLease(current, for: duration)
        }
        let until = now + duration
        let number = try connection.row(
            """
            INSERT INTO leases (name, number, holder, until) VALUES (?1, 1, ?2, ?3)
            ON CONFLICT DO UPDATE SET number = number + 1, holder = excluded.holder, until = excluded.until RETURNING number
            """, .text(name), .text(holder), .time(until)
        ) { $0.integer(0) }
        return Lease(name: name, holder: holder, number: number ?? 0, until: until)
    }

    func extendLease(_ lease: Lease, for duration: Duration) throws(StorageError) -> Lease {
        let until = now + duration
        try connection.run(
            "UPDATE leases SET until = ?3 WHERE name = ?1 AND number = ?2 AND holder IS NOT NULL",
            .text(lease.name), .integer(lease.number), .time(until))
        guard connection.changes == 1 else { throw .staleFence(lease.name) }
        return Lease(name: lease.name, holder: lease.holder, number: lease.number, until: until)
    }
}

extension SQLiteStorage {
    /// Takes a lease, or extends it where `holder` has it already.
    public func acquireLease(_ name: String, holder: String, for duration: Duration) async throws -> Lease {
        try await write { session throws(StorageError) in try session.acquireLease(name, holder: holder, for: duration) }
    }

    /// Extends a lease, counted from now.
    public func extendLease(_ lease: Lease, for duration: Duration) async throws -> Lease {
        try await write { session throws(StorageError) in try session.extendLease(lease, for: duration) }
    }

    /// Gives a lease back.
    public func releaseLease(_ lease: Lease) async throws {
        try await write { session throws(StorageError) in
            try session.connection.run(
                "UPDATE leases SET holder = NULL WHERE name = ?1 AND number = ?2", .text(lease.name), .integer(lease.number))
        }
    }

    /// Who has a lease now.
    public func lease(_ name: String) async throws -> Lease? {
        try await read { connection, now throws(StorageError) in try connection.lease(name, now: now) }
    }
}
