// Govorun: updates that came together. SPDX-License-Identifier: MIT
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

    /// The updates of `body`.
    public init(body: [UInt8], cursor: PollCursor, gap: HistoryGap? = nil) {
        self.init(updates: Self.updates(in: body), body: body, cursor: cursor, gap: gap)
    }

    init(updates: [Update], body: [UInt8], cursor: PollCursor, gap: HistoryGap?) {
        self.updates = updates
        self.body = body
        self.cursor = cursor
        self.gap = gap
    }

    /// The updates of a body that was stored, in their places.
    public static func updates(in body: [UInt8]) -> [Update] {
        guard let root = PollAnswer.parse(body) else { return [] }
        return PollAnswer.updates(of: root)
    }
}
