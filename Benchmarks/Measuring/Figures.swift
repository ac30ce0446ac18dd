// Govorun: how benchmarks show what they have measured. SPDX-License-Identifier: MIT

/// Numbers for people.
package enum Figures {
    /// The middle one; the lower of two.
    package static func median<Value: Comparable>(_ values: [Value]) -> Value? { quantile(0.5, of: values) }

    /// The least value that `share` of all do not exceed.
    package static func quantile<Value: Comparable>(_ share: Double, of values: [Value]) -> Value? {
        let sorted = values.sorted()
        guard let last = sorted.indices.last else { return nil }
        return sorted[min(last, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
    }

    /// `1.234` of something that lasts 1.2336 of `unit`.
    package static func rounded(_ duration: Duration, in unit: Duration = .seconds(1)) -> Double {
        (duration / unit * 1_000).rounded() / 1_000
    }

    /// How many a second.
    package static func rate(_ count: Int, in duration: Duration) -> Int { Int(Double(count) / (duration / .seconds(1))) }
}
