// Govorun: where a plugin works. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Places and conversations")
struct PlaceTests {
    @Test(
        "A place is read as bots.yaml writes it",
        arguments: [
            ("private", .private), ("Chats", .chats), ("chat 3", .peer(2_000_000_003)), ("CHAT  17", .peer(2_000_000_017)), ("5", .peer(5)),
            ("-5", .peer(-5)), ("2000000001", .peer(2_000_000_001)), ("chat 0", nil), ("chat -1", nil), ("chat 100000001", nil), ("0", nil),
            ("", nil), ("chat", nil), ("chat x", nil), ("everywhere", nil),
        ] as [(String, Place?)])
    func read(text: String, expected: Place?) { #expect(Place(text) == expected) }

    @Test(
        "A number tells what it is a conversation with",
        arguments: [
            (1, true, nil), (200_000_000_001, true, nil), (2_000_000_000, true, nil), (2_000_000_001, false, 1),
            (2_100_000_000, false, 100_000_000),
            (2_100_000_001, true, nil), (-5, false, nil), (0, false, nil),
        ])
    func peer(id: Int, isPrivate: Bool, chat: Int?) {
        let peer = Peer(id: id)
        #expect(peer.isPrivate == isPrivate)
        #expect(peer.isChat == (chat != nil))
        #expect(peer.chatID == chat)
        #expect(Place(Place.written(peer)) == (id == 0 ? nil : .peer(id)))
    }

    @Test(
        "A plugin works in any of its places, everywhere without one",
        arguments: [
            ([], [5, 2_000_000_001, 2_000_000_002, -9]), ([.private], [5]), ([.chats], [2_000_000_001, 2_000_000_002]),
            ([.peer(2_000_000_002)], [2_000_000_002]), ([.private, .peer(-9)], [5, -9]), ([.peer(5)], [5]),
        ] as [([Place], [Int])])
    func works(places: [Place], peers: [Int]) async throws {
        let plugin = PluginInstance.trial(in: places) {
            On(.messageNew) { event in try await event.send("on", to: Peer(id: 1)) }
            Fallback { message in try await message.send("fallback") }
        }
        let bot = try await TestBot([plugin])
        var reached: [Int] = []
        for peer in [5, 2_000_000_001, 2_000_000_002, -9] {
            let replies = await bot.receive(.messageNew, ["message": ["from_id": 5, "peer_id": .integer(peer), "text": "x"]])
            #expect(replies.count == 0 || replies.map(\.text) == ["on", "fallback"])
            if !replies.isEmpty { reached.append(peer) }
        }
        #expect(reached == peers)
    }

    @Test("Events that belong to no conversation reach a plugin wherever it works")
    func elsewhere() async throws {
        let bot = try await TestBot([.trial(in: [.chats]) { On(.groupJoin) { event in try await event.user?.send("hi") } }])
        #expect(await bot.person("Алиса").joins().map(\.text) == ["hi"])
    }

    @Test("Where one plugin does not work, the next candidate gets the message")
    func fallThrough() async throws {
        let bot = try await TestBot([
            .trial("a", in: [.private]) { Hears("x") { message in try await message.send("a") } },
            .trial("b") { Hears("x") { message in try await message.send("b") } },
        ])
        let alice = bot.person("Алиса")
        #expect(await alice.says("x").map(\.text) == ["a"])
        #expect(await alice.says("x", in: bot.chat()).map(\.text) == ["b"])
    }
}
