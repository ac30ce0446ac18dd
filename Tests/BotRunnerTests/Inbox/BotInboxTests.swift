// Govorun: updates wait in the inbox, and come out in order. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import Synchronization
import Testing
import VKUpdates

@testable import BotRunner

@Suite("The inbox of a bot")
struct BotInboxTests {
    /// What was handled, by conversation.
    final class Handled: Sendable {
        let texts = Mutex<[Int: [Int]]>([:])

        func note(_ update: Update) {
            texts.withLock { $0[update.lane, default: []].append(Int(update.message?.text ?? "") ?? -1) }
        }

        var count: Int { texts.withLock { $0.values.reduce(0) { $0 + $1.count } } }
    }

    @Test("Random delays keep the order of each conversation, and lose and double nothing", arguments: 0..<6)
    func randomDelays(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        // A shelf so small that most is read again, and conversations so few that most finds no room.
        let world = InboxWorld(storage: MemoryStorage(), shelf: 2_000)
        let handled = Handled()
        let peers = (0..<40).map { _ in (0..<Int.random(in: 1...60, using: &random)).map { _ in Int.random(in: 1...4, using: &random) } }
        try await world.run { position, update in
            for _ in 0..<(position * 7 % 5) { await Task.yield() }
            handled.note(update)
        } _: {
            for batch in peers { await world.receive(world.batch(batch)) }
        }
        let expected = Dictionary(grouping: peers.joined().enumerated(), by: \.element).mapValues { $0.map(\.offset) }
        #expect(handled.texts.withLock { $0 } == expected)
    }

    @Test("An update that VK sends again, at once or after a restart, is handled once")
    func duplicates() async throws {
        let storage = MemoryStorage()
        let handled = Handled()
        for round in 0..<3 {
            let world = InboxWorld(storage: storage)
            _ = try await world.open()
            try await world.run { _, update in
                handled.note(update)
            } _: {
                #expect(await world.receive(world.batch([1, 1, 2], ids: 1...3)) == (round == 0))
                #expect(await !world.receive(world.batch([1, 2], ids: 2...3)))
            }
        }
        #expect(handled.texts.withLock { $0 } == [1: [1, 2], 2: [3]])
    }

    @Test("What was not done when the process ended is handled by the next one, and the cursor goes on")
    func restart() async throws {
        let storage = MemoryStorage()
        let first = InboxWorld(storage: storage)
        _ = try await first.open()
        let seen = Mutex<[Int64]>([])
        // Received, and nobody was there to handle it.
        await first.receive(first.batch([1, 2, 3])) { $0.lane != 2 }
        let second = InboxWorld(storage: storage)
        let (cursor, waiting) = try await second.open()
        #expect(cursor?.ts == "3" && waiting == 2)
        try await second.run { position, _ in
            seen.withLock { $0.append(position) }
        } _: {
        }
        #expect(seen.withLock { $0.sorted() } == [0, 2])
        #expect(second.inbox.isReplay(2) && !second.inbox.isReplay(3))
    }

    @Test("With one handler stuck and 50 000 updates behind it, the others are answered and memory holds a handful")
    func stuck() async throws {
        let world = InboxWorld(storage: MemoryStorage())
        let gate = Gate()
        let others = Milestone()
        try await world.run(settling: false) { _, update in
            if update.lane == 1 { await gate.pass() } else { others.pass() }
        } _: {
            for round in 0..<50 {
                await world.receive(world.batch(Array(repeating: 1, count: 999) + [2 + round]))
            }
            await others.reaches(50)
            #expect(world.pool.read { $0.waiting(of: 1) } <= LaneBook.room)
            #expect(world.shelf.size <= 1 << 20)
            gate.open()
            try await world.settle()
        }
        #expect(gate.arrivals.count == 50 * 999)
    }

    @Test("A full inbox takes no more until half a second's work is done")
    func full() async throws {
        let time = SystemTime()
        let world = InboxWorld(storage: MemoryStorage(), limits: .init(updates: 10, bytes: 1 << 30), time: time)
        let gate = Gate()
        try await world.run(settling: false) { _, _ in
            await gate.pass()
        } _: {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await world.receive(world.batch(Array(repeating: 1, count: 20))) }
                await gate.arrivals.reaches(1)
                gate.open()
            }
            try await world.settle()
        }
        #expect(gate.arrivals.count == 20)
    }
}

@Suite("Batches read lately")
struct BatchShelfTests {
    private func batch(_ first: Int64, _ count: Int, size: Int = 100) -> ReadBatch {
        ReadBatch(
            first: first, updates: (0..<count).map { _ in Update(.absent) }, stored: UnixTime(seconds: 0), finished: [], size: size)
    }

    @Test("are found by any of their positions")
    func lookup() {
        let shelf = BatchShelf()
        let a = shelf.row(of: "a")
        for first in [10, 0, 20] as [Int64] { shelf.put(batch(first, 5), in: a) }
        #expect(
            [-1, 0, 4, 5, 10, 14, 15, 24, 25].map { shelf.batch(holding: $0, in: a)?.first } == [nil, 0, 0, nil, 10, 10, nil, 20, nil])
        #expect(shelf.batch(holding: 0, in: shelf.row(of: "b")) == nil)
    }

    @Test("go when all of them is done")
    func finished() {
        let shelf = BatchShelf()
        let a = shelf.row(of: "a")
        shelf.put(batch(0, 2), in: a)
        shelf.finish(0, in: a)
        #expect(shelf.batch(holding: 1, in: a) != nil)
        shelf.finish(1, in: a)
        #expect(shelf.batch(holding: 1, in: a) == nil)
        #expect(shelf.size == 0)
    }

    @Test("make room, those used longest ago first, and one stays however large it is")
    func budget() {
        let shelf = BatchShelf(budget: 1_000)
        let (a, b) = (shelf.row(of: "a"), shelf.row(of: "b"))
        for first in 0..<10 { shelf.put(batch(Int64(first), 1), in: first % 2 == 0 ? a : b) }
        _ = shelf.batch(holding: 0, in: a)
        shelf.put(batch(10, 1), in: a)
        #expect(shelf.size <= 750)
        #expect(shelf.batch(holding: 0, in: a) != nil && shelf.batch(holding: 1, in: b) == nil)
        shelf.put(batch(11, 1, size: 5_000), in: a)
        #expect(shelf.size == 5_000)
    }
}
