// Govorun: a message as its handler sees it. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Messages")
struct MessageTests {
    private func bot() async throws -> TestBot {
        try await TestBot { Fallback { message in try await message.send(try await message.whole().text) } }
    }

    @Test("A shortened message says so, and is read in full with one call")
    func cropped() async throws {
        let bot = try await bot()
        bot.answer("messages.getByConversationMessageId", with: ["count": 1, "items": [["text": "целиком"]]])
        let alice = bot.person("Алиса")
        #expect(await alice.writes(["text": "цел", "is_cropped": true]).map(\.text) == ["целиком"])
        #expect(await alice.says("весь").map(\.text) == ["весь"])
        let asked = bot.vk.calls.filter { $0.method == "messages.getByConversationMessageId" }
        #expect(asked.map(\.parameters["conversation_message_ids"]) == ["1"])
    }

    @Test("A shortened message that VK does not find stays as it came")
    func lost() async throws {
        let bot = try await bot()
        bot.answer("messages.getByConversationMessageId", with: ["count": 0, "items": []])
        #expect(await bot.person("Алиса").writes(["text": "цел", "is_cropped": true]).map(\.text) == ["цел"])
    }

    @Test("It tells who wrote what, where and when")
    func facts() async throws {
        let bot = try await TestBot {
            Fallback { message in
                try await message.send("\(message.user.id) \(message.peer.id) \(message.isFromChat) \(message.date) \(message.text)|")
            }
        }
        let (alice, chat) = (bot.person("Алиса"), bot.chat())
        #expect(await alice.says(" hi ", in: chat).map(\.text) == ["\(alice.id) 2000000001 true 1767270000  hi |"])
    }

    @Test("A person's name is VK's, a community's its own")
    func names() async throws {
        let bot = try await TestBot {
            Fallback { message in try await message.send(try await message.user.firstName()) }
            On(.groupJoin) { event in try await event.send(try await event.person(-5).firstName(), to: Peer(id: 1)) }
        }
        let alice = bot.person("Алиса")
        #expect(await alice.says("x").map(\.text) == ["Алиса"])
        #expect(await alice.joins().map(\.text) == ["Сообщество"])
    }
}
