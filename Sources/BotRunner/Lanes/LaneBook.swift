// Govorun: which lane runs next, as a value. SPDX-License-Identifier: MIT

/// The order of one conversation of one bot.
struct LaneKey: Hashable, Sendable {
    /// The bot, by its place in the pool.
    let bot: Int
    /// The conversation; a person or the community for what belongs to none.
    let peer: Int
}

/// A lane that somebody runs.
struct LaneSeat: Hashable, Sendable {
    let key: LaneKey
    /// Where the book has it while it runs.
    fileprivate let slot: Int

    var bot: Int { key.bot }
    var peer: Int { key.peer }
}

/// Lanes of all bots: each idle, ready or running, with the inbox positions it has still to do. No clock, no lock and no task, so its tests
/// are tables.
///
/// A lane holds few positions; what finds no room stays in the inbox, and the lane remembers from where it has to be read again.
struct LaneBook {
    /// Positions a lane holds at most.
    static let room = 64
    /// A lane with so few left wants more of what was left in the inbox.
    static let low = 16
    /// Lanes of one bot that may wait for VK at once, beside those at work.
    static let waitingCap = 1024

    private struct Lane {
        var key: LaneKey
        var positions = Line<Int64>()
        var isRunning = false
        /// The first position that found no room here; it and all after it are to be read from the inbox.
        var left: Int64?
        /// Whether the present reading of the inbox has met a position that found no room.
        var isPassedOver = false
    }

    /// A bot; one that is no more is an empty one, for numbers are not given twice.
    private struct Member {
        var cap = 0
        var running = 0
        /// Of those that run, how many wait for VK: they hold nobody up.
        var parked = 0
        /// How many more lanes may make a call any moment than when it was last asked.
        var crowdChange = 0
        /// Whether it has joined and is not forgotten.
        var isKnown = false
        var hasLeft = false
        /// Whether no more of it is begun.
        var isHalted = false
        var ready = Line<Int>()
        var waiting = 0
        /// Lanes with something left in the inbox.
        var short: Set<Int> = []
        /// Of these, those that have little to do.
        var starving: Set<Int> = []
        /// Whether it was said that no more is wanted.
        var isSated = false
        /// Whether the bot stands in `ableBots`.
        var isListed = false
    }

    // Looked up by key only where a position is added; from there on a lane is its slot, a bot its number: all are changed in place.
    private var slots = LaneTable()
    private var lanes: [Lane] = []
    private var freeSlots: [Int] = []
    private var members: [Member] = []
    /// Bots with a ready lane and room to run it, so that a full bot costs the others nothing.
    private var ableBots = Line<Int>()

    /// Adds a bot that runs at most `cap` lanes at once.
    mutating func join(_ bot: Int, cap: Int) {
        while members.count <= bot { members.append(Member()) }
        members[bot] = Member(cap: max(1, cap), isKnown: true)
    }

    /// Takes a bot out; what still waits for it is dropped.
    mutating func leave(_ bot: Int) {
        guard !isUnknown(bot) else { return }
        for slot in slots.slots(of: bot) {
            let isIdle = lanes[slot].positions.isEmpty
            lanes[slot].positions = Line()
            lanes[slot].left = nil
            guard !lanes[slot].isRunning else { continue }
            free(slot)
            if !isIdle { members[bot].crowdChange -= 1 }
        }
        members[bot].ready = Line()
        members[bot].waiting = 0
        members[bot].short = []
        members[bot].starving = []
        members[bot].hasLeft = true
        forget(bot)
    }

    /// Drops a bot that has left, once nothing of it runs.
    private mutating func forget(_ bot: Int) {
        if members[bot].hasLeft, members[bot].running == 0, members[bot].crowdChange == 0 { members[bot] = Member() }
    }

    /// Whether nothing is known of `bot`: it has left, or never was here.
    func isUnknown(_ bot: Int) -> Bool { !members.indices.contains(bot) || !members[bot].isKnown }

    /// How many positions of `bot` wait for a worker.
    func waiting(of bot: Int) -> Int { isUnknown(bot) ? 0 : members[bot].waiting }

