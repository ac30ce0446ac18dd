// Govorun: which calls of a run an earlier run has made, as a value. SPDX-License-Identifier: MIT

/// Matches the calls of a handler that runs again with those its earlier run made.
///
/// The k-th call of the same content is the k-th such call of before. A call whose content is new takes the place of one of the same method
/// that nothing has matched: a run may differ from its earlier one by a dice or the time, and what VK has done once stands.
struct RunJournal: Sendable {
    /// What is known of a call that was begun.
    enum Outcome: Sendable, Equatable {
        /// Answered so.
        case answered([UInt8])
        /// VK refused it without doing anything.
        case refused
        /// The run was cut off before the answer.
        case unknown
    }

    /// What to do with a call.
    enum Match: Sendable, Equatable {
        /// It has not been begun: note that it is, under this number, then make it.
        case new(ordinal: Int)
        /// It was begun, and this is what came of it.
        case known(Outcome, ordinal: Int)
    }

    private struct Record {
        let ordinal: Int
        let digest: CallDigest
        var outcome: Outcome
        var isMatched = false
        var isReplaced = false
    }

    private var records: [Record]
    private var next: Int

    /// A run that is the first.
    init() { (records, next) = ([], 0) }

    /// A run of which `calls` were made before, by number.
    init(_ calls: [(ordinal: Int, digest: CallDigest, outcome: Outcome)]) {
        records = calls.map { Record(ordinal: $0.ordinal, digest: $0.digest, outcome: $0.outcome) }
        next = (calls.map(\.ordinal).max() ?? -1) + 1
    }

    /// What to do with the next call of this content.
    ///
    /// - Parameter isLoose: whether a call of the same name and other content may stand for it.
    mutating func match(_ digest: CallDigest, isLoose: Bool = true) -> Match {
        if let index = records.firstIndex(where: { !$0.isMatched && $0.digest == digest }) {
            records[index].isMatched = true
            return .known(records[index].outcome, ordinal: records[index].ordinal)
        }
        let replaced = records.firstIndex { !$0.isMatched && !$0.isReplaced && $0.digest.name == digest.name }
        if isLoose, let index = replaced {
            records[index].isReplaced = true
            return .known(records[index].outcome, ordinal: records[index].ordinal)
        }
        defer { next += 1 }
        return .new(ordinal: next)
    }
}
