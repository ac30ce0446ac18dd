// Govorun: what holds for key-value data in every storage. SPDX-License-Identifier: MIT
import BotStorage
import Testing

@Suite("Values under keys")
struct ValueTests {
    private let key = StorageKey("shop", "cart")

    @Test("What was set is there until it is deleted", arguments: Kind.allCases)
    func setAndDelete(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            #expect(try await storage.value(for: key) == nil)
            try await storage.set([1, 2], for: key)
            try await storage.set([3], for: key)
            #expect(try await storage.value(for: key) == [3])
            #expect(try await storage.delete(key))
            #expect(try await !storage.delete(key))
            #expect(try await storage.value(for: key) == nil)
        }
    }

    @Test("An empty value, a large one, any bytes", arguments: Kind.allCases)
    func extremes(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            for bytes in [[], Array(UInt8.min...UInt8.max), [UInt8](repeating: 7, count: 3_000_000)] {
                try await storage.set(bytes, for: key)
                #expect(try await storage.value(for: key) == bytes)
            }
        }
    }

    @Test(
        "Keys are compared by their bytes",
        arguments: Kind.allCases, [("é", "e\u{301}"), ("a", "a\0"), ("", "\0"), ("Ключ", "ключ"), ("\u{FFFD}", "")])
    func bytewise(kind: Kind, names: (String, String)) async throws {
        try await kind.withStorage { storage, _ in
            for (first, second) in [
                (StorageKey("n", names.0), StorageKey("n", names.1)), (StorageKey(names.0, "n"), StorageKey(names.1, "n")),
            ] {
                try await storage.set([1], for: first)
                #expect(try await storage.value(for: second) == nil)
                try await storage.set([2], for: second)
                #expect(try await storage.value(for: first) == [1])
            }
        }
    }

    @Test("Many values come in the order of their keys", arguments: Kind.allCases)
    func many(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            let expires = storage.now + .seconds(9)
            try await storage.commit([.set(StorageKey("a", "1"), [1]), .set(StorageKey("b", "2"), [2], expires: expires)])
            let found = try await storage.values(for: [
                StorageKey("b", "2"), StorageKey("b", "1"), StorageKey("a", "1"), StorageKey("b", "2"),
            ])
            #expect(found.map { $0?.bytes } == [[2], nil, [1], [2]])
            #expect(found[0]?.expires == expires)
            #expect(try await storage.values(for: []).isEmpty)
        }
    }

    @Test("Set if absent stores once", arguments: Kind.allCases)
    func setIfAbsent(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            let stored = [try await storage.setIfAbsent([1], for: key), try await storage.setIfAbsent([2], for: key)]
            #expect(stored == [true, false])
            #expect(try await storage.value(for: key) == [1])
        }
    }

    @Test("Compare and set replaces only what was expected, absence included", arguments: Kind.allCases)
    func compareAndSet(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            var replaced: [Bool] = []
            for (from, to) in [([], [1]), (nil, [1]), ([2], [3]), ([1], [3])] as [([UInt8]?, [UInt8])] {
                replaced.append(try await storage.compareAndSet(key, from: from, to: to))
            }
            #expect(replaced == [false, true, false, true])
            #expect(try await storage.value(for: key) == [3])
            #expect(try await storage.compareAndSet(key, from: [3], to: nil))
            #expect(try await storage.value(for: key) == nil)
        }
    }

    @Test("Of many who set if absent at once, one succeeds", arguments: Kind.allCases)
    func race(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            let key = key
            let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<50 { group.addTask { try await storage.setIfAbsent([UInt8(number)], for: key) } }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(winners == 1)
        }
    }

    @Test("An expired value is absent at once, everywhere", arguments: Kind.allCases)
    func expiry(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            try await storage.set([1], for: key, lifetime: .seconds(10))
            clock.advance(by: .milliseconds(9_999))
            #expect(try await storage.value(for: key) == [1])
            clock.advance(by: .milliseconds(1))
            #expect(try await storage.value(for: key) == nil)
            #expect(try await storage.names(in: "shop", NamePage()).isEmpty)
            #expect(try await storage.namespaces(NamePage()).isEmpty)
            #expect(try await !storage.delete(key))
            #expect(try await storage.setIfAbsent([2], for: key))
            #expect(try await storage.value(for: key) == [2])
        }
    }

    @Test("Setting again without an expiry keeps the value for ever", arguments: Kind.allCases)
    func expiryReplaced(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            try await storage.set([1], for: key, lifetime: .seconds(10))
            try await storage.set([2], for: key)
            clock.advance(by: .seconds(1_000_000))
            #expect(try await storage.value(for: key) == [2])
        }
    }

    @Test("Expired values are swept 200 at a time, the others stay", arguments: Kind.allCases)
    func sweep(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            let expires = storage.now + .seconds(1)
            try await storage.commit(Commit((0..<450).map { .set(StorageKey("old", "\($0)"), [0], expires: expires) }))
            try await storage.set([1], for: key)
            #expect(try await storage.sweep() == 0)
            clock.advance(by: .seconds(1))
            var swept: [Int] = []
            for _ in 0..<4 { swept.append(try await storage.sweep()) }
            #expect(swept == [200, 200, 50, 0])
            #expect(try await storage.value(for: key) == [1])
        }
    }

    @Test("Names are listed by prefix, in the order of their bytes, page by page", arguments: Kind.allCases)
    func names(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            let all = ["a", "a/1", "a/10", "a/2", "a0", "б/1", "Z", "\u{10FFFF}", "a/\u{10FFFF}"]
            try await storage.commit(Commit(all.map { .set(StorageKey("list", $0), [0]) } + [.set(StorageKey("other", "a/3"), [0])]))
            let page = try await storage.names(in: "list", NamePage(prefix: "a/", limit: 2))
            #expect(page == ["a/1", "a/10"])
            #expect(try await storage.names(in: "list", NamePage(prefix: "a/", after: page.last)) == ["a/2", "a/\u{10FFFF}"])
            #expect(
                try await storage.names(in: "list", NamePage()) == [
                    "Z", "a", "a/1", "a/10", "a/2", "a/\u{10FFFF}", "a0", "б/1", "\u{10FFFF}",
                ])
            #expect(try await storage.names(in: "list", NamePage(prefix: "a", limit: 0)).isEmpty)
        }
    }

    @Test("A namespace is removed whole, and alone", arguments: Kind.allCases)
    func namespace(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            for namespace in ["shop", "shop2", "sho"] {
                for name in ["1", "2", "3"] { try await storage.set([0], for: StorageKey(namespace, name)) }
            }
            #expect(try await storage.namespaces(NamePage(prefix: "shop")) == ["shop", "shop2"])
            #expect(try await storage.deleteNamespace("shop") == 3)
            #expect(try await storage.deleteNamespace("shop") == 0)
            #expect(try await storage.namespaces(NamePage()) == ["sho", "shop2"])
            #expect(try await storage.namespaces(NamePage(after: "sho")) == ["shop2"])
        }
    }
}
