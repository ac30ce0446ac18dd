// Govorun: rules of the lanes. SPDX-License-Identifier: MIT
import Testing

@testable import BotRunner

@Suite("Which lane runs next")
struct LaneBookTests {
    private func book(cap: Int = 64, bots: Int = 1) -> LaneBook {
        var book = LaneBook()
        for bot in 1...bots { book.join(bot, cap: cap) }
        return book
    }

    /// Runs a lane for its turn.
    private func turn(_ book: inout LaneBook, _ lane: LaneSeat, atMost count: Int = LanePool.turn) -> [Int64] {
        var taken: [Int64] = []
        while taken.count < count, let next = book.take(from: lane) { taken.append(next.position) }
        book.finish(lane)
        return taken
    }

    @Test("One lane's positions come out in order, by one worker at a time")
    func orderInsideALane() throws {
        var book = book()
        for position in 0..<40 { book.add(Int64(position), to: LaneKey(bot: 1, peer: 7)) }
        var seen: [Int64] = []
        while let lane = book.next() {
            let second = book.next()
            #expect(second == nil, "a running lane must not run twice")
            seen += turn(&book, lane)
        }
        #expect(seen == Array(0..<40))
        #expect(book.isQuiet(1))
    }

    @Test("A lane goes to the end of the queue after a turn, so that none waits for a long one")
    func fairness() throws {
        var book = book()
        for position in 0..<60 { book.add(Int64(position), to: LaneKey(bot: 1, peer: 1)) }
        book.add(99, to: LaneKey(bot: 1, peer: 2))
        let found = book.next()
        let first = try #require(found)
        #expect(turn(&book, first).count == LanePool.turn)
        #expect(book.next()?.peer == 2)
    }

    @Test("A bot at its cap runs no more lanes, and the others go on")
    func caps() throws {
        var book = book(cap: 2, bots: 2)
        for peer in 1...5 { book.add(Int64(peer), to: LaneKey(bot: 1, peer: peer)) }
        book.add(99, to: LaneKey(bot: 2, peer: 1))
        var running: [LaneSeat] = []
        while let lane = book.next() { running.append(lane) }
        #expect(running.map(\.bot).sorted() == [1, 1, 2])
        let first = try #require(running.first { $0.bot == 1 })
        _ = turn(&book, first)
        #expect(book.next()?.bot == 1)
    }

    @Test("A lane that never finishes holds 64 positions, and stops neither the others nor the adding")
    func stuckLane() throws {
        var book = book(cap: 2)
        let stuck = LaneKey(bot: 1, peer: 1)
        book.add(0, to: stuck)
        let first = book.next()
        let seat = try #require(first)
        #expect(book.take(from: seat)?.position == 0)
        for position in 1...1_000_000 { book.add(Int64(position), to: stuck) }
        #expect(book.waiting(of: 1) == LaneBook.room)
        for peer in 2...100 {
            book.add(Int64(2_000_000 + peer), to: LaneKey(bot: 1, peer: peer))
            let found = book.next()
            let lane = try #require(found)
            #expect(turn(&book, lane) == [Int64(2_000_000 + peer)])
        }
        #expect(book.refill(of: 1) == nil, "nothing is read again for a lane that has no room")
    }

    @Test("As many lanes can run as are ready and as the cap allows; those that wait for VK leave room")
    func parking() {
        var book = book(cap: 2)
        #expect(!book.hasWork)
        for peer in 1...4 { book.add(Int64(peer), to: LaneKey(bot: 1, peer: peer)) }
        let peers = (0..<3).map { _ in book.next()?.peer }
        #expect(peers == [1, 2, nil] && !book.hasWork)
        book.park(1)
        #expect(book.hasWork)
        let more = (0..<2).map { _ in book.next()?.peer }
        #expect(more == [3, nil])
        book.park(1)
        book.halt(1)
        #expect(book.next() == nil, "a halted bot begins nothing")
    }

    @Test("A lane that comes back after it was idle begins empty, in whatever place")
    func reuse() throws {
        var book = book()
        for round in 0..<3 {
            for peer in 1...3 { book.add(Int64(round * 10 + peer), to: LaneKey(bot: 1, peer: peer + round)) }
            for peer in 1...3 {
                let next = book.next()
                let lane = try #require(next)
                #expect(lane.peer == peer + round)
                #expect(turn(&book, lane) == [Int64(round * 10 + peer)])
            }
        }
        #expect(book.isQuiet(1))
    }

