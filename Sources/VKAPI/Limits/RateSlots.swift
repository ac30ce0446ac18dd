// Govorun: when the next call of a token may leave. SPDX-License-Identifier: MIT

/// The slots of one token, as a value: each is free from a moment on, or in use.
///
/// VK counts *arrivals* in a sliding second. When a call arrived is not known here, only that it was no later than its answer; so a slot
/// becomes free one second after its call's answer, failure or timeout. Freed at the start instead, half of all windows are refused
/// under a jittering network (measured, see Docs/decisions.md). A fresh client has two free slots and gets the rest after a second, since
/// another process may just have used them.
///
/// Error 6 although we kept the limit means that another program shares the token: then a quarter of the slots is given up, and one
/// comes back for every few seconds without another 6.
struct RateSlots {
    /// One second of VK's counting, and what its clock and ours may differ by within it.
    static let window: Duration = .milliseconds(1005)
    /// The slots that a fresh client may use at once.
    static let freeAtStart = 2
    /// How long without error 6 brings back one slot that was given up.
    static let recovery: Duration = .seconds(5)

    /// What VK allows.
    let limit: Int
    /// What is left of it while another program shares the token; `limit` otherwise.
    private(set) var allowed: Int
    /// The moments from which unused slots are free, ascending from `front` on; what is before it is taken.
    private var free: [Duration]
    private var front = 0
    /// Slots in use that vanish when their call ends.
    private var owed = 0
    private var nextRecovery: Duration = .zero

    init(limit: Int, now: Duration) {
        precondition(limit > 0, "a rate of at least one call a second")
        let early = min(Self.freeAtStart, limit)
        self.limit = limit
        allowed = limit
        free = Array(repeating: now, count: early) + Array(repeating: now + Self.window, count: limit - early)
    }

    /// From when a call may leave; `nil` while all slots are in use.
    var next: Duration? { front < free.count ? free[front] : nil }

    /// How many slots the last second has used up at `now`.
    func used(at now: Duration) -> Int { allowed - (index(after: now) - front) }

    /// Takes a slot that is free at `now`, if there is one.
    mutating func take(at now: Duration) -> Bool {
        recover(at: now)
        guard let next, next <= now else { return false }
        front += 1
        // Only when half is taken: so thousands of slots cost no more than twenty.
        if front * 2 > free.count {
            free.removeFirst(front)
            front = 0
        }
        return true
    }

    /// Gives back the slot of a call that was answered, failed or given up at `now`.
    mutating func finish(at now: Duration) { free(from: now + Self.window) }

    /// Gives back a slot that was taken and not used: it is free again from `now` on.
    mutating func putBack(at now: Duration) { free(from: now) }

    /// Gives up a quarter of the slots, at least one, never the last.
    mutating func narrow(at now: Duration) {
        let fewer = max(1, min(allowed - 1, allowed * 3 / 4))
        for _ in fewer..<max(fewer, allowed) {
            if next == nil { owed += 1 } else { free.removeLast() }
        }
        allowed = fewer
        nextRecovery = now + Self.recovery
    }

    private mutating func recover(at now: Duration) {
        while allowed < limit, nextRecovery <= now {
            allowed += 1
            nextRecovery += Self.recovery
            if owed > 0 { owed -= 1 } else { free(from: now) }
        }
    }

    private mutating func free(from moment: Duration) {
        guard owed == 0 else {
            owed -= 1
            return
        }
        free.insert(moment, at: index(after: moment))
    }

    /// Where the first slot stands that is free later than `moment`.
    private func index(after moment: Duration) -> Int {
        var (low, high) = (front, free.count)
        while low < high {
            let middle = (low + high) / 2
            if free[middle] <= moment { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
