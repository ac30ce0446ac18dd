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

    /// Nothing is stored under the key.
    public static func absent(_ key: StorageKey) -> Condition { .value(key, is: nil) }
}

/// One change, of any topic.
public enum Write: Sendable {
    /// Key-value data.
    case value(ValueWrite)
}

/// What became of a commit that happened.
public struct Receipt: Sendable {
    /// What one write did.
    public enum Outcome: Sendable, Equatable {
        /// It was done, and there is nothing to say about it.
        case done
        /// So many things were removed.
        case removed(Int)
    }

    /// One for each write, in their order.
    public let outcomes: [Outcome]

    /// Makes a receipt; for storages.
    public init(outcomes: [Outcome]) { self.outcomes = outcomes }
}

extension Receipt.Outcome {
    /// How many things were removed; 0 for other outcomes.
    public var count: Int { if case .removed(let count) = self { count } else { 0 } }
}
