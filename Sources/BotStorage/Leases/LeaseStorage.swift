// Govorun: who works for a source, when several could. SPDX-License-Identifier: MIT

/// The right to work for something, for a while.
public struct Lease: Sendable, Equatable {
    /// What the lease is on.
    public let name: String
    /// Who has it.
    public let holder: String
    /// The fencing number: each new holder's is higher. Commits carry it (``Condition/fence(lease:number:)``), so that a
    /// runner that lost its lease without noticing cannot write.
    public let number: Int64
    /// When it ends, unless it is extended.
    public let until: UnixTime

    /// Makes a lease; for storages.
    public init(name: String, holder: String, number: Int64, until: UnixTime) {
        (self.name, self.holder, self.number, self.until) = (name, holder, number, until)
    }
}

/// Leases that end by themselves.
///
/// Where one process has the whole storage (SQLite, memory) they end with that process, so that a crash delays no restart;
/// their numbers go on.
public protocol LeaseStorage: Sendable {
    /// Takes a lease, or extends it where `holder` has it already.
    ///
    /// - Throws: `leaseHeld` while somebody else has it.
    func acquireLease(_ name: String, holder: String, for duration: Duration) async throws -> Lease

    /// Extends a lease, counted from now; also one that ran out and that nobody took.
    ///
    /// - Throws: `staleFence` when somebody else has taken it.
    func extendLease(_ lease: Lease, for duration: Duration) async throws -> Lease

    /// Gives a lease back; nothing happens when somebody else has taken it.
    func releaseLease(_ lease: Lease) async throws

    /// Who has a lease now; `nil`: nobody.
    func lease(_ name: String) async throws -> Lease?
}
