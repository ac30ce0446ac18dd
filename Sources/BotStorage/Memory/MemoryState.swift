// Govorun: what a memory storage holds, and how a commit changes it. SPDX-License-Identifier: MIT

/// All data of a memory storage. It has no lock and no clock: `now` is set by whoever calls.
struct MemoryState {
    var isClosed = false
    var now = UnixTime(milliseconds: 0)
    var values: [ByteText: [ByteText: StoredValue]] = [:]

    /// How to take back what the commit in hand has done so far, in the order it was done.
    private var undo: [(inout MemoryState) -> Void] = []

    /// Notes how the change that follows is taken back.
    mutating func onUndo(_ step: @escaping (inout MemoryState) -> Void) { undo.append(step) }

    /// Applies a commit, or throws and leaves everything as it was.
    mutating func apply(_ commit: Commit) throws(StorageError) -> Receipt {
        undo.removeAll(keepingCapacity: true)
        for (position, condition) in commit.conditions.enumerated() { try check(condition, at: position) }
        var outcomes: [Receipt.Outcome] = []
        outcomes.reserveCapacity(commit.writes.count)
        do {
            for write in commit.writes { outcomes.append(try perform(write)) }
        } catch {
            for step in undo.reversed() { step(&self) }
            throw error
        }
        return Receipt(outcomes: outcomes)
    }

    private func check(_ condition: Condition, at position: Int) throws(StorageError) {
        switch condition {
        case .value(let key, let expected):
            guard value(for: key)?.bytes == expected else { throw StorageError(.preconditionFailed) { $0.position = position } }
        }
    }

    private mutating func perform(_ write: Write) throws(StorageError) -> Receipt.Outcome {
        switch write {
        case .value(let write): perform(write)
        }
    }
}
