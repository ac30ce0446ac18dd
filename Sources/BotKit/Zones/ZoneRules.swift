// Govorun: when the clocks of a zone were and will be set. SPDX-License-Identifier: MIT

/// The offsets of a zone over time; immutable.
final class ZoneRules: Sendable {
    /// A time during which an offset holds.
    struct Span: Equatable {
        /// Its first second; `nil`: since ever.
        var start: Int?
        /// The first second after it; `nil`: for ever.
        var end: Int?
        /// Seconds ahead of UTC.
        var offset: Int
    }

    /// When the clocks are set, ascending, and to what offset.
    private let changes: [(time: Int, offset: Int)]
    /// What holds before the first change.
    private let first: Int
    /// What holds after the last one; `nil`: its offset.
    private let rule: YearlyRule?

    init(first: Int, changes: [(time: Int, offset: Int)], rule: YearlyRule?) {
        (self.first, self.changes, self.rule) = (first, changes, rule)
    }

    /// Clocks that are never set.
    convenience init(offset: Int) { self.init(first: offset, changes: [], rule: nil) }

    /// What holds at `time`.
    func span(at time: Int) -> Span {
        let index = changeCount(upTo: time)
        let known = Span(
            start: index > 0 ? changes[index - 1].time : nil, end: index < changes.count ? changes[index].time : nil,
            offset: index > 0 ? changes[index - 1].offset : first)
        guard index == changes.count, let rule else { return known }
        let later = rule.span(at: time)
        // Before the rule's first change of its own, the last known one began the span.
        guard let start = known.start else { return later }
        return Span(start: max(start, later.start ?? start), end: later.end, offset: later.offset)
    }

    private func changeCount(upTo time: Int) -> Int {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
