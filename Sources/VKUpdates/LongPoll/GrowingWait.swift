// Govorun: a wait that grows while the same trouble goes on. SPDX-License-Identifier: MIT

/// The waits after one kind of trouble in a row: none for the first few, then doubling from `first` up to `limit`.
struct GrowingWait: Sendable {
    private let first: Duration
    private let limit: Duration
    private let free: Int
    /// How often in a row it was.
    private(set) var count = 0

    init(_ first: Duration, upTo limit: Duration, free: Int = 0) {
        self.first = first
        self.limit = limit
        self.free = free
    }

    /// Counts one more and gives the wait after it, `ceiling` at the most.
    mutating func next(upTo ceiling: Duration? = nil) -> Duration {
        count += 1
        let limit = ceiling ?? limit
        let doublings = count - free - 1
        guard doublings >= 0 else { return .zero }
        return doublings >= 16 ? limit : min(limit, first * (1 << doublings))
    }

    mutating func reset() { count = 0 }
}
