// Govorun: what holds for leases and fencing in every storage. SPDX-License-Identifier: MIT
import BotStorage
import Testing

@Suite("Leases")
struct LeaseTests {
    @Test("A lease is one holder's until it runs out; the next has a higher number", arguments: Kind.allCases)
    func acquiring(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            let first = try await storage.acquireLease("1", holder: "a", for: .seconds(10))
            #expect(first.until == clock.now + .seconds(10))
            let error = await expectError(.leaseHeld) { _ = try await storage.acquireLease("1", holder: "b", for: .seconds(10)) }
            #expect((error?.context.holder, error?.context.until, error?.context.subject) == ("a", first.until, "1"))
            #expect(try await storage.acquireLease("2", holder: "b", for: .seconds(10)).holder == "b")
            clock.advance(by: .seconds(10))
            #expect(try await storage.lease("1") == nil)
            let second = try await storage.acquireLease("1", holder: "b", for: .seconds(10))
            #expect(second.number > first.number)
            #expect(try await storage.lease("1") == second)
        }
    }

    @Test("Its holder extends it, under the same number, also after it ran out and nobody took it", arguments: Kind.allCases)
    func extending(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            let first = try await storage.acquireLease("1", holder: "a", for: .seconds(10))
            clock.advance(by: .seconds(5))
            let again = try await storage.acquireLease("1", holder: "a", for: .seconds(10))
            #expect((again.number, again.until) == (first.number, clock.now + .seconds(10)))
            clock.advance(by: .seconds(60))
            let late = try await storage.extendLease(first, for: .seconds(10))
            #expect((late.number, late.until) == (first.number, clock.now + .seconds(10)))
            clock.advance(by: .seconds(60))
            _ = try await storage.acquireLease("1", holder: "b", for: .seconds(10))
            await expectError(.staleFence) { _ = try await storage.extendLease(late, for: .seconds(10)) }
        }
    }

    @Test("A lease given back is free at once; one that was lost is not touched", arguments: Kind.allCases)
    func releasing(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            let first = try await storage.acquireLease("1", holder: "a", for: .seconds(10))
            try await storage.releaseLease(first)
            await expectError(.staleFence) { _ = try await storage.extendLease(first, for: .seconds(10)) }
            let second = try await storage.acquireLease("1", holder: "b", for: .seconds(10))
            try await storage.releaseLease(first)
            #expect(try await storage.lease("1") == second)
            #expect(second.number > first.number)
        }
    }

    @Test("A stale runner's commit is refused, whole", arguments: Kind.allCases)
    func fencing(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            let key = StorageKey("n", "k")
            try await storage.commit(Commit([.set(key, [0])], if: [.fence(lease: "1", number: 0)]))
            let old = try await storage.acquireLease("1", holder: "a", for: .seconds(10))
            try await storage.commit(Commit([.set(key, [1])], if: [.fence(old)]))
            clock.advance(by: .seconds(10))
            try await storage.commit(Commit([.set(key, [2])], if: [.fence(old)]))
            let new = try await storage.acquireLease("1", holder: "b", for: .seconds(10))
            let batch = InboxBatch(source: "1", cursor: [1], body: [1], updates: 1)
            let error = await expectError(.staleFence) {
                try await storage.commit(Commit([.set(key, [3]), .store(batch)], if: [.absent(StorageKey("n", "-")), .fence(old)]))
            }
            #expect((error?.context.position, error?.context.subject) == (1, "1"))
            #expect(try await storage.value(for: key) == [2])
            #expect(try await storage.inbox(of: "1").cursor == nil)
            try await storage.commit(Commit([.set(key, [4])], if: [.fence(new)]))
            #expect(try await storage.value(for: key) == [4])
        }
    }
}