    @Test("A bot with enough to do wants no more, and says once when it does again")
    func hunger() throws {
        var book = book(cap: 1)
        let (asks, grows) = (book.asksForMore(1), book.hasGrownHungry(1))
        #expect(asks && !grows)
        for peer in 0..<64 { book.add(Int64(peer), to: LaneKey(bot: 1, peer: peer)) }
        let asksFull = book.asksForMore(1)
        #expect(!asksFull)
        let next = book.next()
        let lane = try #require(next)
        let taken = turn(&book, lane)
        #expect(taken == [0])
        let (first, second) = (book.hasGrownHungry(1), book.hasGrownHungry(1))
        #expect(first && !second)
    }

    @Test("What waits for a bot that has left is dropped")
    func leaving() throws {
        var book = book()
        book.add(1, to: LaneKey(bot: 1, peer: 1))
        let next = book.next()
        let lane = try #require(next)
        book.add(2, to: lane.key)
        book.add(3, to: LaneKey(bot: 1, peer: 2))
        book.leave(1)
        #expect(turn(&book, lane) == [])
        #expect(book.next() == nil)
        #expect(book.takeCrowdChange(1) == 0, "whoever was counted is counted no more")
        #expect(book.isUnknown(1))
    }

    @Test("A bot that is halted begins nothing more, and is at rest once what runs has ended")
    func halting() throws {
        var book = book()
        for peer in 1...3 { book.add(Int64(peer), to: LaneKey(bot: 1, peer: peer)) }
        let found = book.next()
        let running = try #require(found)
        book.halt(1)
        #expect(book.next() == nil && !book.isAtRest(1))
        #expect(turn(&book, running) == [])
        #expect(book.isAtRest(1) && !book.isQuiet(1))
    }

    @Test("What found no room is read again, in order, whatever the schedule", arguments: 0..<100)
    func randomSchedules(seed: Int) {
        var world = LaneWorld(seed: UInt64(seed))
        for _ in 0..<3_000 { world.step() }
        world.finish()
        #expect(world.done == world.expected)
        #expect(world.mostWaiting <= LaneBook.room * LaneWorld.peers)
    }
}

/// An inbox in an array, and a book that is filled from it as the runner does.
private struct LaneWorld {
    static let peers = 5

    private var random: SeededGenerator
    private var book = LaneBook()
    private var inbox: [Int] = []
    private var frontier = 0
    private var running: [LaneSeat] = []
    private(set) var done: [Int: [Int64]] = [:]
    private(set) var mostWaiting = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        book.join(1, cap: 3)
    }

    var expected: [Int: [Int64]] { Dictionary(grouping: inbox.indices.map(Int64.init)) { inbox[Int($0)] } }

    mutating func step() {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<3:
            // Mostly one busy conversation.
            let peer = Bool.random(using: &random) ? 1 : Int.random(in: 1...Self.peers, using: &random)
            for _ in 0..<Int.random(in: 1...60, using: &random) { inbox.append(peer) }
        case 3: hand(Int.random(in: 1...200, using: &random))
        case 4: refill(Int.random(in: 1...50, using: &random))
        case 5: if let lane = book.next() { running.append(lane) }
        default: work()
        }
        mostWaiting = max(mostWaiting, book.waiting(of: 1))
    }

    mutating func finish() {
        while done.values.map(\.count).reduce(0, +) < inbox.count {
            hand(500)
            refill(500)
            while let lane = book.next() { running.append(lane) }
            for _ in running { work() }
        }
    }

    private mutating func hand(_ count: Int) {
        for _ in 0..<count where frontier < inbox.count {
            book.add(Int64(frontier), to: LaneKey(bot: 1, peer: inbox[frontier]))
            frontier += 1
        }
    }

    /// Reads a stretch again; lanes work meanwhile.
    private mutating func refill(_ stretch: Int) {
        guard let start = book.refill(of: 1) else { return }
        let end = min(Int(start) + stretch, frontier)
        for position in Int(start)..<end {
            book.offer(Int64(position), to: LaneKey(bot: 1, peer: inbox[position]), since: start)
            if Int.random(in: 0..<4, using: &random) == 0 { work() }
        }
        book.finishReading(of: 1, since: start, at: Int64(end), isAll: end == frontier)
    }

    private mutating func work() {
        guard !running.isEmpty else { return }
        let lane = running.remove(at: .random(in: running.indices, using: &random))
        for _ in 0..<Int.random(in: 1...LanePool.turn, using: &random) {
            guard let position = book.take(from: lane)?.position else { break }
            done[lane.peer, default: []].append(position)
        }
        book.finish(lane)
    }
}

/// The same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed &+ 0x9e37_79b9_7f4a_7c15 }
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
