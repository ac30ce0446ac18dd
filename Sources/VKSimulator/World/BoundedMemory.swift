// Govorun: a dictionary that forgets. SPDX-License-Identifier: MIT

/// Remembers the last so many entries.
struct BoundedMemory<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let limit: Int
    private var values: [Key: Value] = [:]
    private var order: [Key] = []
    private var oldest = 0

    init(limit: Int) { self.limit = limit }

    subscript(key: Key) -> Value? { values[key] }

    /// What is remembered of the keys that are wanted, in the order they came.
    func entries(_ isWanted: (Key) -> Bool) -> [(key: Key, value: Value)] {
        (order[oldest...] + order[..<oldest]).filter(isWanted).compactMap { key in values[key].map { (key, $0) } }
    }

    /// Drops the value; its place is still counted until it is the oldest.
    mutating func drop(_ key: Key) { values[key] = nil }

    mutating func remember(_ value: Value, for key: Key) {
        guard values.updateValue(value, forKey: key) == nil else { return }
        guard order.count == limit else { return order.append(key) }
        values[order[oldest]] = nil
        order[oldest] = key
        oldest = (oldest + 1) % limit
    }
}
