// Govorun: what a plugin's test can rely on. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("A bot in memory")
struct TestBotTests {
    struct ShopPlugin: Plugin {
        private let name: String
        init(_ setup: PluginSetup<NoOptions>) { name = setup.name }

        var handlers: [Handler] {
            Command("menu") { message in
                try await message.reply("Меню") {
                    Row {
                        Button.callback("Чай", payload: ["item": "tea"])
                        Button("Кофе", payload: ["item": "coffee"])
                        Button.link("Сайт", url: "https://example.org")
                    }
                }
                try await message.send("Внизу", keyboard: Keyboard { Row { Button("Помощь") } })
            }
            Command("away") { message in try await message.send("Убрано", keyboard: Keyboard.none) }
            Command("edit") { message in try await message.send("раз").edit("два") }
            Command("fail") { _ in throw Mishap() }
            Hears("кофе") { message in try await message.send("кофе: \(message.payload["item"].string ?? "?")") }
            On(.messageEvent) { event in
                try await event.snackbar("Несём: \(event.payload["item"].string ?? "?")")
                try await event.user?.send("от \(event.object.conversationMessageID ?? 0)")
            }
        }
    }

    struct Mishap: Error {}

    @Test("An act returns what was sent because of it; the bot has it all")
    func acts() async throws {
        let bot = try await TestBot(ShopPlugin.self)
        let alice = bot.person("Алиса")
        #expect(await alice.says("/menu").map(\.text) == ["Меню", "Внизу"])
        #expect(await alice.says("/edit").map(\.text) == ["два"])
        #expect(await alice.says("тишина").isEmpty)
        #expect(bot.replies.map(\.text) == ["Меню", "Внизу", "два"])
    }

    @Test("Buttons are pressed by their label: in messages, under the input field, in a chat")
    func presses() async throws {
        let bot = try await TestBot(ShopPlugin.self)
        let (alice, chat) = (bot.person("Алиса"), bot.chat())
        await alice.says("/menu", in: chat)
        #expect(try await alice.presses("Кофе", in: chat).map(\.text) == ["кофе: coffee"])
        #expect(try await alice.presses("Чай", in: chat).map(\.text) == ["от 2"])
        #expect(try await alice.presses("Помощь", in: chat).isEmpty)
        #expect(bot.snackbars == ["Несём: tea"])
    }

    @Test("A button out of sight cannot be pressed, and the error shows what is in sight")
    func missing() async throws {
        let bot = try await TestBot(ShopPlugin.self)
        let alice = bot.person("Алиса")
        await alice.says("/menu")
        await alice.says("/away")
        let error = await #expect(throws: NoSuchButton.self) { try await alice.presses("Помощь") }
        let place = "BotTestingTests/TestBotTests.swift:\(#line - 1)"
        #expect(error?.description == "\(place): no button «Помощь» to press; in sight: «Чай», «Кофе», «Сайт»")
        await #expect(throws: NoSuchButton.self) { try await alice.presses("Сайт") }
        await #expect(throws: NoSuchButton.self) { try await bot.person("Борис").presses("Чай") }
    }

    @Test("A handler that throws is among the problems, with its name")
    func problems() async throws {
        let bot = try await TestBot(ShopPlugin.self)
        await bot.person("Алиса").says("/fail")
        #expect(bot.problems.count == 1)
        #expect(bot.problems.first?.hasPrefix("error: a handler failed (plugin: shop, handler: command fail, ") == true)
    }

    @Test("A scripted failure is for the next call of that method alone")
    func scripted() async throws {
        let bot = try await TestBot(ShopPlugin.self)
        let alice = bot.person("Алиса")
        bot.fail("messages.edit", with: VKErrorCode(rawValue: 909))
        #expect(await alice.says("/edit").map(\.text) == ["раз"])
        #expect(await alice.says("/edit").map(\.text) == ["два"])
        #expect(bot.problems.count == 1)
    }

    @Test("An update that is no JSON, or deeper than any, is a problem and no crash")
    func malformed() async throws {
        let bot = try await TestBot(ShopPlugin.self)
        await bot.receive(Array("{".utf8))
        await bot.receive("x", (0..<3000).reduce(JSONValue.null) { inner, _ in [inner] })
        #expect(bot.problems.count == 2)
    }

    @Test("A reply tells a failing test its text, buttons and what it quotes")
    func description() async throws {
        let bot = try await TestBot(ShopPlugin.self)
        let reply = await bot.person("Алиса").says("/menu", in: bot.chat())[0]
        #expect("\(reply)" == "«Меню» [[\"Чай\", \"Кофе\", \"Сайт\"]] in answer to 1")
    }

    @Test("The token is in no recorded call")
    func secret() async throws {
        let bot = try await TestBot(ShopPlugin.self)
        await bot.person("Алиса").says("/menu")
        #expect(bot.vk.calls.allSatisfy { $0.parameters["access_token"] == nil })
        #expect(bot.vk.calls.count == 2)
    }

    @Test("A method it does not know is VK's error 3, until the test gives an answer")
    func unknown() async throws {
        let bot = try await TestBot(ShopPlugin.self)
        let error = await #expect(throws: VKError.self) { try await bot.bot.vk.call("audio.get").send() }
        #expect(error?.code == VKErrorCode(rawValue: 3))
        bot.answer("audio.get", with: ["count": 2])
        #expect(try await bot.bot.vk.call("audio.get").send()["count"].int == 2)
    }

    @Test("VK's limit is kept, and the time it takes goes by at once")
    func fast() async throws {
        let bot = try await TestBot(ShopPlugin.self)
        let alice = bot.person("Алиса")
        let start = bot.bot.vk.time.now
        for _ in 0..<300 { await alice.says("/menu") }
        #expect(bot.replies.count == 600)
        #expect(bot.bot.vk.time.now - start > .seconds(25), "600 messages at 20 a second")
    }
}
