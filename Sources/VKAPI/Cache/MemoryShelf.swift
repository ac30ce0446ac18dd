// Govorun: the part of the cache that is in memory. SPDX-License-Identifier: MIT

/// A bounded number of answers; of more, those that were not asked for longest are forgotten. A value without clock or lock.
struct MemoryShelf: Sendable {
    private struct Entry {
        let kept: KeptAnswer
        var use: Int
        let cost: Int
    }

    /// What an entry takes beside its bytes, about.
    private static let overhead = 256

    private let limits: ResponseCache.Limits
    private var entries: [CacheKey: Entry] = [:]
    private var uses = 0
    /// Bytes in use, about.
    private(set) var size = 0
    /// Counts removals: what was asked for before one is not kept after it.
    private(set) var removals = 0

    /// How many are kept.
    var count: Int { entries.count }

    init(_ limits: ResponseCache.Limits) { self.limits = limits }

    mutating func answer(for key: CacheKey) -> KeptAnswer? {
        guard let index = entries.index(forKey: key) else { return nil }
        uses += 1
        entries.values[index].use = uses
        return entries.values[index].kept
    }

    mutating func keep(_ kept: KeptAnswer, for key: CacheKey) {
        discard(key)
        // The bytes once more: an answer is kept ready to be read.
        let cost = 2 * kept.size + key.text.utf8.count + Self.overhead
        guard kept.size <= limits.entryBytes, cost <= limits.bytes else { return }
        uses += 1
        size += cost
        entries[key] = Entry(kept: kept, use: uses, cost: cost)
        if entries.count > limits.entries || size > limits.bytes { makeRoom() }
    }

    mutating func remove(_ key: CacheKey) {
        removals += 1
        discard(key)
    }

    mutating func removeAll(where isRemoved: (CacheScope) -> Bool) {
        removals += 1
        for key in entries.keys.filter({ isRemoved($0.scope) }) { discard(key) }
    }

    private mutating func discard(_ key: CacheKey) {
        if let entry = entries.removeValue(forKey: key) { size -= entry.cost }
    }

    /// Leaves a tenth free, so that a full shelf is not searched at each answer.
    private mutating func makeRoom() {
        for (key, _) in entries.sorted(by: { $0.value.use < $1.value.use }) {
            guard entries.count > limits.entries - limits.entries / 10 || size > limits.bytes - limits.bytes / 10 else { return }
            guard entries.count > 1 else { return }
            discard(key)
        }
    }
}
