// Govorun: which lane runs next, as a value. SPDX-License-Identifier: MIT

/// The order of one conversation of one bot.
struct LaneKey: Hashable, Sendable {
    /// The bot, by its place in the pool.
    let bot: Int
    /// The conversation; a person or the community for what belongs to none.
    let peer: Int
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
        var positions = Line<Int64>()
        var isRunning = false
        /// The first position that found no room here; it and all after it are to be read from the inbox.
        var left: Int64?
        /// Whether the present reading of the inbox has met a position that found no room.
        var isPassedOver = false
    }

    private struct Member {
        let cap: Int
        var running = 0
        /// Of those that run, how many wait for VK: they hold nobody up.
        var parked = 0
        /// How many more lanes may make a call any moment than when it was last asked.
        var crowdChange = 0
        var hasLeft = false
        /// Whether no more of it is begun.
        var isHalted = false
        var ready = Line<LaneKey>()
        var waiting = 0
        /// Lanes with something left in the inbox.
        var short: Set<LaneKey> = []
        /// Of these, those that have little to do.
        var starving: Set<LaneKey> = []
        /// Whether it was said that no more is wanted.
        var isSated = false
        /// Whether the bot stands in `ableBots`.
        var isListed = false
    }

    private var lanes: [LaneKey: Lane] = [:]
    private var members: [Int: Member] = [:]
    /// Bots with a ready lane and room to run it, so that a full bot costs the others nothing.
    private var ableBots = Line<Int>()

    /// Adds a bot that runs at most `cap` lanes at once.
    mutating func join(_ bot: Int, cap: Int) { members[bot] = Member(cap: max(1, cap)) }

    /// Takes a bot out; what still waits for it is dropped.
    mutating func leave(_ bot: Int) {
        for (key, lane) in lanes where key.bot == bot {
            guard !lane.isRunning else {
                lanes[key]?.positions = Line()
                lanes[key]?.left = nil
                continue
            }
            lanes[key] = nil
            if !lane.positions.isEmpty { members[bot]?.crowdChange -= 1 }
        }
        members[bot]?.ready = Line()
        members[bot]?.waiting = 0
        members[bot]?.short = []
        members[bot]?.starving = []
        members[bot]?.hasLeft = true
        forget(bot)
    }

    /// Drops a bot that has left, once nothing of it runs.
    private mutating func forget(_ bot: Int) {
        if let member = members[bot], member.hasLeft, member.running == 0, member.crowdChange == 0 { members[bot] = nil }
    }

    /// Whether nothing is known of `bot`: it has left, or never was here.
    func isUnknown(_ bot: Int) -> Bool { members[bot] == nil }

    /// How many positions of `bot` wait for a worker.
    func waiting(of bot: Int) -> Int { members[bot]?.waiting ?? 0 }

    /// No more of `bot` is begun; what runs goes on.
    mutating func halt(_ bot: Int) { members[bot]?.isHalted = true }

    /// Whether nothing of `bot` runs.
    func isAtRest(_ bot: Int) -> Bool { members[bot].map { $0.running == 0 } ?? true }

    /// Whether nothing of `bot` waits or runs.
    func isQuiet(_ bot: Int) -> Bool {
        members[bot].map { $0.waiting == 0 && $0.running == 0 && $0.short.isEmpty } ?? true
    }

    /// Whether more lanes of `bot` could be at work, if only they had something to do.
    func isHungry(_ bot: Int) -> Bool { members[bot].map { !$0.hasLeft && $0.ready.count < max(64, $0.cap) } ?? false }

    /// As `isHungry`; when more is not wanted now, `hasGrownHungry` tells that it is.
    mutating func asksForMore(_ bot: Int) -> Bool {
        let isHungry = isHungry(bot)
        members[bot]?.isSated = !isHungry
        return isHungry
    }

    /// Whether more is wanted again, once.
    mutating func hasGrownHungry(_ bot: Int) -> Bool {
        guard members[bot]?.isSated == true, isHungry(bot) else { return false }
        members[bot]?.isSated = false
        return true
    }

    // MARK: Filling

    /// Adds a position to the end of its lane, unless it must wait in the inbox.
    mutating func add(_ position: Int64, to key: LaneKey) {
        guard members[key.bot]?.hasLeft == false else { return }
        var lane = lanes.removeValue(forKey: key) ?? Lane()
        if lane.left == nil, lane.positions.count < Self.room {
            append(position, to: &lane, key)
        } else if lane.left == nil {
            lane.left = position
            members[key.bot]?.short.insert(key)
        }
        lanes[key] = lane
    }

    private mutating func append(_ position: Int64, to lane: inout Lane, _ key: LaneKey) {
        lane.positions.append(position)
        members[key.bot]?.waiting += 1
        guard lane.positions.count == 1, !lane.isRunning else { return }
        members[key.bot]?.crowdChange += 1
        members[key.bot]?.ready.append(key)
        list(key.bot)
    }

    /// The position from which the inbox has to be read again, for lanes of `bot` that have little left; `nil` when none wants it.
    func refill(of bot: Int) -> Int64? {
        members[bot]?.starving.lazy.compactMap { lanes[$0]?.left }.min()
    }

    /// A position that is read again, in order, by a reading that began at `start`.
    mutating func offer(_ position: Int64, to key: LaneKey, since start: Int64) {
        guard var lane = lanes[key], let left = lane.left, left >= start, position >= left, !lane.isPassedOver else { return }
        lanes[key] = nil
        if lane.positions.count < Self.room {
            lane.left = position + 1
            append(position, to: &lane, key)
            if lane.positions.count > Self.low { members[key.bot]?.starving.remove(key) }
        } else {
            lane.isPassedOver = true
        }
        lanes[key] = lane
    }

    /// Whether a lane has room for what a reading that began at `start` may still meet.
    func wantsMore(of bot: Int, since start: Int64) -> Bool {
        members[bot]?.short.contains { key in
            guard let lane = lanes[key], let left = lane.left else { return false }
            return left >= start && !lane.isPassedOver && lane.positions.count < Self.room
        } ?? false
    }

    /// The reading that began at `start` has come to `end`, where all that is stored ends when `isAll`.
    mutating func finishReading(of bot: Int, since start: Int64, at end: Int64, isAll: Bool) {
        for key in members[bot]?.short ?? [] {
            guard let lane = lanes[key], let left = lane.left, left >= start else { continue }
            lanes[key]?.isPassedOver = false
            guard !lane.isPassedOver else { continue }
            lanes[key]?.left = isAll ? nil : max(left, end)
            guard isAll else { continue }
            members[bot]?.short.remove(key)
            members[bot]?.starving.remove(key)
            if lane.positions.isEmpty, !lane.isRunning { lanes[key] = nil }
        }
    }

    // MARK: Working

    /// The next lane to run; `nil` when every lane is idle, running, or of a bot at its cap.
    mutating func next() -> LaneKey? {
        while let bot = ableBots.popFirst() {
            members[bot]?.isListed = false
            guard members[bot]?.isHalted == false, let key = members[bot]?.ready.popFirst() else { continue }
            members[bot]?.running += 1
            list(bot)
            lanes[key]?.isRunning = true
            return key
        }
        return nil
    }

    /// Whether `next()` may return a lane; it may still find that its work was dropped.
    var hasWork: Bool { !ableBots.isEmpty }

    /// How many more lanes of `bot` could run now.
    func runnable(of bot: Int) -> Int {
        guard let member = members[bot], !member.isHalted else { return 0 }
        return max(0, min(member.ready.count, member.cap - (member.running - member.parked)))
    }

    /// The next position of a running lane.
    ///
    /// - Returns: it, and whether the lane has just come to want more of what was left in the inbox.
    mutating func take(from key: LaneKey) -> (position: Int64, wantsMore: Bool)? {
        guard members[key.bot]?.isHalted == false, var lane = lanes.removeValue(forKey: key) else { return nil }
        defer { lanes[key] = lane }
        guard let position = lane.positions.popFirst() else { return nil }
        members[key.bot]?.waiting -= 1
        if lane.left != nil, lane.positions.count <= Self.low { members[key.bot]?.starving.insert(key) }
        return (position, lane.left != nil && lane.positions.count == Self.low)
    }

    /// Whether a running lane has nothing more to do at present.
    func isEmpty(_ key: LaneKey) -> Bool { lanes[key]?.positions.isEmpty ?? true }

    /// The lane runs no more; it becomes ready again, or idle.
    mutating func finish(_ key: LaneKey) {
        members[key.bot]?.running -= 1
        lanes[key]?.isRunning = false
        guard let lane = lanes[key] else { return forget(key.bot) }
        if !lane.positions.isEmpty {
            members[key.bot]?.ready.append(key)
        } else {
            if lane.left == nil { lanes[key] = nil }
            members[key.bot]?.crowdChange -= 1
        }
        list(key.bot)
    }

    /// A running lane of `bot` waits for VK from now on: another may run in its place.
    mutating func park(_ bot: Int) {
        members[bot]?.parked += 1
        members[bot]?.crowdChange -= 1
        list(bot)
    }

    /// It goes on; for a moment more than the cap may be at work.
    mutating func unpark(_ bot: Int) {
        members[bot]?.parked -= 1
        members[bot]?.crowdChange += 1
        list(bot)
    }

    /// How many more lanes of `bot` may make a call any moment than when this was last asked.
    mutating func takeCrowdChange(_ bot: Int) -> Int {
        defer {
            members[bot]?.crowdChange = 0
            forget(bot)
        }
        return members[bot]?.crowdChange ?? 0
    }

    private mutating func list(_ bot: Int) {
        guard let member = members[bot], !member.isListed, !member.isHalted, !member.ready.isEmpty else { return }
        guard member.running - member.parked < member.cap, member.parked < Self.waitingCap else { return }
        members[bot]?.isListed = true
        ableBots.append(bot)
    }
}
