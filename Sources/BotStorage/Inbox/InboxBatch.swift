// Govorun: updates as they are put into the inbox and taken from it. SPDX-License-Identifier: MIT

/// A batch of updates of one source, raw, with the cursor that follows it: both are stored in one commit.
///
/// A *source* is what has a cursor of its own (a bot's community). Updates of a source are numbered from 0 in the order they
/// were stored, for ever: the number is an update's *position*, and never used again.
public struct InboxBatch: Sendable {
    /// Whose updates they are.
    public var source: String
    /// Where polling goes on when this batch is stored; opaque to the storage.
    public var cursor: [UInt8]
    /// The batch as it came; opaque to the storage.
    public var body: [UInt8]
    /// How many updates `body` holds; with 0 only the cursor is kept.
    public var updates: Int
    /// What the updates are recognised by when they come again, as far as they have such an id.
    public var eventIDs: [String]
    /// Places of updates in the batch, from 0, that need no work: seen before, or of no interest.
    public var finished: [Int]

    /// Makes a batch.
    public init(source: String, cursor: [UInt8], body: [UInt8], updates: Int, eventIDs: [String] = [], finished: [Int] = []) {
        self.source = source
        self.cursor = cursor
        self.body = body
        self.updates = max(0, updates)
        self.eventIDs = eventIDs
        self.finished = finished
    }
}

/// A batch with unfinished updates.
public struct StoredBatch: Sendable {
    /// Whose updates they are.
    public let source: String
    /// The position of its first update; the others follow.
    public let first: Int64
    /// How many updates `body` holds.
    public let updates: Int
    /// When it was stored.
    public let stored: UnixTime
    /// The batch as it came.
    public let body: [UInt8]
    private let marks: FinishMarks

    /// Makes a batch; for storages.
    ///
    /// - Parameter finished: a bit per update, the lowest first; missing bytes are zero.
    public init(source: String, first: Int64, updates: Int, stored: UnixTime, body: [UInt8], finished: [UInt8]) {
        (self.source, self.first, self.updates, self.stored, self.body) = (source, first, updates, stored, body)
        marks = FinishMarks(bytes: finished)
    }

    /// Whether the update at a place of the batch, from 0, is finished.
    public func isFinished(_ place: Int) -> Bool { marks.contains(place) }

    /// The places of the updates that are not finished, in order.
    public var unfinished: [Int] { (0..<updates).filter { !marks.contains($0) } }
}

/// How full an inbox is, and where its polling goes on.
public struct InboxState: Sendable, Equatable {
    /// Whose inbox it is.
    public let source: String
    /// The cursor stored last; `nil` before the first.
    public let cursor: [UInt8]?
    /// The position of the next update to be stored: how many there have ever been.
    public let next: Int64
    /// How many updates are not finished.
    public let updates: Int
    /// The size of all batches that have unfinished updates, in bytes.
    public let bytes: Int
    /// When the oldest batch was stored that has unfinished updates; `nil` when none has.
    public let oldest: UnixTime?

    /// Makes a state; for storages.
    public init(source: String, cursor: [UInt8]? = nil, next: Int64 = 0, updates: Int = 0, bytes: Int = 0, oldest: UnixTime? = nil) {
        (self.source, self.cursor, self.next, self.updates, self.bytes, self.oldest) = (source, cursor, next, updates, bytes, oldest)
    }
}
