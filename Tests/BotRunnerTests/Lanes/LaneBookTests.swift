// Govorun: rules of the lanes. SPDX-License-Identifier: MIT
import Testing

@testable import BotRunner

@Suite("Which lane runs next")
struct LaneBookTests {
    private func book(cap: Int = 64, bots: Int = 1) -> LaneBook<Int> {
        var book = LaneBook<Int>()
        for bot in 1...bots { book.join(bot, cap: cap) }
        return book
    }

    @Test("One lane's items come out in order, one piece of work at a time")
    func orderInsideALane() throws {
        var book = book()
        for item in 0..<40 { book.add(item, to: LaneKey(bot: 1, peer: 7)) }
        var seen: [Int] = []
        while let work = book.next() {
            let second = book.next()
            #expect(second == nil, "a running lane must not run twice")
            seen += work.items
            book.finish(work)
        }
        #expect(seen == Array(0..<40))
        #expect(book.isQuiet(1))
        #expect(book.unfinished == 0)
    }

    @Test("A lane goes to the end of the queue after a batch, so that none waits for a long one")
    func fairness() throws {
        var book = book()
        for item in 0..<100 { book.add(item, to: LaneKey(bot: 1, peer: 1)) }
        book.add(-1, to: LaneKey(bot: 1, peer: 2))
        let found = book.next()
        let first = try #require(found)
        #expect(first.items.count == LaneBook<Int>.batch)
        book.finish(first)
        let second = book.next()
        #expect(second?.items == [-1])
    }

    @Test("A bot at its cap runs no more lanes, and the others go on")
    func caps() throws {
        var book = book(cap: 2, bots: 2)
        for peer in 1...5 { book.add(peer, to: LaneKey(bot: 1, peer: peer)) }
        book.add(99, to: LaneKey(bot: 2, peer: 1))
        var running: [LaneWork<Int>] = []
        while let work = book.next() { running.append(work) }
        #expect(running.filter { $0.lane.bot == 1 }.count == 2)
        #expect(running.filter { $0.lane.bot == 2 }.count == 1)
        book.finish(running[0])
        let freed = book.next()
        #expect(freed?.lane.bot == running[0].lane.bot)
    }

    @Test("A lane that never finishes stops neither the others nor the adding")
    func stuckLane() throws {
        var book = book(cap: 2)
        book.add(0, to: LaneKey(bot: 1, peer: 1))
        let found = book.next()
        let stuck = try #require(found)
        for item in 1...10_000 { book.add(item, to: stuck.lane) }
        for peer in 2...100 {
            book.add(peer, to: LaneKey(bot: 1, peer: peer))
            let found = book.next()
            let work = try #require(found)
            #expect(work.items == [peer])
            book.finish(work)
        }
        #expect(book.waiting(of: 1) == 10_000)
    }

    @Test("What waits for a bot that has left is dropped")
    func leaving() throws {
        var book = book()
        book.add(1, to: LaneKey(bot: 1, peer: 1))
        let found = book.next()
        let work = try #require(found)
        book.add(2, to: LaneKey(bot: 1, peer: 1))
        book.add(3, to: LaneKey(bot: 1, peer: 2))
        book.leave(1)
        book.finish(work)
        let left = book.next()
        #expect(left == nil)
        #expect(book.unfinished == 0)
    }

    @Test("Random schedules keep every lane's order and lose nothing", arguments: 0..<50)
    func randomSchedules(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var book = book(cap: 3, bots: 4)
        var next: [LaneKey: Int] = [:]
        var done: [LaneKey: [Int]] = [:]
        var running: [LaneWork<Int>] = []
        for _ in 0..<2_000 {
            let key = LaneKey(bot: .random(in: 1...4, using: &random), peer: .random(in: 1...6, using: &random))
            if Bool.random(using: &random) {
                book.add(next[key, default: 0], to: key)
                next[key, default: 0] += 1
            } else if Bool.random(using: &random), let work = book.next() {
                running.append(work)
            } else if !running.isEmpty {
                let work = running.remove(at: .random(in: running.indices, using: &random))
                done[work.lane, default: []] += work.items
                book.finish(work)
            }
        }
        while true {
            while let work = book.next() { running.append(work) }
            guard !running.isEmpty else { break }
            let work = running.removeFirst()
            done[work.lane, default: []] += work.items
            book.finish(work)
        }
        for (key, count) in next { #expect(done[key] == Array(0..<count)) }
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
