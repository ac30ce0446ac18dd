// Govorun: jobs in SQLite. SPDX-License-Identifier: MIT

extension WriteSession {
    func perform(_ write: JobWrite) throws(StorageError) -> Receipt.Outcome {
        switch write {
        case .schedule(let key, let due, let payload, let ifPresent):
            return try schedule(key, due: due, payload, ifPresent)
        case .finish(let key, let claim):
            try connection.run(
                "DELETE FROM jobs WHERE queue = ?1 AND name = ?2 AND claim = ?3", .text(key.queue), .text(key.name), .integer(claim))
            guard connection.changes == 1 else { throw .job(.staleClaim, key) }
        case .reschedule(let key, let claim, let due, let payload, let isRetry):
            try connection.run(
                """
                UPDATE jobs SET due = ?4, ready = ?4, payload = ifnull(?5, payload), attempts = attempts * ?6, claim = NULL
                WHERE queue = ?1 AND name = ?2 AND claim = ?3
                """, .text(key.queue), .text(key.name), .integer(claim), .time(due), payload.map(SQLValue.bytes) ?? .null,
                .count(isRetry ? 1 : 0))
            guard connection.changes == 1 else { throw .job(.staleClaim, key) }
        case .cancel(let key):
            try connection.run("DELETE FROM jobs WHERE queue = ?1 AND name = ?2", .text(key.queue), .text(key.name))
            return .removed(connection.changes)
        case .cancelAll(let queue):
            try connection.run("DELETE FROM jobs WHERE queue = ?1", .text(queue))
            return .removed(connection.changes)
        }
        return .done
    }

    private func schedule(
        _ key: JobKey, due: UnixTime, _ payload: [UInt8], _ ifPresent: JobWrite.Present
    ) throws(StorageError) -> Receipt.Outcome {
        let replacing = "DO UPDATE SET due = excluded.due, ready = excluded.ready, payload = excluded.payload, attempts = 0, claim = NULL"
        try connection.run(
            """
            INSERT INTO jobs (queue, name, due, ready, payload, attempts) VALUES (?1, ?2, ?3, ?3, ?4, 0)
            ON CONFLICT (queue, name) \(ifPresent == .replace ? replacing : "DO NOTHING")
            """, .text(key.queue), .text(key.name), .time(due), .bytes(payload))
        if connection.changes == 1 { return .done }
        guard ifPresent == .keep else { throw .job(.alreadyExists, key) }
        return .kept
    }

    func claimJobs(in queue: String?, limit: Int, for lease: Duration) throws(StorageError) -> [Job] {
        let (now, filter) = (now, queue == nil ? "?1 IS NULL" : "queue = ?1")
        let due = try connection.rows(
            "SELECT id, \(Job.columns) FROM jobs WHERE \(filter) AND ready <= ?2 ORDER BY ready, id LIMIT ?3",
            [queue.map(SQLValue.text) ?? .null, .time(now), .count(max(0, limit))]
        ) { row in (id: row.integer(0), job: Job(row, from: 1)) }
        var claimed: [Job] = []
        for (id, job) in due {
            let claim = JobClaim(number: try nextClaimNumber(), until: now + lease)
            try connection.run(
                "UPDATE jobs SET ready = ?2, claim = ?3, attempts = attempts + 1 WHERE id = ?1",
                .integer(id), .time(claim.until), .integer(claim.number))
            claimed.append(Job(key: job.key, due: job.due, payload: job.payload, attempts: job.attempts + 1, claim: claim))
        }
        return claimed
    }

    private func nextClaimNumber() throws(StorageError) -> Int64 {
        let number = try connection.row(
            "INSERT INTO counters (name, value) VALUES ('claim', 1) ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value"
        ) { $0.integer(0) }
        return number ?? 0
    }
}

extension Job {
    /// The columns that `init` reads.
    fileprivate static let columns = "queue, name, due, payload, attempts, claim, ready"

    fileprivate init(_ row: Statement.Row, from column: Int32 = 0) {
        let claim =
            row.isNull(column + 5)
            ? nil : JobClaim(number: row.integer(column + 5), until: UnixTime(milliseconds: row.integer(column + 6)))
        self.init(
            key: JobKey(row.text(column), row.text(column + 1)), due: UnixTime(milliseconds: row.integer(column + 2)),
            payload: row.bytes(column + 3), attempts: row.count(column + 4), claim: claim)
    }
}

extension SQLiteStorage {
    /// Claims jobs that are due and that nobody works on.
    public func claimJobs(in queue: String?, limit: Int, for lease: Duration) async throws -> [Job] {
        try await write { session throws(StorageError) in try session.claimJobs(in: queue, limit: limit, for: lease) }
    }

    /// When the next job of a queue, or of all, can be claimed.
    public func nextJob(in queue: String?) async throws -> UnixTime? {
        try await read { connection, _ throws(StorageError) in
            let found =
                if let queue {
                    try connection.row("SELECT min(ready) FROM jobs WHERE queue = ?1", .text(queue)) { $0.time(0) }
                } else {
                    try connection.row("SELECT min(ready) FROM jobs") { $0.time(0) }
                }
            return found.flatMap { $0 }
        }
    }

    /// The job under a key.
    public func job(_ key: JobKey) async throws -> Job? {
        try await read { connection, _ throws(StorageError) in
            try connection.row("SELECT \(Job.columns) FROM jobs WHERE queue = ?1 AND name = ?2", .text(key.queue), .text(key.name)) {
                Job($0)
            }
        }
    }

    /// The jobs of a queue, by name.
    public func jobs(in queue: String, _ page: NamePage) async throws -> [Job] {
        try await read { connection, _ throws(StorageError) in
            try connection.rows(
                """
                SELECT \(Job.columns) FROM jobs
                WHERE queue = ?1 AND name >= ?2 AND name < ?3 AND (?4 IS NULL OR name > ?4) ORDER BY name LIMIT ?5
                """, [.text(queue)] + .bounds(of: page) + [.count(page.limit)]
            ) { Job($0) }
        }
    }
}