    /// No more of `bot` is begun; what runs goes on.
    mutating func halt(_ bot: Int) { if !isUnknown(bot) { members[bot].isHalted = true } }

    /// Whether nothing of `bot` runs.
    func isAtRest(_ bot: Int) -> Bool { isUnknown(bot) || members[bot].running == 0 }

    /// Whether nothing of `bot` waits or runs.
    func isQuiet(_ bot: Int) -> Bool {
        isUnknown(bot) || members[bot].waiting == 0 && members[bot].running == 0 && members[bot].short.isEmpty
    }

    /// Whether more lanes of `bot` could be at work, if only they had something to do.
    func isHungry(_ bot: Int) -> Bool {
        !isUnknown(bot) && !members[bot].hasLeft && members[bot].ready.count < max(64, members[bot].cap)
    }

    /// As `isHungry`; when more is not wanted now, `hasGrownHungry` tells that it is.
    mutating func asksForMore(_ bot: Int) -> Bool {
        let isHungry = isHungry(bot)
        if !isUnknown(bot) { members[bot].isSated = !isHungry }
        return isHungry
    }

    /// Whether more is wanted again, once.
    mutating func hasGrownHungry(_ bot: Int) -> Bool {
        guard !isUnknown(bot), members[bot].isSated, isHungry(bot) else { return false }
        members[bot].isSated = false
        return true
    }

    // MARK: Filling

    /// Adds a position to the end of its lane, unless it must wait in the inbox.
    mutating func add(_ position: Int64, to key: LaneKey) {
        guard !isUnknown(key.bot), !members[key.bot].hasLeft else { return }
        let slot = slot(of: key)
        guard lanes[slot].left == nil else { return }
        if lanes[slot].positions.count < Self.room {
            append(position, to: slot, of: key.bot)
        } else {
            lanes[slot].left = position
            members[key.bot].short.insert(slot)
        }
    }

    private mutating func append(_ position: Int64, to slot: Int, of bot: Int) {
        lanes[slot].positions.append(position)
        members[bot].waiting += 1
        guard lanes[slot].positions.count == 1, !lanes[slot].isRunning else { return }
        members[bot].crowdChange += 1
        members[bot].ready.append(slot)
        list(bot)
    }

    /// The slot of a lane, which becomes one if it is none.
    private mutating func slot(of key: LaneKey) -> Int {
        if let slot = slots.slot(of: key) { return slot }
        let slot = freeSlots.popLast() ?? lanes.count
        slots.insert(slot, for: key)
        if slot == lanes.count { lanes.append(Lane(key: key)) } else { lanes[slot].key = key }
        return slot
    }

    /// The lane is no more. Its slot keeps the memory of its positions for the next one.
    private mutating func free(_ slot: Int) {
        slots.remove(lanes[slot].key)
        (lanes[slot].isRunning, lanes[slot].left, lanes[slot].isPassedOver) = (false, nil, false)
        freeSlots.append(slot)
    }

    /// The position from which the inbox has to be read again, for lanes of `bot` that have little left; `nil` when none wants it.
    func refill(of bot: Int) -> Int64? {
        isUnknown(bot) || members[bot].starving.isEmpty ? nil : members[bot].starving.lazy.compactMap { lanes[$0].left }.min()
    }

    /// A position that is read again, in order, by a reading that began at `start`.
    mutating func offer(_ position: Int64, to key: LaneKey, since start: Int64) {
        guard let slot = slots.slot(of: key), let left = lanes[slot].left, left >= start, position >= left, !lanes[slot].isPassedOver else {
            return
        }
        guard lanes[slot].positions.count < Self.room else {
            lanes[slot].isPassedOver = true
            return
        }
        lanes[slot].left = position + 1
        append(position, to: slot, of: key.bot)
        if lanes[slot].positions.count > Self.low { members[key.bot].starving.remove(slot) }
    }

