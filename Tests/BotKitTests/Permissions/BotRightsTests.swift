// Govorun: handlers that need the bot to be an administrator. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("A handler that needs the bot to be an administrator of the chat")
struct BotRightsTests {
    struct Kick: ButtonPayload {}

    private func bot(_ language: String = "ru") async throws -> TestBot {
        try await TestBot(language: language) {
            Command("kick") { message in try await message.send("kicked") }.requiresBotAdmin()
            Command("own") { message in try await message.send("done") }.requiresBotAdmin(reply: "Мне нужны права.")
            Command("quiet") { message in try await message.send("done") }.requiresBotAdmin(reply: "")
            CommandGroup("chat") { Command("lock") { message in try await message.send("locked") } }.requiresBotAdmin()
            Hears("kick them") { message in try await message.send("kicked") }.requiresBotAdmin()
            Command("show") { message in try await message.send("menu") { Row { Button.callback("Kick", Kick()) } } }
            Pressed(Kick.self) { press, _ in try await press.send("kicked") }.requiresBotAdmin()
            Command("ask") { message in
                let isAdmin = try await message.chat?.botIsAdmin()
                let isChatAdmin = try await message.isWritten(by: .chatAdmins)
                let answer = try await message.ask("Sure?")
                try await message.send("\(answer) \(isAdmin.map { "\($0)" } ?? "private") \(isChatAdmin)")
            }
            Fallback { message in try await message.send("what?") }
        }
    }

    private static let wish = "Сначала сделайте меня администратором этой беседы."

    @Test("runs where it is one, asks VK once a minute, and not in private")
    func admin() async throws {
        let bot = try await bot()
        let (alice, chat) = (bot.person("Alice"), bot.chat())
        #expect(await alice.says("/kick", in: chat).map(\.text) == ["kicked"])
        #expect(await alice.says("/chat lock", in: chat).map(\.text) == ["locked"])
        #expect(bot.vk.calls.count { $0.method == "messages.getConversationMembers" } == 1)
        #expect(await alice.says("/kick").map(\.text) == ["what?"])
        #expect(bot.problems == [])
    }

    @Test("tells whoever meant it, once a minute, and runs as soon as the bot is one")
    func member() async throws {
        let bot = try await bot()
        let (alice, chat) = (bot.person("Alice"), bot.chat(botIsAdmin: false))
        #expect(await alice.says("/kick", in: chat).map(\.text) == [Self.wish])
        #expect(await alice.says("/kick", in: chat).isEmpty)
        #expect(await alice.says("/own", in: chat).map(\.text) == ["Мне нужны права."])
        #expect(await alice.says("/quiet", in: chat).map(\.text) == ["what?"])
        #expect(await alice.says("/chat lock", in: chat).map(\.text) == [Self.wish])
        #expect(await alice.says("/chat", in: chat).map(\.text) == ["Как написать: /chat lock"])
        #expect(await alice.says("kick them", in: chat).map(\.text) == ["what?"], "said beside the bot")
        bot.makesBotAdmin(of: chat)
        #expect(await alice.says("/kick", in: chat).map(\.text) == ["kicked"])
        #expect(bot.problems == [])
    }

    @Test("tells a presser over the keyboard, and in the bot's language")
    func pressed() async throws {
        let bot = try await bot("en")
        let (alice, chat) = (bot.person("Alice"), bot.chat(botIsAdmin: false))
        await alice.says("/show", in: chat)
        #expect(try await alice.presses("Kick", in: chat).isEmpty)
        #expect(bot.snackbars == ["Please make me an administrator of this chat first."])
        #expect(bot.problems == [])
    }

    @Test("Where the bot is listed without rights it is none, and where VK does not say, the handler runs")
    func listed() async throws {
        let bot = try await bot()
        let (alice, chat) = (bot.person("Alice"), bot.chat())
        let members: JSONValue = ["count": 1, "items": [["member_id": .integer(-bot.bot.communityID)]]]
        bot.answerNext("messages.getConversationMembers", with: members)
        #expect(await alice.says("/kick", in: chat).map(\.text) == [Self.wish])
        bot.fail("messages.getConversationMembers", with: .param)
        #expect(await alice.says("/kick", in: chat).map(\.text) == ["kicked"])
        #expect(bot.problems.count == 1)
    }

    @Test("A dialogue is told the same at each step, however long ago it was asked")
    func dialogue() async throws {
        let bot = try await bot()
        let (alice, chat) = (bot.person("Alice"), bot.chat())
        await alice.says("/kick", in: chat)
        #expect(await alice.says("/ask", in: chat).map(\.text) == ["Sure?"])
        await bot.advance(by: .minutes(5))
        #expect(await alice.says("yes", in: chat).map(\.text) == ["yes true false"])
        await alice.says("/ask")
        #expect(await alice.says("yes").map(\.text) == ["yes private false"])
        #expect(bot.problems == [])
    }

    @Test("cannot be one of events")
    func flaw() {
        let problems = Router.problems(of: [.trial { On(.groupJoin) { _ in }.requiresBotAdmin() }])
        #expect(problems.first?.message.contains("'requiresBotAdmin' is for handlers of messages and presses") == true)
    }
}
