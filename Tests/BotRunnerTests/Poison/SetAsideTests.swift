// Govorun: what is set aside and parked, in a storage. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import TapeJSON
import Testing

@testable import BotRunner

@Suite("Updates set aside")
struct SetAsideTests {
    private let storage = MemoryStorage()
    private var kept: SetAside { SetAside(storage) }

    private static func entry(_ position: Int64, source: String = "7", update: String = #"{"type":"message_new"}"#) -> SetAside.Entry {
        SetAside.Entry(
            source: source, position: position, update: update, time: UnixTime(seconds: 1_767_270_000), reason: "three traps",
            code: RunningCode(plugin: "shop", handler: "Command buy"), deaths: Deaths(traps: 3, silents: 1))
    }

    private func keep(_ entries: SetAside.Entry...) async throws {
        try await storage.commit(Commit(entries.flatMap { SetAside.keeping($0) }))
    }

    @Test("An update is kept to the byte, with when, why, what ran and what it has done")
    func keeping() async throws {
        let odd = SetAside.Entry(
            source: "7", position: 0, update: "{ \"text\" : \"\\ud83d \\u0000 \\\"привет\\\"\" }", time: UnixTime(milliseconds: 1),
            reason: "", code: nil)
        try await keep(Self.entry(5), odd)
        #expect(try await kept.entries(of: "7") == [odd, Self.entry(5)])
        #expect(try await kept.entry(of: "7", at: 5) == Self.entry(5))
        #expect(try await kept.entry(of: "7", at: 6) == nil)
    }

    @Test("They are listed by source, in the order of positions, page by page")
    func paging() async throws {
        try await keep(Self.entry(9), Self.entry(10), Self.entry(100), Self.entry(.max), Self.entry(1, source: "8"))
        #expect(try await kept.sources() == ["7", "8"])
        #expect(try await kept.count(of: "7") == 4)
        #expect(try await kept.entries(of: "7", limit: 2).map(\.position) == [9, 10])
        #expect(try await kept.entries(of: "7", after: 10).map(\.position) == [100, .max])
    }

    @Test("A replay puts the update behind all others, keeps the cursor, and takes it out of what is set aside, in one commit")
    func replay() async throws {
        try await storage.store(InboxBatch(source: "7", cursor: [49], body: [], updates: 3, finished: [0, 1, 2]))
        try await keep(Self.entry(2))
        #expect(try await kept.replay(of: "7", at: 2) == 3)
        #expect(try await kept.count(of: "7") == 0)
        let batches = try await storage.batches(of: "7", from: 0, limit: 9, bytes: .max)
        #expect(batches.map { String(decoding: $0.body, as: UTF8.self) } == [#"{"updates":[{"type":"message_new"}]}"#])
        #expect(try await storage.inbox(of: "7").cursor == [49])
        #expect(try await kept.replay(of: "7", at: 2) == nil)
    }

    @Test("What somebody has spoilt is listed without its update, is not replayed, and can be dropped")
    func spoilt() async throws {
        try await keep(Self.entry(1, update: "{"))
        try await storage.set([0xFF], for: StorageKey("set-aside/7", "0000000000000000002"))
        try await storage.set([], for: StorageKey("set-aside/7", "by hand"))
        #expect(try await kept.entries(of: "7").map(\.isReadable) == [false, false])
        #expect(try await kept.replay(of: "7", at: 2) == nil)
        #expect(try await kept.drop(of: "7", at: 2))
        #expect(try await !kept.drop(of: "7", at: 2))
        #expect(try await kept.entries(of: "7").map(\.position) == [1])
    }

    @Test("Forgetting a source leaves the others")
    func forgetting() async throws {
        try await keep(Self.entry(1), Self.entry(1, source: "8"))
        try await storage.commit(Commit(SetAside.forgetting("7")))
        #expect(try await kept.sources() == ["8"])
    }
}

@Suite("Parked plugins")
struct ParkedPluginsTests {
    @Test("A plugin is parked on one bot with when and why, until it is unparked")
    func parking() async throws {
        let storage = MemoryStorage()
        let parked = ParkedPlugins(storage)
        let shop = ParkedPlugins.Entry(source: "7", plugin: "shop", time: UnixTime(seconds: 9), reason: .deaths(update: 12))
        let echo = ParkedPlugins.Entry(source: "7", plugin: "echo", time: UnixTime(seconds: 8), reason: "")
        try await storage.commit(Commit([shop, echo].flatMap { ParkedPlugins.parking($0) }))
        #expect(try await parked.entries(of: "7") == [echo, shop])
        #expect(try await parked.sources() == ["7"])
        #expect(try await parked.entries(of: "8").isEmpty)
        #expect(try await parked.unpark("shop", of: "7"))
        #expect(try await !parked.unpark("shop", of: "7"))
        try await storage.commit(Commit(ParkedPlugins.forgetting("7")))
        #expect(try await parked.sources().isEmpty)
    }
}
