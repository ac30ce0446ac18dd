// Govorun: the inbox in SQLite. SPDX-License-Identifier: MIT

extension WriteSession {
    func perform(_ write: InboxWrite) throws(StorageError) -> Receipt.Outcome {
        switch write {
        case .store(let batch):
            return .stored(first: try store(batch))
        case .moveCursor(let source, let cursor):
            try connection.run(
                """
                INSERT INTO inbox_sources (source, cursor, next, updates, bytes) VALUES (?1, ?2, 0, 0, 0)
                ON CONFLICT DO UPDATE SET cursor = excluded.cursor
                """, .text(source), .bytes(cursor))
            return .done
        case .finish(let source, let positions):
            mark(positions, of: source)
            return .done
        case .forget(let source):
            return .removed(try forget(source))
        }
    }

    private func store(_ batch: InboxBatch) throws(StorageError) -> Int64 {
        let marks = FinishMarks(batch.finished, count: batch.updates)
        let waiting = batch.updates - marks.count
        let bytes = waiting > 0 ? batch.body.count : 0
        let next = try connection.row(
            """
            INSERT INTO inbox_sources (source, cursor, next, updates, bytes) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT DO UPDATE SET
                cursor = excluded.cursor, next = next + excluded.next, updates = updates + excluded.updates, bytes = bytes + excluded.bytes
            RETURNING next
            """, .text(batch.source), .bytes(batch.cursor), .count(batch.updates), .count(waiting), .count(bytes)
        ) { $0.integer(0) }
        let end = next ?? 0
        if waiting > 0 { try insert(batch, first: end - Int64(batch.updates), marks) }
        if !batch.eventIDs.isEmpty, batch.updates > 0 { try keep(batch.eventIDs, of: batch.source, updates: batch.updates, end: end) }
        return end - Int64(batch.updates)
    }

    /// The body has a table of its own, so that marking an update does not write it again.
    private func insert(_ batch: InboxBatch, first: Int64, _ marks: FinishMarks) throws(StorageError) {
        try connection.run("INSERT INTO inbox_bodies (body) VALUES (?1)", lending: batch.body)
        try connection.run(
            "INSERT INTO inbox (source, first, updates, finished, stored, bytes, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            .text(batch.source), .integer(first), .count(batch.updates), .bytes(marks.bytes), .time(now), .count(batch.body.count),
            .integer(connection.lastInsertedID))
    }

    private func keep(_ ids: [String], of source: String, updates: Int, end: Int64) throws(StorageError) {
        try connection.run(
            "INSERT OR REPLACE INTO inbox_event_ids (source, end, ids) VALUES (?1, ?2, ?3)",
            .text(source), .integer(end), .bytes(TextList.encode(ids)))
        // The old ones go many at a time: each time the position passes a multiple of 256.
        guard end >> 8 != (end - Int64(updates)) >> 8 else { return }
        try connection.run(
            "DELETE FROM inbox_event_ids WHERE source = ?1 AND end <= ?2", .text(source), .integer(end - Int64(keptEventIDs)))
    }

    private func forget(_ source: String) throws(StorageError) -> Int {
        let updates = try connection.row("SELECT updates FROM inbox_sources WHERE source = ?1", .text(source)) { $0.count(0) }
        try connection.run("DELETE FROM inbox_bodies WHERE id IN (SELECT body FROM inbox WHERE source = ?1)", .text(source))
        for table in ["inbox", "inbox_event_ids", "calls"] { try connection.run("DELETE FROM \(table) WHERE source = ?1", .text(source)) }
        try connection.run("UPDATE inbox_sources SET cursor = NULL, updates = 0, bytes = 0 WHERE source = ?1", .text(source))
        return updates ?? 0
    }

    // MARK: Finishing

    /// Writes the marks of a group: each batch once.
    func write(_ marks: PendingMarks) throws(StorageError) {
        for (source, positions) in marks.positions { try finish(positions.sorted(), of: source.text) }
    }

    private func finish(_ positions: [Int64], of source: String) throws(StorageError) {
        var rest = positions[...]
        var (updates, bytes) = (0, 0)
        while let position = rest.first {
            guard var batch = try batch(holding: position, of: source) else {
                rest = rest.dropFirst()
                continue
            }
            let own = rest.prefix { $0 < batch.end }
            rest = rest.dropFirst(own.count)
            for position in own where batch.marks.insert(Int(position - batch.first)) { updates += 1 }
            if batch.marks.count == batch.updates { bytes += batch.bytes }
            try save(batch, of: source)
        }
        guard updates > 0 else { return }
        try connection.run(
            "UPDATE inbox_sources SET updates = updates - ?2, bytes = bytes - ?3 WHERE source = ?1",
            .text(source), .count(updates), .count(bytes))
    }

