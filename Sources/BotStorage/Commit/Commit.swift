// Govorun: several changes that happen together. SPDX-License-Identifier: MIT

/// A list of writes, and of conditions under which they happen: all of them or none, in their order.
///
/// It is a value: nothing of the caller runs while it is applied, so it can be sent to another process as it is.
public struct Commit: Sendable, ExpressibleByArrayLiteral {
    /// What must hold at that moment; all are looked at before the first write.
    public var conditions: [Condition]
    /// What is written, in this order; a later write sees the earlier ones.
    public var writes: [Write]

    /// Makes a commit.
    public init(_ writes: [Write] = [], if conditions: [Condition] = []) {
        self.writes = writes
        self.conditions = conditions
    }

    /// A commit without conditions.
    public init(arrayLiteral writes: Write...) { self.init(writes) }
}

/// What must hold for a commit to happen.
public enum Condition: Sendable {
    /// Under the key is exactly this value; `nil`: nothing, or an expired value. Else `preconditionFailed`.
    case value(StorageKey, is: [UInt8]?)
    /// The record has this revision; `nil`: there is none. Else `preconditionFailed`.
    case revision(collection: String, id: String, is: Int64?)
    /// No lease of a higher number has been granted under this name. Else `staleFence`.
    case fence(lease: String, number: Int64)

    /// Nothing is stored under the key.
    public static func absent(_ key: StorageKey) -> Condition { .value(key, is: nil) }

    /// The lease has not passed to another holder.
    public static func fence(_ lease: Lease) -> Condition { .fence(lease: lease.name, number: lease.number) }
}
