// Govorun: what holds for commits in every storage. SPDX-License-Identifier: MIT
import BotStorage
import Testing

@Suite("Commits")
struct CommitTests {
    private let first = StorageKey("n", "first"), second = StorageKey("n", "second")

    @Test("Writes happen in their order, and each has an outcome", arguments: Kind.allCases)
    func order(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            let receipt = try await storage.commit([
                .set(first, [1]), .delete(first), .set(first, [2]), .set(second, [3]), .deleteNamespace("n"), .set(second, [4]),
            ])
            #expect(receipt.outcomes == [.done, .removed(1), .done, .done, .removed(2), .done])
            #expect(try await storage.value(for: first) == nil)
            #expect(try await storage.value(for: second) == [4])
        }
    }

    @Test("A condition that does not hold is named, and nothing is written", arguments: Kind.allCases)
    func condition(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            try await storage.set([1], for: first)
            let commit = Commit([.set(second, [2])], if: [.value(first, is: [1]), .absent(second), .absent(first)])
            let error = await expectError(.preconditionFailed) { try await storage.commit(commit) }
            #expect(error?.context.position == 2)
            #expect(try await storage.value(for: second) == nil)
        }
    }

    @Test("An empty commit is a commit", arguments: Kind.allCases)
    func empty(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            let receipt = try await storage.commit([])
            #expect(receipt.outcomes.isEmpty)
        }
    }

    @Test("After the end every call throws closed", arguments: Kind.allCases)
    func closed(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            await storage.close()
            await storage.close()
            await expectError(.closed) { try await storage.set([1], for: first) }
            await expectError(.closed) { _ = try await storage.value(for: first) }
        }
    }
}
