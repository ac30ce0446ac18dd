// Govorun: what a community's pollers wait for. SPDX-License-Identifier: MIT
import TapeJSON

/// The events of one community, numbered; `ts` is the number of the last one a poller has.
struct EventQueue: Sendable {
    /// What a poll finds.
    enum Answer: Sendable, Equatable {
        case events([[UInt8]], ts: Int)
        /// Nothing new yet: hold.
        case nothing
        /// `failed` 1: some events after that `ts` are gone; go on from this one.
        case lost(ts: Int)
        /// `failed` 2: the key is not valid any more.
        case wrongKey
    }

    private let limit: Int
    private let batch: Int
    /// Makes keys and event ids differ between two runs of the simulator.
    private let salt: UInt64
    /// The number before the first event there ever was.
    let start: Int
    private var kept: [[UInt8]] = []
    /// The number before the first event kept.
    private var forgotten: Int
    private var generation = 0
    private var waiters: [Waiter] = []

    init(limit: Int, batch: Int, salt: UInt64, start: Int = 0) {
        (self.start, forgotten) = (start, start)
        self.limit = limit
        self.batch = batch
        self.salt = salt
    }

    /// How many polls are held.
    var waiting: Int { waiters.count }

    var ts: Int { forgotten + kept.count }

    var key: String { hex(salt) + hex(salt &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(generation)) + hex(UInt64(generation)).suffix(8) }

    /// Makes every key given out so far invalid and wakes those who poll with it.
    mutating func expireKeys() {
        generation += 1
        wakeAll()
    }

    /// An id no event of this community had before, also not before a restart.
    func nextEventID(in community: Int) -> String {
        "000000000000" + hex(salt ^ UInt64(truncatingIfNeeded: community)) + hex(UInt64(ts + 1))
    }

    mutating func append(_ event: [UInt8]) {
        if kept.count >= 2 * limit {
            kept.removeFirst(limit)
            forgotten += limit
        }
        kept.append(event)
        wakeAll()
    }

    func poll(key: String, ts asked: Int?) -> Answer {
        guard key == self.key else { return .wrongKey }
        guard let given = asked, given >= 0, given <= ts else { return .lost(ts: ts) }
        // Whoever comes from before the beginning has missed nothing.
        let asked = max(given, start)
        guard asked >= oldest else { return .lost(ts: oldest) }
        guard asked < ts else { return .nothing }
        let found = kept[(asked - forgotten)...].prefix(batch)
        return .events(Array(found), ts: asked + found.count)
    }

    /// Forgets every event there was: whoever polls with an earlier `ts` gets `failed` 1.
    mutating func forgetAll() {
        forgotten += kept.count
        kept = []
        wakeAll()
    }

    /// The number before the first event that may still be read.
    var oldest: Int { max(forgotten, ts - limit) }

    /// The events after `number`, which is from `oldest` to `ts`, each with its own number.
    func events(after number: Int) -> [(number: Int, event: [UInt8])] {
        zip((number + 1)..., kept[(number - forgotten)...]).map { ($0, $1) }
    }

    mutating func hold(_ waiter: Waiter) { waiters.append(waiter) }

    mutating func release(_ waiter: Waiter) { waiters.removeAll { $0 === waiter } }

    private mutating func wakeAll() {
        guard !waiters.isEmpty else { return }
        for waiter in waiters { waiter.wake() }
        waiters.removeAll(keepingCapacity: true)
    }

    private func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
