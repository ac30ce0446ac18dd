// Govorun: which lane runs next, as a value. SPDX-License-Identifier: MIT

/// The order of one conversation of one bot.
struct LaneKey: Hashable, Sendable {
    /// The bot, by its place in the pool.
    let bot: Int
    /// The conversation; a person or the community for what belongs to none.
    let peer: Int
}

/// Up to `LaneBook.batch` items of one lane, to be done in order.
struct LaneWork<Item> {
    let lane: LaneKey
    let items: [Item]
}

extension LaneWork: Sendable where Item: Sendable {}

/// Lanes of all bots: each idle, ready or running. No clock, no lock and no task, so its tests are tables.
struct LaneBook<Item> {
    /// Items of one lane done in a row before it goes to the end of the queue.
    static var batch: Int { 16 }
    /// Lanes of one bot that may wait for VK at once, beside those at work.
    static var waitingCap: Int { 1024 }

    private struct Lane {
        var items = Line<Item>()
        var isRunning = false
    }

    private struct Member {
        let cap: Int
        var running = 0
        /// Of those that run, how many wait for VK: they hold nobody up.
        var parked = 0
        /// How many more lanes may make a call any moment than when it was last asked.
        var crowdChange = 0
        var hasLeft = false
        var ready = Line<LaneKey>()
        var waiting = 0
        /// Whether the bot stands in `ableBots`.
        var isListed = false
    }

    private var lanes: [LaneKey: Lane] = [:]
    private var members: [Int: Member] = [:]
    /// Bots with a ready lane and room to run it, so that a full bot costs the others nothing.
    private var ableBots = Line<Int>()

    /// Items that wait or run.
    private(set) var unfinished = 0

    /// Adds a bot that runs at most `cap` lanes at once.
    mutating func join(_ bot: Int, cap: Int) { members[bot] = Member(cap: max(1, cap)) }

    /// Takes a bot out; what still waits for it is dropped.
    mutating func leave(_ bot: Int) {
        for (key, lane) in lanes where key.bot == bot {
            unfinished -= lane.items.count
            guard !lane.isRunning else {
                lanes[key]?.items = Line()
                continue
            }
            lanes[key] = nil
            members[bot]?.crowdChange -= 1
        }
        members[bot]?.ready = Line()
        members[bot]?.waiting = 0
        members[bot]?.hasLeft = true
        forget(bot)
    }

    /// Drops a bot that has left, once nothing of it runs.
    private mutating func forget(_ bot: Int) {
        if let member = members[bot], member.hasLeft, member.running == 0, member.crowdChange == 0 { members[bot] = nil }
    }

    /// Whether nothing is known of `bot`: it has left, or never was here.
    func isUnknown(_ bot: Int) -> Bool { members[bot] == nil }

    /// How many items of `bot` wait for a worker.
    func waiting(of bot: Int) -> Int { members[bot]?.waiting ?? 0 }

    /// Whether nothing of `bot` waits or runs.
    func isQuiet(_ bot: Int) -> Bool { members[bot].map { $0.waiting == 0 && $0.running == 0 } ?? true }

    /// Adds an item to the end of its lane.
    mutating func add(_ item: Item, to key: LaneKey) {
        guard members[key.bot] != nil else { return }
        unfinished += 1
        members[key.bot]?.waiting += 1
        if lanes[key] == nil {
            var lane = Lane()
            lane.items.append(item)
            lanes[key] = lane
            members[key.bot]?.crowdChange += 1
            makeReady(key)
        } else {
            lanes[key]?.items.append(item)
        }
    }

    /// The next work; `nil` when every lane is idle, running, or of a bot at its cap.
    mutating func next() -> LaneWork<Item>? {
        while let bot = ableBots.popFirst() {
            members[bot]?.isListed = false
            guard let key = members[bot]?.ready.popFirst() else { continue }
            members[bot]?.running += 1
            list(bot)
            lanes[key]?.isRunning = true
            let items = lanes[key]?.items.take(Self.batch) ?? []
            members[bot]?.waiting -= items.count
            return LaneWork(lane: key, items: items)
        }
        return nil
    }

    /// Whether `next()` may return work; it may still find that the work was dropped.
    var hasWork: Bool { !ableBots.isEmpty }

    /// The work is done; the lane becomes ready again, or idle.
    mutating func finish(_ work: LaneWork<Item>) {
        unfinished -= work.items.count
        members[work.lane.bot]?.running -= 1
        lanes[work.lane]?.isRunning = false
        if lanes[work.lane]?.items.isEmpty == false {
            makeReady(work.lane)
        } else {
            lanes[work.lane] = nil
            members[work.lane.bot]?.crowdChange -= 1
            list(work.lane.bot)
        }
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

    private mutating func makeReady(_ key: LaneKey) {
        members[key.bot]?.ready.append(key)
        list(key.bot)
    }

    private mutating func list(_ bot: Int) {
        guard let member = members[bot], !member.isListed, !member.ready.isEmpty else { return }
        guard member.running - member.parked < member.cap, member.parked < Self.waitingCap else { return }
        members[bot]?.isListed = true
        ableBots.append(bot)
    }
}
