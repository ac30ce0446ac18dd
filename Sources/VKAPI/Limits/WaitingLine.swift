// Govorun: the order in which calls of a token leave. SPDX-License-Identifier: MIT

/// Slots, the line before them and the pause after error 6, as a value without clock or task.
///
/// Places are numbers that grow, so joining, leaving from anywhere and serving take constant time on average.
struct WaitingLine {
    /// A caller's place in the line.
    typealias Place = Int

    private var slots: RateSlots
    /// After error 6: nothing leaves before this moment.
    private(set) var pausedUntil: Duration
    private var waiting: Set<Place> = []
    private var nextPlace = 0
    private var firstPlace = 0

    init(limit: Int, now: Duration) {
        slots = RateSlots(limit: limit, now: now)
        pausedUntil = now
    }

    /// How many wait.
    var count: Int { waiting.count }

    /// When somebody may leave, if nothing changes; `nil` while all slots are in use.
    var nextDeparture: Duration? { slots.next.map { max($0, pausedUntil) } }

    /// Lets a caller go at once who finds a free slot and nobody waiting.
    mutating func passThrough(at now: Duration) -> Bool { waiting.isEmpty && takeSlot(at: now) }

    /// Joins at the end.
    mutating func join() -> Place {
        defer { nextPlace += 1 }
        waiting.insert(nextPlace)
        return nextPlace
    }

    /// Leaves from any place; says whether it was still in the line.
    mutating func leave(_ place: Place) -> Bool { waiting.remove(place) != nil }

    /// Who is next; `nil` when nobody waits.
    mutating func head() -> Place? {
        while firstPlace < nextPlace, !waiting.contains(firstPlace) { firstPlace += 1 }
        return firstPlace < nextPlace ? firstPlace : nil
    }

    /// Takes the next one out with a slot, if one is free at `now`.
    mutating func serve(at now: Duration) -> Place? {
        guard let head = head(), takeSlot(at: now) else { return nil }
        waiting.remove(head)
        return head
    }

    /// Gives back the slot of a call that ended at `now`.
    mutating func finish(at now: Duration) { slots.finish(at: now) }

    /// Gives back a slot in which nothing was sent.
    mutating func putBack(at now: Duration) { slots.putBack(at: now) }

    /// Lets nothing leave before `moment`.
    mutating func pause(until moment: Duration) { pausedUntil = max(pausedUntil, moment) }

    private mutating func takeSlot(at now: Duration) -> Bool { pausedUntil <= now && slots.take(at: now) }
}