    private struct OpenBatch {
        let first: Int64
        let updates: Int
        var marks: FinishMarks
        let bytes: Int
        let body: Int64

        var end: Int64 { first + Int64(updates) }
    }

    private func batch(holding position: Int64, of source: String) throws(StorageError) -> OpenBatch? {
        let batch = try connection.row(
            "SELECT first, updates, finished, bytes, body FROM inbox WHERE source = ?1 AND first <= ?2 ORDER BY first DESC LIMIT 1",
            .text(source), .integer(position)
        ) { row in
            OpenBatch(
                first: row.integer(0), updates: row.count(1), marks: FinishMarks(bytes: row.bytes(2)), bytes: row.count(3),
                body: row.integer(4))
        }
        return batch.flatMap { $0.end > position ? $0 : nil }
    }

    private func save(_ batch: OpenBatch, of source: String) throws(StorageError) {
        guard batch.marks.count == batch.updates else {
            return try connection.run(
                "UPDATE inbox SET finished = ?3 WHERE source = ?1 AND first = ?2", .text(source), .integer(batch.first),
                .bytes(batch.marks.bytes))
        }
        try connection.run("DELETE FROM inbox WHERE source = ?1 AND first = ?2", .text(source), .integer(batch.first))
        try connection.run("DELETE FROM inbox_bodies WHERE id = ?1", .integer(batch.body))
    }
}

extension SQLiteStorage {
    private static let state = """
        SELECT source, cursor, next, updates, bytes, (SELECT stored FROM inbox WHERE inbox.source = s.source ORDER BY first LIMIT 1)
        FROM inbox_sources AS s
        """

    private static func state(_ row: Statement.Row) -> InboxState {
        InboxState(
            source: row.text(0), cursor: row.isNull(1) ? nil : row.bytes(1), next: row.integer(2), updates: row.count(3),
            bytes: row.count(4), oldest: row.time(5))
    }

    /// How full a source's inbox is.
    public func inbox(of source: String) async throws -> InboxState {
        try await read { connection, _ throws(StorageError) in
            try connection.row(Self.state + " WHERE source = ?1", .text(source), read: Self.state) ?? InboxState(source: source)
        }
    }

    /// The state of every source's inbox, by source.
    public func inboxes() async throws -> [InboxState] {
        try await read { connection, _ throws(StorageError) in
            try connection.rows(Self.state + " ORDER BY source", [], Self.state)
        }
    }

    /// Batches with unfinished updates, in order, from the one on that holds `position`.
    public func batches(of source: String, from position: Int64, limit: Int, bytes: Int) async throws -> [StoredBatch] {
        try await read { connection, _ throws(StorageError) in
            var (found, size) = ([StoredBatch](), 0)
            try connection.forEachRow(
                """
                SELECT first, updates, stored, finished, inbox_bodies.body FROM inbox JOIN inbox_bodies ON inbox_bodies.id = inbox.body
                WHERE source = ?1 AND first + updates > ?2
                    AND first >= ifnull((SELECT max(first) FROM inbox WHERE source = ?1 AND first <= ?2), ?2)
                ORDER BY first LIMIT ?3
                """, [.text(source), .integer(position), .count(max(0, limit))]
            ) { row in
                let batch = StoredBatch(
                    source: source, first: row.integer(0), updates: row.count(1), stored: row.time(2) ?? UnixTime(milliseconds: 0),
                    body: row.bytes(4), finished: row.bytes(3))
                guard size < bytes || found.isEmpty else { return false }
                found.append(batch)
                size += batch.body.count
                return true
            }
            return found
        }
    }

    /// The event ids of the batches stored last, oldest first.
    public func eventIDs(of source: String) async throws -> [String] {
        let kept = Int64(keptEventIDs)
        return try await read { connection, _ throws(StorageError) in
            try connection.rows(
                """
                SELECT ids FROM inbox_event_ids
                WHERE source = ?1 AND end > (SELECT next FROM inbox_sources WHERE source = ?1) - ?2 ORDER BY end
                """, [.text(source), .integer(kept)]
            ) { TextList.decode($0.bytes(0)) }.flatMap { $0 }
        }
    }
}
