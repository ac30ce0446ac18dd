// Govorun: the writing side of a file, on its thread. SPDX-License-Identifier: MIT

/// What a write works with. It lives on the writer's thread, inside the transaction of the group in hand.
final class WriteSession {
    private static let sweepLimit = 200

    let connection: Connection
    let keptEventIDs: Int
    /// Marks of the commit in hand, and of those before it in the group; written at the end of the transaction.
    private var marks = PendingMarks(), groupMarks = PendingMarks()
    private var lastSweep: UnixTime?
    private let clock: @Sendable () -> UnixTime

    init(_ connection: Connection, keptEventIDs: Int, clock: @escaping @Sendable () -> UnixTime) {
        (self.connection, self.keptEventIDs, self.clock) = (connection, keptEventIDs, clock)
    }

    var now: UnixTime { clock() }

    /// Applies one commit. Whatever may be refused is looked at before the write it belongs to changes anything.
    func apply(_ commit: Commit) throws(StorageError) -> Receipt {
        marks.removeAll()
        for (position, condition) in commit.conditions.enumerated() { try check(condition, at: position) }
        var outcomes: [Receipt.Outcome] = []
        outcomes.reserveCapacity(commit.writes.count)
        do throws(StorageError) {
            for write in commit.writes { outcomes.append(try perform(write)) }
        } catch {
            throw error.positioned(outcomes.count)
        }
        groupMarks.add(marks)
        return Receipt(outcomes: outcomes)
    }

    /// Forgets what is left of a transaction that was taken back.
    func begin() { groupMarks.removeAll() }

    /// Writes what was gathered while the group was applied, and sweeps a little.
    func finishGroup() throws(StorageError) {
        if isSweepDue, try sweep() == Self.sweepLimit { lastSweep = nil }
        try write(groupMarks)
        groupMarks.removeAll()
    }

    /// Removes some expired values.
    func sweep() throws(StorageError) -> Int {
        lastSweep = now
        return try sweepValues(limit: Self.sweepLimit)
    }

    /// Once a second; at once when the last time did not reach the end.
    private var isSweepDue: Bool {
        guard let lastSweep else { return true }
        let now = now
        return now < lastSweep || now - lastSweep >= .seconds(1)
    }

    /// Notes finished updates, to be written once for the whole group.
    func mark(_ positions: [Int64], of source: String) { marks.add(positions, of: source) }

    private func check(_ condition: Condition, at position: Int) throws(StorageError) {
        switch condition {
        case .value(let key, let expected):
            guard try connection.value(for: key, now: now)?.bytes == expected else { throw .conditionFailed(at: position) }
        case .revision(let collection, let id, let expected):
            let layout = try connection.layouts.layout(of: collection, on: connection)
            guard try connection.revision(of: id, in: layout) == expected else { throw .conditionFailed(at: position) }
        case .fence(let lease, let number):
            guard number >= (try connection.leaseNumber(lease) ?? .min) else { throw .staleFence(lease, at: position) }
        }
    }

    private func perform(_ write: Write) throws(StorageError) -> Receipt.Outcome {
        switch write {
        case .value(let write): try perform(write)
        case .inbox(let write): try perform(write)
        case .call(let write): try perform(write)
        case .job(let write): try perform(write)
        case .record(let write): try perform(write)
        }
    }
}
