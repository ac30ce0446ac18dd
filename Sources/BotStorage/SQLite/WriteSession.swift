// Govorun: the writing side of a file, on its thread. SPDX-License-Identifier: MIT

/// What a write works with. It lives on the writer's thread, inside the transaction of the group in hand.
final class WriteSession {
    let connection: Connection
    private let clock: @Sendable () -> UnixTime

    init(_ connection: Connection, clock: @escaping @Sendable () -> UnixTime) {
        self.connection = connection
        self.clock = clock
    }

    var now: UnixTime { clock() }

    /// Applies one commit. Everything that may be refused is looked at before the write it belongs to changes anything.
    func apply(_ commit: Commit) throws(StorageError) -> Receipt {
        for (position, condition) in commit.conditions.enumerated() { try check(condition, at: position) }
        var outcomes: [Receipt.Outcome] = []
        outcomes.reserveCapacity(commit.writes.count)
        for write in commit.writes { outcomes.append(try perform(write)) }
        return Receipt(outcomes: outcomes)
    }

    private func check(_ condition: Condition, at position: Int) throws(StorageError) {
        switch condition {
        case .value(let key, let expected):
            let found = try connection.value(for: key, now: now)?.bytes
            guard found == expected else { throw StorageError(.preconditionFailed) { $0.position = position } }
        }
    }

    private func perform(_ write: Write) throws(StorageError) -> Receipt.Outcome {
        switch write {
        case .value(let write): try perform(write)
        }
    }
}
