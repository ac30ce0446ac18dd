// Govorun: events that a person's account alone has. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Events of a person's account")
struct UserEventTests {
    @Test("A handler for a kind gets its type, and no other kind")
    func typed() async throws {
        let bot = try await TestBot {
            On(.chatInfoChanged) { event in try await event.send("\(event.object.kind.map { "\($0)" } ?? "?")", to: Peer(id: 5)) }
            On(.messageFlagsSet) { event in try await event.send("\(event.object.messageID)", to: Peer(id: 5)) }
        }
        let chat: JSONValue = ["code": 52, "values": [1, 2_000_000_001, 0], "peer_id": 2_000_000_001]
        #expect(await bot.receive("user_lp_52", chat).map(\.text) == ["title"])
        #expect(await bot.receive("user_lp_2", ["code": 2, "values": [9, 128]]).map(\.text) == ["9"])
        #expect(await bot.receive("user_lp_3", ["code": 3, "values": [9, 128]]).isEmpty)
    }
}
