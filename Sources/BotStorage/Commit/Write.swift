// Govorun: one change, and what came of it. SPDX-License-Identifier: MIT

/// One change, of any topic. The static functions of each topic make them.
public enum Write: Sendable {
    /// Key-value data.
    case value(ValueWrite)
    /// An inbox.
    case inbox(InboxWrite)
    /// The journal of calls.
    case call(CallWrite)
    /// Jobs.
    case job(JobWrite)
    /// Records.
    case record(RecordWrite)

    /// Whether the state of the data may forbid it.
    var mayBeRefused: Bool {
        switch self {
        case .value, .inbox, .call(.forget), .job(.cancel), .job(.cancelAll): false
        case .call, .job, .record: true
        }
    }
}

extension Commit {
    /// Whether something may have been written when it is refused, so that it has to be taken back.
    ///
    /// A write looks at everything before it changes anything, so the first one alone leaves nothing; but a declaration is
    /// refused by the records it meets on its way.
    var mayLeaveTraces: Bool {
        if case .record(.declare) = writes.first { return true }
        return writes.dropFirst().contains(where: \.mayBeRefused)
    }
}

/// What became of a commit that happened.
public struct Receipt: Sendable {
    /// What one write did.
    public enum Outcome: Sendable, Equatable {
        /// It was done, and there is nothing to say about it.
        case done
        /// So many things were removed.
        case removed(Int)
        /// A batch was stored, its first update at this position.
        case stored(first: Int64)
        /// A record was written and has this revision now.
        case revision(Int64)
        /// What was there stays as it was.
        case kept
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
