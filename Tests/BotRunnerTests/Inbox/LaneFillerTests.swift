// Govorun: lanes get all there is in the inbox. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import Synchronization
import Testing
import VKUpdates

@testable import BotRunner

@Suite("Lanes filled from the inbox", .timeLimit(.minutes(1)))
struct LaneFillerTests {
    /// An inbox whose batches are read only once the gate is open.
    struct SlowInbox: InboxStorage {
        let storage = MemoryStorage()
        let gate = Gate()

        func inbox(of source: String) async throws -> InboxState { try await storage.inbox(of: source) }
        func inboxes() async throws -> [InboxState] { try await storage.inboxes() }
        func eventIDs(of source: String) async throws -> [String] { try await storage.eventIDs(of: source) }
        func batches(of source: String, from position: Int64, limit: Int, bytes: Int) async throws -> [StoredBatch] {
            await gate.pass()
            return try await storage.batches(of: source, from: position, limit: limit, bytes: bytes)
        }
    }

    /// A filler with its pool, and what was handled.
    final class Line: Sendable {
        let slow = SlowInbox()
        let pool = LanePool()
        let filler: LaneFiller
        let handled = Mutex<[Int: [Int64]]>([:])
        let count = Milestone()
        private let world: InboxWorld

        init() {
            world = InboxWorld(storage: slow.storage)
            let trouble = StorageTrouble(logger: .silent, time: SystemTime()) { _ in }
            let reader = InboxReader(source: InboxWorld.source, storage: slow, shelf: BatchShelf(budget: 0), trouble: trouble)
            filler = LaneFiller(reader, pool)
            filler.begin(at: 0, next: 0)
        }

        /// Stores a message of each of these conversations, and says so.
        func receive(_ peers: [Int]) async throws {
            let batch = world.batch(peers)
            let entry = InboxBatch(
                source: InboxWorld.source, cursor: [1], body: batch.body, updates: peers.count, eventIDs: [], finished: [])
            let receipt = try await slow.storage.commit(Commit([.store(entry)]))
            guard case .stored(let first) = receipt.outcomes.first else { return }
            filler.arrived(ReadBatch(first: first, updates: batch.updates, stored: slow.storage.now, finished: [], size: batch.body.count))
        }

        /// Lets workers at it while `body` runs, once `before` has arrived.
        func run(before: [Int], _ body: () async throws -> Void) async throws {
            let executor = PluginThreads(count: 2)
            let number = pool.join(
                LanePool.Member(cap: 8, onHunger: { self.filler.lanesAreHungry() }) { position, hold in
                    self.handled.withLock { $0[hold.lane.peer, default: []].append(position) }
                    self.count.pass()
                })
            filler.fill(number)
            try await receive(before)
            async let workers: Void = pool.run(on: executor)
            async let filling: Void = filler.run(expires: { _ in false }, drop: { _ in })
            try await body()
            filler.close()
            pool.leave(number)
            pool.close()
            _ = await (workers, filling)
            executor.shutdown()
        }
    }

    @Test("What is stored while the rest of a long conversation is read again is not passed over")
    func storedWhileReading() async throws {
        let line = Line()
        // More than the lane holds: the rest is read from the inbox, which takes its time.
        try await line.run(before: Array(repeating: 1, count: 100)) {
            await line.slow.gate.arrivals.reaches(1)
            try await line.receive([1, 2])
            line.slow.gate.open()
            await line.count.reaches(102)
        }
        #expect(line.handled.withLock { $0 } == [1: Array(0...100), 2: [101]])
    }

    @Test("A conversation that grows too long while another is read again is read again itself")
    func overflowsWhileReading() async throws {
        let line = Line()
        try await line.run(before: Array(repeating: 1, count: 100)) {
            await line.slow.gate.arrivals.reaches(1)
            try await line.receive(Array(repeating: 2, count: 300))
            line.slow.gate.open()
            await line.count.reaches(400)
        }
        #expect(line.handled.withLock { $0 } == [1: Array(0..<100), 2: Array(100..<400)])
    }
}
