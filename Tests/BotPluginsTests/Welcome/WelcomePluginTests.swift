// Govorun: what the plugin welcome promises. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotPlugins

@Suite("The plugin welcome")
struct WelcomePluginTests {
    private func bot(_ options: WelcomePlugin.Options = .init(), texts: [String: String] = [:]) async throws -> TestBot {
        let all = ["start": "start {name}", "join": "join {name}", "chat": "chat {name}", "invited": "invited"]
        return try await TestBot(WelcomePlugin.self, options: options, texts: all.merging(texts) { $1 })
    }

    @Test("greets on the start button and on its word")
    func start() async throws {
        let bot = try await bot()
        #expect(await bot.person("Алиса").pressesStart().map(\.text) == ["start Алиса"])
        #expect(await bot.person("Борис").says("начать").map(\.text) == ["start Борис"])
        #expect(await bot.person("Борис").says("привет").isEmpty)
    }

    @Test("shows the buttons under the greeting, one a row, and a press writes the text")
    func buttons() async throws {
        let bot = try await bot(.init(buttons: ["Меню", "Цены"]))
        let alice = bot.person("Алиса")
        #expect(await alice.pressesStart().map(\.buttons) == [[["Меню"], ["Цены"]]])
        #expect(try await alice.presses("Цены").isEmpty)
    }

    @Test("names the buttons option when VK would refuse them")
    func badButtons() async {
        let error = await #expect(throws: OptionProblem.self) {
            _ = try await bot(.init(buttons: Array(repeating: "x", count: 11)))
        }
        #expect(error?.key == "buttons")
    }

    @Test(
        "greets whoever joins the community, but not who only asks",
        arguments: [("join", true), ("unsure", true), ("accepted", true), ("approved", true), ("request", false)])
    func joins(joinType: String, isGreeted: Bool) async throws {
        #expect(try await bot().person("Алиса").joins(joinType).map(\.text) == (isGreeted ? ["join Алиса"] : []))
    }

    @Test("takes it calmly when a new member's messages are closed")
    func closed() async throws {
        let bot = try await bot()
        let alice = bot.person("Алиса")
        alice.closesMessages()
        #expect(await alice.joins().isEmpty)
        #expect(bot.problems == [])
    }

    @Test("greets newcomers of a chat, however they came")
    func chat() async throws {
        let bot = try await bot()
        let (alice, boris, chat) = (bot.person("Алиса"), bot.person("Борис"), bot.chat())
        #expect(await alice.invites(boris, to: chat).map(\.text) == ["chat Борис"])
        #expect(await boris.comes(to: chat).map(\.text) == ["chat Борис"])
        let request: JSONValue = ["type": "chat_invite_user_by_message_request", "member_id": .integer(boris.id)]
        #expect(await alice.does(request, in: chat).map(\.text) == ["chat Борис"])
        #expect(await alice.invites(alice, to: chat).map(\.peerID) == [chat.peer.id])
    }

    @Test(
        "is silent about other service messages, communities and mail",
        arguments: [
            ["type": "chat_kick_user", "member_id": 5], ["type": "chat_title_update", "text": "x"], ["type": "chat_create"],
            ["type": "chat_invite_user", "member_id": -5],
            ["type": "chat_invite_user", "member_id": -2_000_000_005, "email": "a@example.org"],
            ["type": "chat_invite_user"], ["type": nil], [] as JSONValue, nil,
        ])
    func others(action: JSONValue) async throws {
        let bot = try await bot()
        #expect(await bot.person("Алиса").does(action, in: bot.chat()).isEmpty)
    }

    @Test("says hello when the bot itself is invited")
    func invited() async throws {
        let bot = try await bot()
        #expect(await bot.person("Алиса").invitesBot(to: bot.chat()).map(\.text) == ["invited"])
    }

    @Test("an empty text switches its greeting off")
    func off() async throws {
        let bot = try await bot(texts: ["start": "", "join": "", "chat": " ", "invited": ""])
        let (alice, chat) = (bot.person("Алиса"), bot.chat())
        #expect(await alice.pressesStart().isEmpty)
        #expect(await alice.joins().isEmpty)
        #expect(await alice.comes(to: chat).isEmpty)
        #expect(await alice.invitesBot(to: chat).isEmpty)
        #expect(bot.problems == [])
    }

    @Test("asks nobody's name where no text needs it")
    func noName() async throws {
        let bot = try await bot(texts: ["start": "Здравствуйте!"])
        #expect(await bot.person("Алиса").pressesStart().map(\.text) == ["Здравствуйте!"])
        #expect(bot.vk.calls.map(\.method) == ["messages.send"])
    }

    @Test("greets without a name when VK does not tell it")
    func nameless() async throws {
        let bot = try await bot(texts: ["start": "Здравствуйте, {name}!"])
        bot.fail("users.get", with: VKErrorCode(rawValue: 18))
        #expect(await bot.person("Алиса").pressesStart().map(\.text) == ["Здравствуйте!"])
    }

    @Test(
        "a missing name takes its comma along",
        arguments: [
            ("Здравствуйте, {name}!", "Здравствуйте!"), ("{name}, добро пожаловать!", "Добро пожаловать!"), ("Привет {name}", "Привет"),
            ("{name} и {name}", " и"), ("Здравствуйте!", "Здравствуйте!"),
        ])
    func nameless(text: String, nameless: String) { #expect(WelcomeText.nameless(text) == nameless) }

    @Test("greets in the writer's language where the bot speaks it, with a name that stays a name")
    func languages() async throws {
        let bot = try await TestBot(WelcomePlugin.self, otherLanguages: ["en"])
        let (alice, boris) = (bot.person("[id1|Alice]"), bot.person("Борис"))
        alice.speaks("en")
        #expect(await alice.pressesStart().map(\.text) == ["Hello, [\u{200B}id1|Alice]! Write /help to see what I can do."])
        #expect(await boris.pressesStart().map(\.text) == ["Здравствуйте, Борис! Напишите /help — покажу, что умею."])
    }

    @Test("An id that no person can have breaks nothing")
    func impossibleID() async throws {
        let bot = try await TestBot(WelcomePlugin.self)
        await bot.receive(.groupJoin, ["user_id": .integer(.min), "join_type": "join"])
        #expect(await bot.person("Алиса").pressesStart().count == 1)
    }
}
