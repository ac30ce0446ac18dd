// Govorun: figures that plugins keep. SPDX-License-Identifier: MIT
import Synchronization

/// A number that only grows: orders taken, refusals.
public final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    init() {}

    /// Counts `amount` more; nothing below 1 counts.
    public func increment(by amount: Int = 1) {
        if amount > 0 { count.wrappingAdd(amount, ordering: .relaxed) }
    }

    /// What has been counted since the process began.
    public var value: Int { count.load(ordering: .relaxed) }
}

/// A number that rises and falls: games that are played, places left.
public final class Gauge: Sendable {
    private let bits = Atomic<UInt64>(0)

    init() {}

    /// It is `value` now.
    public func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }

    /// It is `amount` more, or less.
    public func add(_ amount: Double) {
        var old = bits.load(ordering: .relaxed)
        while true {
            let new = (Double(bitPattern: old) + amount).bitPattern
            let (exchanged, original) = bits.weakCompareExchange(expected: old, desired: new, ordering: .relaxed)
            if exchanged { return }
            old = original
        }
    }

    /// What it is now.
    public var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }
}
