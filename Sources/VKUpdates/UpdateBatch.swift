// Govorun: updates that came together. SPDX-License-Identifier: MIT
import Synchronization
public import VKAPI

/// What one poll brought.
public struct UpdateBatch: Sendable {
    /// The updates in VK's order; unknown kinds included.
    public let updates: [Update]
    /// What to store so that `updates(in:)` reads the same updates again: JSON with a list `updates`.
    public let body: [UInt8]
    /// Where reading goes on after them: stored together with them, nothing is lost and nothing comes twice.
    public let cursor: PollCursor
    /// Set when history before this batch is gone.
    public let gap: HistoryGap?
    /// Whether the poll was held: there was nothing when it was asked, so all of this has happened since.
    public let wasHeld: Bool
    private let echo: BatchEcho?

    /// The updates of `body`.
    public init(body: [UInt8], cursor: PollCursor, gap: HistoryGap? = nil, wasHeld: Bool = false) {
        self.init(updates: Self.updates(in: body), body: body, cursor: cursor, gap: gap, wasHeld: wasHeld)
    }

    init(updates: [Update], body: [UInt8], cursor: PollCursor, gap: HistoryGap?, wasHeld: Bool, echo: BatchEcho? = nil) {
        self.updates = updates
        self.body = body
        self.cursor = cursor
        self.gap = gap
        self.wasHeld = wasHeld
        self.echo = echo
    }

    /// Says, before the next batch is asked for, that there was nothing new in this one; a server that sends such batches at once and again
    /// and again is then asked less often, twice a second at the least.
    public func wasAllKnown() { echo?.sayAllKnown() }

    /// The updates of a body that was stored, in their places.
    public static func updates(in body: [UInt8]) -> [Update] {
        guard let root = PollAnswer.parse(body) else { return [] }
        return PollAnswer.updates(of: root)
    }
}

/// What a reader says about the last batch, on its way back to the poller.
final class BatchEcho: Sendable {
    private let isAllKnown = Atomic(false)

    func sayAllKnown() { isAllKnown.store(true, ordering: .relaxed) }

    /// Whether it was said since the last time.
    func takeWasAllKnown() -> Bool { isAllKnown.exchange(false, ordering: .relaxed) }
}
