// Govorun: an inbox with its lanes, without VK. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import Synchronization
import VKUpdates

@testable import BotRunner

/// Batches of messages go in, and what is handled is written down.
final class InboxWorld: Sendable {
    static let source = "200000001"

    let storage: any Storage
    let pool = LanePool()
    let shelf: BatchShelf
    let inbox: BotInbox
    private let counter = Mutex(0)
    private let expected = Mutex(0)
    private let handled = Milestone()

    init(storage: any Storage, shelf: Int = 1 << 20, limits: BotInbox.Limits = .init(), time: any TimeSource = SystemTime()) {
        self.storage = storage
        self.shelf = BatchShelf(budget: shelf)
        let trouble = StorageTrouble(logger: .silent, time: time) { _ in }
        inbox = BotInbox(of: Self.source, in: storage, shelf: self.shelf, pool: pool, trouble: trouble, limits: limits)
    }

    /// A batch with a message in each of these conversations, numbered on.
    func batch(_ peers: [Int], ids: ClosedRange<Int>? = nil) -> UpdateBatch {
        let first = counter.withLock { counter in
            defer { counter += peers.count }
            return counter
        }
        let updates = peers.enumerated().map { place, peer -> JSONValue in
            let number = ids.map { $0.lowerBound + place } ?? first + place
            return [
                "type": "message_new", "event_id": .string("e\(number)"), "group_id": 200_000_001,
                "object": ["message": ["peer_id": .integer(peer), "from_id": .integer(peer), "text": .string("\(number)")]],
            ]
        }
        let body: JSONValue = ["ts": "1", "updates": .array(updates)]
        return UpdateBatch(body: body.bytes, cursor: PollCursor(stored: Array("\(first + peers.count)".utf8)))
    }

    /// Stores a batch; whether anything in it was new.
    @discardableResult
    func receive(_ batch: UpdateBatch, needsWork: (Update) -> Bool = { _ in true }) async -> Bool {
        let receipt = await inbox.receive(
            batch.updates, body: batch.body, cursor: batch.cursor, needsWork: needsWork,
            stored: { _, _ in expected.withLock { $0 += 1 } })
        if case .stored(let hasNews) = receipt { return hasNews }
        return false
    }

    /// Runs `handle` on what comes out while `body` runs, until nothing is left to do; without `settling`, until `body` returns.
    func run(
        cap: Int = 8, settling: Bool = true, handle: @escaping @Sendable (Int64, Update) async -> Void,
        _ body: @Sendable () async throws -> Void
    ) async throws {
        let executor = PluginThreads(count: 4)
        let inbox = inbox
        let workers = Task { await pool.run(on: executor) }
        let number = pool.join(
            LanePool.Member(cap: cap, onHunger: { inbox.lanesAreHungry() }) { position, _ in
                guard let found = await inbox.update(at: position) else { return }
                await handle(position, found.update)
                inbox.finish(position)
                self.handled.pass()
            })
        inbox.fill(number)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await inbox.run { _ in false } }
            group.addTask { await inbox.line.run() }
            try await body()
            if settling { try await settle() }
            await pool.rest(number, halting: true)
            inbox.close()
        }
        pool.leave(number)
        pool.close()
        await workers.value
        executor.shutdown()
    }

    /// Opens the inbox; what waits in it is expected to be handled.
    @discardableResult
    func open() async throws -> (cursor: PollCursor?, waiting: Int) {
        let found = try await inbox.open()
        expected.withLock { $0 += found.waiting }
        return found
    }

    /// Waits until everything that was stored is done, and marked so.
    func settle() async throws {
        await handled.reaches(expected.withLock { $0 })
        await withCheckedContinuation { stored in inbox.line.finish(nil) { stored.resume() } }
    }
}
