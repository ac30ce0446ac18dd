// Govorun: the journal of calls in SQLite. SPDX-License-Identifier: MIT

extension WriteSession {
    func perform(_ write: CallWrite) throws(StorageError) -> Receipt.Outcome {
        switch write {
        case .begin(let key, let digest):
            try connection.run(
                "INSERT OR IGNORE INTO calls (source, event, ordinal, digest, begun) VALUES (?1, ?2, ?3, ?4, ?5)",
                .text(key.source), .text(key.event), .count(key.ordinal), .bytes(digest), .time(now))
            guard connection.changes == 1 else { throw .call(.alreadyExists, key) }
        case .answer(let key, let answer):
            try connection.run(
                "UPDATE calls SET answer = ?4 WHERE source = ?1 AND event = ?2 AND ordinal = ?3",
                .text(key.source), .text(key.event), .count(key.ordinal), .bytes(answer))
            guard connection.changes == 1 else { throw .call(.notFound, key) }
        case .forget(let source, let event):
            try connection.run("DELETE FROM calls WHERE source = ?1 AND event = ?2", .text(source), .text(event))
            return .removed(connection.changes)
        }
        return .done
    }
}

extension SQLiteStorage {
    /// All calls of an event, by their number.
    public func calls(of event: String, source: String) async throws -> [JournalledCall] {
        try await read { connection, _ throws(StorageError) in
            try connection.rows(
                "SELECT ordinal, digest, answer, begun FROM calls WHERE source = ?1 AND event = ?2 ORDER BY ordinal",
                [.text(source), .text(event)]
            ) { row in
                JournalledCall(
                    ordinal: row.count(0), digest: row.bytes(1), answer: row.isNull(2) ? nil : row.bytes(2),
                    begun: row.time(3) ?? UnixTime(milliseconds: 0))
            }
        }
    }
}
