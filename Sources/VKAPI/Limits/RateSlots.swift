// Govorun: when the next call of a token may leave. SPDX-License-Identifier: MIT

/// The slots of one token, as a value: each is free from a moment on, or in use.
///
/// VK counts *arrivals* in a sliding second. When a call arrived is not known here, only that it was no later than its answer; so a slot
/// becomes free one second after its call's answer, failure or timeout. Freed at the start instead, a third of all windows are refused
/// under a jittering network (measured, see Docs/decisions.md). A fresh client has two free slots and gets the rest after a second, since
/// another process may just have used them.
struct RateSlots {
    /// One second of VK's counting, and what its clock and ours may differ by within it.
    static let window: Duration = .milliseconds(1005)
    private static let freeAtStart = 2

    /// The moments from which unused slots are free, ascending.
    private var free: [Duration]

    init(limit: Int, now: Duration) {
        precondition(limit > 0, "a rate of at least one call a second")
        let early = min(Self.freeAtStart, limit)
        free = Array(repeating: now, count: early) + Array(repeating: now + Self.window, count: limit - early)
    }

    /// Takes the slot that is free first, and says from when; `nil` while all are in use.
    mutating func take() -> Duration? {
        free.isEmpty ? nil : free.removeFirst()
    }

    /// Gives back the slot of a call that was answered, failed or timed out at `now`.
    mutating func finish(at now: Duration) { put(back: now + Self.window) }

    /// Gives back a slot that was taken and not used: it is free again from `moment` on.
    mutating func put(back moment: Duration) {
        let index = free.firstIndex { $0 > moment } ?? free.endIndex
        free.insert(moment, at: index)
    }
}
