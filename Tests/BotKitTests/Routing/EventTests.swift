// Govorun: handlers for kinds of events. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Events")
struct EventTests {
    @Test("Every plugin gets an event in its turn, and one that fails stops none")
    func order() async throws {
        func plugin(_ name: String, fails: Bool = false) -> PluginInstance {
            .trial(name) {
                On(.groupJoin) { event in
                    if fails { throw Mishap() }
                    try await event.user?.send("\(name): \(event.joinType)")
                }
            }
        }
        let bot = try await TestBot([plugin("a"), plugin("b", fails: true), plugin("c")])
        #expect(await bot.person("Алиса").joins("approved").map(\.text) == ["a: approved", "c: approved"])
        #expect(bot.problems.count == 1)
        #expect(bot.problems.first?.contains("plugin: b, handler: on group_join, update: group_join") == true)
    }

    @Test("Handlers for any kind stand among the others in their order")
    func any() async throws {
        let bot = try await TestBot {
            On(.any) { event in try await event.send("any 1: \(event.type)", to: Peer(id: 1)) }
            On(.groupLeave) { event in try await event.send("leave \(event.isOwnWill)", to: Peer(id: 1)) }
            On(.any) { event in try await event.send("any 2: \(event.type)", to: Peer(id: 1)) }
        }
        #expect(await bot.person("Алиса").leaves().map(\.text) == ["any 1: group_leave", "leave true", "any 2: group_leave"])
        #expect(await bot.person("Алиса").joins().map(\.text) == ["any 1: group_join", "any 2: group_join"])
    }

    @Test("A kind this library does not know arrives with its raw object")
    func unknown() async throws {
        let bot = try await TestBot {
            On(.any) { event in try await event.send("\(event.type) \(event.object.json["x"].int ?? 0)", to: Peer(id: 1)) }
            On(.raw("wall_of_fame")) { event in try await event.send("raw \(event.json["x"].int ?? 0)", to: Peer(id: 1)) }
        }
        #expect(await bot.receive("wall_of_fame", ["x": 7]).map(\.text) == ["wall_of_fame 7", "raw 7"])
    }

    @Test("An object that is missing, null or a list reaches handlers as empty", arguments: [nil, [] as JSONValue, 5, "x", [:]])
    func absent(object: JSONValue) async throws {
        let bot = try await TestBot {
            On(.groupJoin) { event in try await event.send("user \(event.userID)", to: Peer(id: 1)) }
            On(.messageNew) { event in try await event.send("text \(event.message.text)", to: Peer(id: 1)) }
            Fallback { message in try await message.send("never") }
        }
        #expect(await bot.receive(.groupJoin, object).map(\.text) == ["user 0"])
        #expect(await bot.receive(.messageNew, object).map(\.text) == ["text "])
        #expect(bot.problems == [])
    }

    @Test(
        "What the bot, a community or VK itself wrote runs no handler for messages",
        arguments: [
            ["out": 1], ["from_id": -200_000_001], ["from_id": -5], ["from_id": nil], ["from_id": 0],
            ["action": ["type": "chat_title_update", "text": "/ping"]], ["action": ["type": "something_new"]],
        ] as [JSONObject])
    func silence(fields: JSONObject) async throws {
        let bot = try await TestBot {
            Command("ping") { message in try await message.send("never") }
            Hears("/ping") { message in try await message.send("never") }
            Start { message in try await message.send("never") }
            Fallback { message in try await message.send("never") }
            On(.messageNew) { event in try await event.send("seen", to: Peer(id: 1)) }
        }
        var message = fields
        message["text"] = "/ping"
        message["payload"] = #"{"command":"start"}"#
        #expect(await bot.person("Алиса").writes(message, in: bot.chat()).map(\.text) == ["seen"])
    }

    @Test("Both shapes of message_new are read", arguments: [true, false])
    func shapes(isNested: Bool) async throws {
        let bot = try await TestBot { Command("ping") { message in try await message.send("pong") } }
        let message: JSONValue = ["from_id": 5, "peer_id": 5, "text": "/ping"]
        #expect(await bot.receive(.messageNew, isNested ? ["message": message] : message).map(\.text) == ["pong"])
    }

    @Test("Nothing runs once the task is cancelled")
    func cancelled() async throws {
        let bot = try await TestBot {
            On(.messageNew) { event in try await event.send("never", to: Peer(id: 1)) }
            Fallback { message in try await message.send("never") }
        }
        let alice = bot.person("Алиса")
        let replies = await withTaskGroup(of: [TestReply].self) { group in
            group.cancelAll()
            group.addTask { await alice.says("привет") }
            return await group.next() ?? []
        }
        #expect(replies.isEmpty)
        #expect(bot.problems == [])
    }
}
