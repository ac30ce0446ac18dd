// Govorun: leases in memory. SPDX-License-Identifier: MIT

/// A lease that was granted at some time; its number outlives its holder.
struct MemoryLease {
    var number: Int64
    var holder: String?
    var until: UnixTime

    /// The lease while it is held.
    func lease(_ name: String, now: UnixTime) -> Lease? {
        guard let holder, until > now else { return nil }
        return Lease(name: name, holder: holder, number: number, until: until)
    }
}

extension MemoryState {
    mutating func acquireLease(_ name: String, holder: String, for duration: Duration) throws(StorageError) -> Lease {
        let key = ByteText(name)
        if let current = leases[key]?.lease(name, now: now) {
            guard current.holder.utf8.elementsEqual(holder.utf8) else { throw .leaseHeld(current) }
            return try extendLease(current, for: duration)
        }
        let lease = Lease(name: name, holder: holder, number: (leases[key]?.number ?? 0) + 1, until: now + duration)
        leases[key] = MemoryLease(number: lease.number, holder: holder, until: lease.until)
        return lease
    }

    mutating func extendLease(_ lease: Lease, for duration: Duration) throws(StorageError) -> Lease {
        guard let known = leases[ByteText(lease.name)], known.number == lease.number, known.holder != nil else {
            throw .staleFence(lease.name)
        }
        leases[ByteText(lease.name)]?.until = now + duration
        return Lease(name: lease.name, holder: lease.holder, number: lease.number, until: now + duration)
    }

    mutating func releaseLease(_ lease: Lease) {
        if leases[ByteText(lease.name)]?.number == lease.number { leases[ByteText(lease.name)]?.holder = nil }
    }
}

extension MemoryStorage {
    /// Takes a lease, or extends it where `holder` has it already.
    public func acquireLease(_ name: String, holder: String, for duration: Duration) async throws -> Lease {
        try access { state throws(StorageError) in try state.acquireLease(name, holder: holder, for: duration) }
    }

    /// Extends a lease, counted from now.
    public func extendLease(_ lease: Lease, for duration: Duration) async throws -> Lease {
        try access { state throws(StorageError) in try state.extendLease(lease, for: duration) }
    }

    /// Gives a lease back.
    public func releaseLease(_ lease: Lease) async throws { try access { $0.releaseLease(lease) } }

    /// Who has a lease now.
    public func lease(_ name: String) async throws -> Lease? { try access { $0.leases[ByteText(name)]?.lease(name, now: $0.now) } }
}
