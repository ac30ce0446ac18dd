// Govorun: from where to read after a gap. SPDX-License-Identifier: MIT

/// Decides which position of VK's message history everything before has been received of.
///
/// VK tells where its history stands, while updates of before may still be on their way to us. Once a message of a later second has come,
/// they have come too, since VK keeps the order of messages; only then is the position one to go back to.
public struct HistoryMark: Sendable {
    private var candidate: MessageHistory.Position?

    /// No position yet.
    public init() {}

    /// VK has told a position.
    public mutating func told(_ position: MessageHistory.Position) { candidate = position }

    /// Updates were lost: what was told may lie behind them.
    public mutating func lost() { candidate = nil }

    /// A polled batch is stored, whose newest message is of this Unix second.
    ///
    /// - Returns: a position that nothing before is missing of, to be kept in place of an earlier one.
    public mutating func received(newest date: Int?) -> Int? {
        guard let position = candidate, let date, date > position.time else { return nil }
        candidate = nil
        return position.pts
    }
}
