// Govorun: what holds for inboxes in every storage. SPDX-License-Identifier: MIT
import BotStorage
import Testing

@Suite("Inboxes")
struct InboxTests {
    private func batch(_ updates: Int, source: String = "1", cursor: String = "c", ids: [String] = [], finished: [Int] = []) -> InboxBatch {
        let body = [UInt8]("\(source) \(updates)")
        return InboxBatch(source: source, cursor: .init(cursor), body: body, updates: updates, eventIDs: ids, finished: finished)
    }

    @Test("A source that is not known is empty and has no cursor", arguments: Kind.allCases)
    func unknown(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            let state = try await storage.inbox(of: "1")
            #expect(state == InboxState(source: "1"))
            #expect(try await storage.inboxes().isEmpty)
            #expect(try await storage.batches(of: "1", from: 0, limit: 9, bytes: .max).isEmpty)
            #expect(try await storage.eventIDs(of: "1").isEmpty)
        }
    }

    @Test("A batch and its cursor are stored together, and positions count on", arguments: Kind.allCases)
    func storing(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            let outcomes = try await storage.commit([
                .store(batch(3, cursor: "first")), .store(batch(1, source: "2")), .store(batch(2, cursor: "second")),
            ]).outcomes
            #expect(outcomes == [.stored(first: 0), .stored(first: 0), .stored(first: 3)])
            let state = InboxState(source: "1", cursor: .init("second"), next: 5, updates: 5, bytes: 6, oldest: clock.now)
            #expect(try await storage.inbox(of: "1") == state)
            #expect(try await storage.inboxes().map(\.source) == ["1", "2"])
        }
    }

    @Test("A refused commit stores neither batch nor cursor", arguments: Kind.allCases)
    func refused(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            let call = CallKey(source: "1", event: "e", ordinal: 0)
            await expectError(.notFound) { try await storage.commit([.store(batch(3)), .answerCall(call, [])]) }
            let states = try await storage.inboxes()
            #expect(states.isEmpty)
        }
    }

    @Test("A cursor moves alone, also with a batch without updates", arguments: Kind.allCases)
    func cursor(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            try await storage.commit([.moveCursor(of: "1", to: [1])])
            #expect(try await storage.inbox(of: "1").cursor == [1])
            try await storage.commit([.store(batch(0, cursor: "empty"))])
            #expect(try await storage.inbox(of: "1") == InboxState(source: "1", cursor: .init("empty")))
            try await storage.commit([.moveCursor(of: "1", to: [])])
            #expect(try await storage.inbox(of: "1").cursor == [])
        }
    }

    @Test("A batch vanishes when its last update is finished, in whatever order", arguments: Kind.allCases)
    func finishing(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            try await storage.commit([.store(batch(20)), .store(batch(2))])
            try await storage.commit([.finish([20, 3, 19, 0], of: "1")])
            let found = try await storage.batches(of: "1", from: 0, limit: 9, bytes: .max)
            #expect(found.map(\.unfinished) == [Array(1...2) + Array(4...18), [1]])
            #expect(found.map(\.first) == [0, 20])
            #expect(found[0].isFinished(19) && !found[0].isFinished(18) && !found[0].isFinished(99))
            #expect(try await storage.inbox(of: "1").updates == 18)
            try await storage.commit([.finish(Array(1...18), of: "1"), .finish([21], of: "1")])
            #expect(try await storage.batches(of: "1", from: 0, limit: 9, bytes: .max).isEmpty)
            #expect(try await storage.inbox(of: "1") == InboxState(source: "1", cursor: .init("c"), next: 22))
        }
    }

    @Test("What is finished twice, or was never there, is passed over", arguments: Kind.allCases)
    func twice(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            try await storage.commit([.store(batch(2)), .store(batch(2))])
            try await storage.commit([.finish([0, 0, 0, -1, 4, .max, .min], of: "1"), .finish([0], of: "1"), .finish([0], of: "2")])
            try await storage.commit([.finish([0], of: "1")])
            #expect(try await storage.inbox(of: "1").updates == 3)
            try await storage.commit([.finish([1], of: "1")])
            try await storage.commit([.finish([1, 0], of: "1")])
            #expect(try await storage.inbox(of: "1").updates == 2)
        }
    }

    @Test("A position is never used again, not even when all is finished or forgotten", arguments: Kind.allCases)
    func positions(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            try await storage.commit([.store(batch(3)), .finish([0, 1, 2], of: "1")])
            let second = try await storage.commit([.store(batch(2))])
            #expect(second.outcomes == [.stored(first: 3)])
            let forgotten = try await storage.commit([.forget(source: "1"), .store(batch(1))])
            #expect(forgotten.outcomes == [.removed(2), .stored(first: 5)])
        }
    }

    @Test("Updates that need no work are finished from the start", arguments: Kind.allCases)
    func finishedFromTheStart(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            try await storage.commit([
                .store(batch(3, finished: [1, 1, 7, -1])), .store(batch(2, cursor: "last", ids: ["a"], finished: [0, 1])),
            ])
            let found = try await storage.batches(of: "1", from: 0, limit: 9, bytes: .max)
            #expect(found.map(\.unfinished) == [[0, 2]])
            let state = try await storage.inbox(of: "1")
            #expect((state.updates, state.next, state.bytes) == (2, 5, 3))
            #expect(state.cursor == .init("last"))
            #expect(try await storage.eventIDs(of: "1") == ["a"])
        }
    }

    @Test(
        "Batches come in order, from the one on that holds a position",
        arguments: Kind.allCases,
        [(-5, [0, 2, 5]), (0, [0, 2, 5]), (1, [0, 2, 5]), (2, [2, 5]), (4, [2, 5]), (5, [5]), (6, []), (.max, [])] as [(Int64, [Int64])])
    func paging(kind: Kind, page: (position: Int64, firsts: [Int64])) async throws {
        try await kind.withStorage { storage, _ in
            try await storage.commit([
                .store(batch(2)), .store(batch(3)), .store(batch(1)), .store(batch(1, source: "0")), .store(batch(1, source: "2")),
            ])
            let found = try await storage.batches(of: "1", from: page.position, limit: 9, bytes: .max)
            #expect(found.map(\.first) == page.firsts)
        }
    }

    @Test("A page of batches ends by number or by size, and is never empty for its size", arguments: Kind.allCases)
    func pageSize(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            try await storage.commit(Commit((1...9).map { _ in .store(batch(2)) }))
            for (limit, bytes, count) in [(4, Int.max, 4), (9, 7, 3), (9, 6, 2), (9, 1, 1), (9, 0, 1), (0, 9, 0), (.max, .max, 9)] {
                let found = try await storage.batches(of: "1", from: 0, limit: limit, bytes: bytes)
                #expect(found.count == count)
            }
        }
    }

    @Test("Finished batches between are passed over", arguments: Kind.allCases)
    func gaps(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            try await storage.commit([.store(batch(2)), .store(batch(2)), .store(batch(2)), .finish([2, 3], of: "1")])
            let found = try await storage.batches(of: "1", from: 1, limit: 9, bytes: .max)
            #expect(found.map(\.first) == [0, 4])
            #expect(try await storage.batches(of: "1", from: 2, limit: 9, bytes: .max).map(\.first) == [4])
        }
    }

    @Test("The age is that of the oldest unfinished batch", arguments: Kind.allCases)
    func age(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            let start = clock.now
            try await storage.commit([.store(batch(1))])
            clock.advance(by: .seconds(5))
            try await storage.commit([.store(batch(1))])
            #expect(try await storage.inbox(of: "1").oldest == start)
            try await storage.commit([.finish([0], of: "1")])
            #expect(try await storage.inbox(of: "1").oldest == start + .seconds(5))
            #expect(try await storage.batches(of: "1", from: 0, limit: 1, bytes: 0).map(\.stored) == [start + .seconds(5)])
        }
    }

    @Test("Event ids of the batches stored last are kept, finished or not", arguments: Kind.allCases)
    func eventIDs(kind: Kind) async throws {
        try await kind.withStorage(keptEventIDs: 300) { storage, _ in
            for number in 0..<40 {
                let ids = (0..<20).map { "\(number)-\($0)-\u{1F600}" }
                try await storage.commit([.store(batch(20, ids: ids, finished: number.isMultiple(of: 2) ? Array(0..<20) : []))])
            }
            let kept = try await storage.eventIDs(of: "1")
            #expect(kept.count == 300)
            #expect(kept.first == "25-0-\u{1F600}" && kept.last == "39-19-\u{1F600}")
        }
    }

    @Test("A source is forgotten whole, and alone", arguments: Kind.allCases)
    func forgetting(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            for source in ["1", "12"] {
                try await storage.commit([
                    .store(batch(3, source: source, ids: ["a"])), .beginCall(CallKey(source: source, event: "a", ordinal: 0), digest: []),
                ])
            }
            let receipt = try await storage.commit([.finish([1], of: "1")])
            #expect(receipt.outcomes == [.done])
            #expect(try await storage.commit([.forget(source: "1")]).outcomes == [.removed(2)])
            #expect(try await storage.inbox(of: "1") == InboxState(source: "1", next: 3))
            #expect(try await storage.batches(of: "1", from: 0, limit: 9, bytes: .max).isEmpty)
            #expect(try await storage.eventIDs(of: "1").isEmpty)
            #expect(try await storage.calls(of: "a", source: "1").isEmpty)
            #expect(try await storage.inbox(of: "12").updates == 3)
            #expect(try await storage.eventIDs(of: "12") == ["a"])
            #expect(try await storage.calls(of: "a", source: "12").count == 1)
        }
    }

    @Test("Many who finish at once lose no mark", arguments: Kind.allCases)
    func manyFinish(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            try await storage.commit([.store(batch(400)), .store(batch(100))])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for start in 0..<50 {
                    group.addTask { try await storage.commit([.finish((0..<9).map { Int64(start + $0 * 50) }, of: "1")]) }
                }
                try await group.waitForAll()
            }
            let state = try await storage.inbox(of: "1")
            #expect(state.updates == 50)
            #expect(try await storage.batches(of: "1", from: 0, limit: 9, bytes: .max).map(\.unfinished) == [Array(50..<100)])
        }
    }
}
