// Govorun: when marks of finished updates are stored. SPDX-License-Identifier: MIT
import BotStorage
import Testing

@testable import BotRunner

@Suite("Marks of finished updates")
struct FinishLineTests {
    private func waiting(in storage: any Storage) async throws -> Int { try await storage.inbox(of: InboxWorld.source).updates }

    @Test("are stored with the next batch")
    func nextBatch() async throws {
        let world = InboxWorld(storage: MemoryStorage())
        await world.receive(world.batch([1, 2, 3]))
        world.inbox.finish(0)
        world.inbox.finish(2)
        // Nobody runs the line: it is the batch that takes them along.
        await world.receive(world.batch([4, 5]))
        #expect(try await waiting(in: world.storage) == 3)
        await world.receive(world.batch([6]))
        #expect(try await waiting(in: world.storage) == 4, "and once")
    }

    @Test("are not taken along by a batch while their changes are not stored: a kill between the two would lose the changes")
    func changesOutstanding() async throws {
        let world = InboxWorld(storage: MemoryStorage())
        await world.receive(world.batch([1, 2, 3]))
        world.inbox.finish(0)
        let key = StorageKey("n", "k")
        world.inbox.finish(1, [.set(key, [1])])
        world.inbox.finish(2)
        await world.receive(world.batch([4]))
        #expect(try await waiting(in: world.storage) == 3, "only the first one, behind which nothing is missing")
        #expect(try await world.storage.value(for: key) == nil)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await world.inbox.line.run() }
            world.inbox.close()
        }
        #expect(try await waiting(in: world.storage) == 1)
        #expect(try await world.storage.value(for: key) == [1])
    }

    @Test("are stored with changes that come later, never after them")
    func changes() async throws {
        let world = InboxWorld(storage: MemoryStorage())
        await world.receive(world.batch(Array(repeating: 1, count: 100)))
        let line = world.inbox.line
        let key = StorageKey("n", "k")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await line.run() }
            for position in stride(from: Int64(0), to: 100, by: 2) {
                world.inbox.finish(position)
                await withCheckedContinuation { stored in
                    world.inbox.finish(position + 1, [.set(key, [UInt8(position)])]) { stored.resume() }
                }
                let (left, value) = (try await waiting(in: world.storage), try await world.storage.value(for: key))
                #expect(left == 98 - Int(position))
                #expect(value == [UInt8(position)])
            }
            world.inbox.close()
        }
    }

    @Test("are stored soon though nothing else comes, and at the end")
    func alone() async throws {
        let world = InboxWorld(storage: MemoryStorage())
        await world.receive(world.batch([1, 2, 3, 4]))
        let line = world.inbox.line
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await line.run() }
            for position in 0..<2 as Range<Int64> {
                world.inbox.finish(position)
                while try await waiting(in: world.storage) > 3 - Int(position) { await Task.yield() }
            }
            world.inbox.finish(2)
            world.inbox.finish(3)
            world.inbox.close()
        }
        #expect(try await waiting(in: world.storage) == 0)
    }
}