    /// Whether a lane has room for what a reading that began at `start` may still meet.
    func wantsMore(of bot: Int, since start: Int64) -> Bool {
        !isUnknown(bot)
            && members[bot].short.contains { slot in
                guard let left = lanes[slot].left else { return false }
                return left >= start && !lanes[slot].isPassedOver && lanes[slot].positions.count < Self.room
            }
    }

    /// The reading that began at `start` has come to `end`, where all that is stored ends when `isAll`.
    mutating func finishReading(of bot: Int, since start: Int64, at end: Int64, isAll: Bool) {
        guard !isUnknown(bot) else { return }
        for slot in members[bot].short {
            guard let left = lanes[slot].left, left >= start else { continue }
            guard !lanes[slot].isPassedOver else {
                lanes[slot].isPassedOver = false
                continue
            }
            lanes[slot].left = isAll ? nil : max(left, end)
            guard isAll else { continue }
            members[bot].short.remove(slot)
            members[bot].starving.remove(slot)
            if lanes[slot].positions.isEmpty, !lanes[slot].isRunning { free(slot) }
        }
    }

    // MARK: Working

    /// The next lane to run; `nil` when every lane is idle, running, or of a bot at its cap.
    mutating func next() -> LaneSeat? {
        while let bot = ableBots.popFirst() {
            members[bot].isListed = false
            guard !members[bot].isHalted, let slot = members[bot].ready.popFirst() else { continue }
            members[bot].running += 1
            list(bot)
            lanes[slot].isRunning = true
            return LaneSeat(key: lanes[slot].key, slot: slot)
        }
        return nil
    }

    /// Whether `next()` may return a lane; it may still find that its work was dropped.
    var hasWork: Bool { !ableBots.isEmpty }

    /// The next position of a running lane.
    ///
    /// - Returns: it, and whether the lane has just come to want more of what was left in the inbox.
    mutating func take(from seat: LaneSeat) -> (position: Int64, wantsMore: Bool)? {
        let (bot, slot) = (seat.bot, seat.slot)
        guard !isUnknown(bot), !members[bot].isHalted, let position = lanes[slot].positions.popFirst() else { return nil }
        members[bot].waiting -= 1
        guard lanes[slot].left != nil, lanes[slot].positions.count <= Self.low else { return (position, false) }
        members[bot].starving.insert(slot)
        return (position, lanes[slot].positions.count == Self.low)
    }

    /// Whether a running lane has nothing more to do at present.
    func isEmpty(_ seat: LaneSeat) -> Bool { lanes[seat.slot].positions.isEmpty }

    /// The lane runs no more; it becomes ready again, or idle.
    mutating func finish(_ seat: LaneSeat) {
        let (bot, slot) = (seat.bot, seat.slot)
        members[bot].running -= 1
        lanes[slot].isRunning = false
        if !lanes[slot].positions.isEmpty {
            members[bot].ready.append(slot)
        } else {
            if lanes[slot].left == nil { free(slot) }
            members[bot].crowdChange -= 1
        }
        list(bot)
        forget(bot)
    }

    /// A running lane of `bot` waits for VK from now on: another may run in its place.
    mutating func park(_ bot: Int) {
        guard !isUnknown(bot) else { return }
        members[bot].parked += 1
        members[bot].crowdChange -= 1
        list(bot)
    }

    /// It goes on; for a moment more than the cap may be at work.
    mutating func unpark(_ bot: Int) {
        guard !isUnknown(bot) else { return }
        members[bot].parked -= 1
        members[bot].crowdChange += 1
        list(bot)
    }

    /// How many more lanes of `bot` may make a call any moment than when this was last asked.
    mutating func takeCrowdChange(_ bot: Int) -> Int {
        guard !isUnknown(bot) else { return 0 }
        let change = members[bot].crowdChange
        members[bot].crowdChange = 0
        forget(bot)
        return change
    }

    private mutating func list(_ bot: Int) {
        guard !members[bot].isListed, !members[bot].isHalted, !members[bot].ready.isEmpty else { return }
        guard members[bot].running - members[bot].parked < members[bot].cap, members[bot].parked < Self.waitingCap else { return }
        members[bot].isListed = true
        ableBots.append(bot)
    }
}
