// Govorun: what a memory storage holds, and how a commit changes it. SPDX-License-Identifier: MIT

/// All data of a memory storage. It has no lock and no clock: `now` is set by whoever calls.
struct MemoryState {
    let keptEventIDs: Int
    var isClosed = false
    var now = UnixTime(milliseconds: 0)
    var values: [ByteText: [ByteText: StoredValue]] = [:]
    var inboxes: [ByteText: MemoryInbox] = [:]
    var calls: [ByteText: [ByteText: [Int: JournalledCall]]] = [:]
    var jobs = MemoryJobs()
    var leases: [ByteText: MemoryLease] = [:]
    var collections: [ByteText: MemoryCollection] = [:]
    private var commits = 0

    init(keptEventIDs: Int) { self.keptEventIDs = keptEventIDs }

    /// Applies a commit, or throws and leaves everything as it was.
    mutating func apply(_ commit: Commit) throws(StorageError) -> Receipt {
        for (position, condition) in commit.conditions.enumerated() { try check(condition, at: position) }
        let before = commit.mayLeaveTraces ? self : nil
        var outcomes: [Receipt.Outcome] = []
        outcomes.reserveCapacity(commit.writes.count)
        do throws(StorageError) {
            for write in commit.writes { outcomes.append(try perform(write)) }
        } catch {
            if let before { self = before }
            throw error.positioned(outcomes.count)
        }
        commits += 1
        if commits.isMultiple(of: 1_000) { _ = sweep(limit: .max) }
        return Receipt(outcomes: outcomes)
    }

    private func check(_ condition: Condition, at position: Int) throws(StorageError) {
        switch condition {
        case .value(let key, let expected):
            guard value(for: key)?.bytes == expected else { throw .conditionFailed(at: position) }
        case .revision(let collection, let id, let expected):
            guard try self.collection(collection).records[ByteText(id)]?.revision == expected else { throw .conditionFailed(at: position) }
        case .fence(let lease, let number):
            guard number >= leases[ByteText(lease)]?.number ?? .min else { throw .staleFence(lease, at: position) }
        }
    }

    private mutating func perform(_ write: Write) throws(StorageError) -> Receipt.Outcome {
        switch write {
        case .value(let write): perform(write)
        case .inbox(let write): perform(write)
        case .call(let write): try perform(write)
        case .job(let write): try perform(write)
        case .record(let write): try perform(write)
        }
    }
}
