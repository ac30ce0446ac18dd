// Govorun: when the next call of a token may leave. SPDX-License-Identifier: MIT

/// The slots of one token, as a value: each is free from a moment on, or in use.
///
/// VK counts *arrivals* in a sliding second. When a call arrived is not known here, only that it was no later than its answer; so a slot
/// becomes free one second after its call's answer, failure or timeout. Freed at the start instead, half of all windows are refused
/// under a jittering network (measured, see Docs/decisions.md). A fresh client has two free slots and gets the rest after a second, since
/// another process may just have used them.
struct RateSlots {
    /// One second of VK's counting, and what its clock and ours may differ by within it.
    static let window: Duration = .milliseconds(1005)
    /// The slots that a fresh client may use at once.
    static let freeAtStart = 2

    /// The moments from which unused slots are free, ascending.
    private var free: [Duration]

    init(limit: Int, now: Duration) {
        precondition(limit > 0, "a rate of at least one call a second")
        let early = min(Self.freeAtStart, limit)
        free = Array(repeating: now, count: early) + Array(repeating: now + Self.window, count: limit - early)
    }

    /// From when a call may leave; `nil` while all slots are in use.
    var next: Duration? { free.first }

    /// Takes a slot that is free at `now`, if there is one.
    mutating func take(at now: Duration) -> Bool {
        guard let first = free.first, first <= now else { return false }
        free.removeFirst()
        return true
    }

    /// Gives back the slot of a call that was answered, failed or given up at `now`.
    mutating func finish(at now: Duration) { free(from: now + Self.window) }

    /// Gives back a slot that was taken and not used: it is free again from `now` on.
    mutating func putBack(at now: Duration) { free(from: now) }

    private mutating func free(from moment: Duration) {
        let index = free.firstIndex { $0 > moment } ?? free.endIndex
        free.insert(moment, at: index)
    }
}
