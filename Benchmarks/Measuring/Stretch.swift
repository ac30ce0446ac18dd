// Govorun: what goes by between the first and the last of many. SPDX-License-Identifier: MIT
import Synchronization

/// Counts, and measures from the first to the last.
package final class Stretch: Sendable {
    private struct Moment { let time = ContinuousClock.now, processor = Usage.processorTime }

    private let count: Int
    private let whenOver: @Sendable () -> Void
    private let counted = Atomic(0)
    private let ends = Mutex<(first: Moment?, last: Moment?)>((nil, nil))

    /// One of `count`; `whenOver` is called at the last.
    package init(of count: Int, whenOver: @escaping @Sendable () -> Void) { (self.count, self.whenOver) = (count, whenOver) }

    /// Counts one.
    package func one() {
        let number = counted.wrappingAdd(1, ordering: .relaxed).newValue
        if number == 1 { ends.withLock { $0.first = Moment() } }
        guard number == count else { return }
        ends.withLock { $0.last = Moment() }
        whenOver()
    }

    /// How many a second.
    package var rate: Int { figure { first, last in Figures.rate(count, in: first.time.duration(to: last.time)) } }
    /// How many a second that this process spent on a processor.
    package var ratePerProcessor: Int { figure { first, last in Figures.rate(count, in: last.processor - first.processor) } }

    private func figure(_ figure: (Moment, Moment) -> Int) -> Int {
        ends.withLock { ends in
            guard let first = ends.first, let last = ends.last else { return 0 }
            return figure(first, last)
        }
    }
}
