// Govorun: what holds for journalled calls in every storage. SPDX-License-Identifier: MIT
import BotStorage
import Testing

@Suite("Journalled calls")
struct JournalTests {
    private let key = CallKey(source: "1", event: "e", ordinal: 2)

    @Test("A call is begun once; then what is known of it comes back", arguments: Kind.allCases)
    func beginning(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            let begun = clock.now
            #expect(try await storage.beginCall(key, digest: [7]) == nil)
            clock.advance(by: .seconds(1))
            let known = try await storage.beginCall(key, digest: [8])
            #expect(known == JournalledCall(ordinal: 2, digest: [7], answer: nil, begun: begun))
            try await storage.commit([.answerCall(key, [])])
            #expect(try await storage.beginCall(key, digest: [7]) == JournalledCall(ordinal: 2, digest: [7], answer: [], begun: begun))
        }
    }

    @Test("Only a call that was begun can be answered", arguments: Kind.allCases)
    func answering(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            let error = await expectError(.notFound) { try await storage.commit([.answerCall(key, [1])]) }
            #expect(error?.context.subject == "call 2 of event e")
            let calls = try await storage.calls(of: "e", source: "1")
            #expect(calls.isEmpty)
        }
    }

    @Test("Of many who begin one call at once, one makes it", arguments: Kind.allCases)
    func race(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            let key = key
            let makers = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 { group.addTask { try await storage.beginCall(key, digest: []) == nil } }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(makers == 1)
        }
    }

    @Test("The calls of an event come by their number, and go with the event", arguments: Kind.allCases)
    func event(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            for ordinal in [10, 2, 0] {
                for (source, event) in [("1", "e"), ("1", "f"), ("2", "e")] {
                    try await storage.commit([.beginCall(CallKey(source: source, event: event, ordinal: ordinal), digest: [])])
                }
            }
            #expect(try await storage.calls(of: "e", source: "1").map(\.ordinal) == [0, 2, 10])
            let receipt = try await storage.commit([.finish([0], of: "1"), .forgetCalls(of: "e", source: "1")])
            #expect(receipt.outcomes == [.done, .removed(3)])
            #expect(try await storage.calls(of: "e", source: "1").isEmpty)
            #expect(try await storage.calls(of: "f", source: "1").count == 3)
            #expect(try await storage.calls(of: "e", source: "2").count == 3)
        }
    }
}
