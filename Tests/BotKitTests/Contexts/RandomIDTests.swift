// Govorun: what VK knows repeats by. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("random_id")
struct RandomIDTests {
    private static func derive(
        bot: Int = 1, event: String = "e", plugin: String = "p", handler: String = "h", peer: Int = 5, ordinal: Int = 0, part: Int = 0
    ) -> Int {
        RandomID.derive(bot: bot, event: event, plugin: plugin, handler: handler, peer: peer, ordinal: ordinal, part: part)
    }

    @Test("It is the same number on every machine and in every version")
    func pinned() { #expect(Self.derive() == 1_557_016_549) }

    @Test("Each thing that makes it makes a difference")
    func distinct() {
        let ids = [
            Self.derive(), Self.derive(bot: 2), Self.derive(event: "f"), Self.derive(plugin: "q"), Self.derive(handler: "i"),
            Self.derive(peer: 6), Self.derive(ordinal: 1), Self.derive(part: 1), Self.derive(event: "ep", plugin: ""),
            Self.derive(event: "", plugin: "ep"), Self.derive(ordinal: 1, part: 1),
        ]
        #expect(Set(ids).count == ids.count)
    }

    @Test("It is positive, of 31 bits, and spread well")
    func spread() {
        let ids = (0..<2000).map { Self.derive(event: "event-\($0)") }
        #expect(ids.allSatisfy { (1...Int(Int32.max)).contains($0) })
        #expect(Set(ids).count >= 1999)
        #expect((900...1100).contains(ids.count { $0 & 1 == 1 }))
        #expect((900...1100).contains(ids.count { $0 >> 30 == 1 }))
    }

    @Test("The same update again sends the same ids, so VK shows each message once")
    func replay() async throws {
        let bot = try await TestBot(messageLimit: 5) {
            On(.messageNew) { event in try await event.send("on", to: Peer(id: 5)) }
            Fallback { message in
                try await message.send("aaaa bbbb")
                try await message.send("cc")
            }
        }
        let update = #"{"type":"message_new","event_id":"e","object":{"message":{"from_id":5,"peer_id":5,"text":"x"}}}"#
        #expect(await bot.receive(Array(update.utf8)).map(\.text) == ["on", "aaaa", "bbbb", "cc"])
        #expect(await bot.receive(Array(update.utf8)).isEmpty)
        #expect(bot.vk.calls.count == 8)
    }

    @Test("Handlers of one name, and plugins of one kind, do not take each other's messages for repeats")
    func namesakes() async throws {
        func plugin(_ name: String) -> PluginInstance {
            .trial(name) {
                On(.groupJoin) { event in try await event.user?.send("\(name) 1") }
                On(.groupJoin) { event in try await event.user?.send("\(name) 2") }
            }
        }
        let bot = try await TestBot([plugin("a"), plugin("b")])
        #expect(await bot.person("Алиса").joins().map(\.text) == ["a 1", "a 2", "b 1", "b 2"])
    }

    @Test("Updates without an id are told apart by what they say")
    func nameless() async throws {
        let bot = try await TestBot { Fallback { message in try await message.send("got it") } }
        for number in 1...3 {
            let update = #"{"type":"message_new","object":{"message":{"id":\#(number),"from_id":5,"peer_id":5,"text":"x"}}}"#
            #expect(await bot.receive(Array(update.utf8)).count == 1)
        }
    }
}
