// Govorun: how values are spread. SPDX-License-Identifier: MIT

/// How often values were how large: seconds of waiting, sums of orders. Nobody waits for anybody here: every handler passes one.
public final class Histogram: Sendable {
    /// Bounds for seconds, from 5 ms to a minute.
    public static let seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

    /// The upper bounds of the buckets, rising; beyond the last is one more.
    public let bounds: [Double]
    private let buckets: [Counter]
    private let total = Gauge()

    init(bounds: [Double]) {
        self.bounds = Set(bounds.filter(\.isFinite)).sorted()
        buckets = (0...self.bounds.count).map { _ in Counter() }
    }

    /// Notes one value.
    public func observe(_ value: Double) {
        guard value.isFinite else { return }
        buckets[bounds.firstIndex { value <= $0 } ?? bounds.count].increment()
        total.add(value)
    }

    /// Notes how long something took, in seconds.
    public func observe(_ duration: Duration) { observe(duration / .seconds(1)) }

    /// How many values were noted.
    public var count: Int { buckets.reduce(0) { $0 + $1.value } }
    /// All of them added up.
    public var sum: Double { total.value }

    /// How many were at most as large as each bound, and then all.
    var upTo: [Int] {
        buckets.reduce(into: []) { $0.append(($0.last ?? 0) + $1.value) }
    }
}
