// Govorun: what a test sees of conversations. SPDX-License-Identifier: MIT
import Synchronization
import Testing

@testable import BotTesting

/// Shows a menu, remembers what was taken, and edits what it has said.
struct KioskPlugin: Plugin {
    struct Cart: PluginState { var items: [String] = [] }
    struct Take: ButtonPayload { var item: String }
    init(_ setup: PluginSetup<NoOptions>) {}

    var handlers: [Handler] {
        Command("menu") { message in
            try await message.reply("Что взять?\nВсё свежее.") {
                Row {
                    Button.callback("Чай", Take(item: "чай"))
                    Button("Кофе", Take(item: "кофе"))
                }
            }
        }
        Pressed(Take.self) { press, take in
            try await press.state(Cart.self) { $0.items.append(take.item) }
            try await press.snackbar("Есть \(take.item)")
        }
        Command("count") { message in try await message.send("раз").edit("два") }
        Command("fail") { _ in throw Mishap() }
    }

    struct Mishap: Error {}
}

@Suite("A conversation of a test")
struct ConversationTests {
    @Test("reads as a chat: texts, buttons, presses, edits, what is shown over the keyboard")
    func chat() async throws {
        let bot = try await TestBot(KioskPlugin.self)
        let alice = bot.person("Алиса")
        await alice.says("/menu")
        try await alice.presses("Чай")
        try await alice.presses("Кофе")
        await alice.says("/count")
        #expect(
            bot.conversation == """
                Алиса: /menu
                  bot: Что взять?
                       Всё свежее.
                       [Чай] [Кофе]
                Алиса presses [Чай]
                  bot shows: Есть чай
                Алиса presses [Кофе]
                  bot: Есть кофе
                Алиса: /count
                  bot: раз
                  bot edits 6: два
                """)
    }

    @Test("of several people has headings, and can be had of one")
    func several() async throws {
        let bot = try await TestBot(KioskPlugin.self)
        let (alice, boris, chat) = (bot.person("Алиса"), bot.person("Борис"), bot.chat())
        await alice.joins()
        await boris.writes(["attachments": [["type": "photo", "photo": [:]]]])
        await boris.comes(to: chat)
        await alice.says("Привет", in: chat)
        let whole = "— Алиса —\nАлиса joins\n— Борис —\nБорис: (photo)\n— chat 1 —\nБорис (chat_invite_user_by_link)\nАлиса: Привет"
        #expect(bot.conversation == whole)
        #expect(bot.conversation(with: boris) == "Борис: (photo)")
        #expect(bot.conversation(in: chat) == "Борис (chat_invite_user_by_link)\nАлиса: Привет")
    }

    @Test("has state, buttons in sight, and what a message said before its edits")
    func looks() async throws {
        let bot = try await TestBot(KioskPlugin.self)
        let (alice, chat) = (bot.person("Алиса"), bot.chat())
        #expect(try await bot.state(KioskPlugin.Cart.self, of: alice).items == [])
        await alice.says("/menu")
        try await alice.presses("Чай")
        await alice.says("/menu", in: chat)
        try await alice.presses("Кофе", in: chat)
        #expect(try await bot.state(KioskPlugin.Cart.self, of: alice).items == ["чай"])
        #expect(try await bot.state(KioskPlugin.Cart.self, of: alice, in: chat, plugin: "kiosk").items == ["кофе"])
        #expect(alice.buttons(in: chat) == ["Чай", "Кофе"])
        #expect(bot.person("Борис").buttons() == [])
        let counted = try #require(await alice.says("/count").first)
        #expect(counted.text == "два")
        #expect(counted.earlierTexts == ["раз"])
        #expect("\(counted)" == "«два» edited from «раз»")
    }

    @Test("goes on after a restart, with what was stored")
    func restart() async throws {
        let bot = try await TestBot(KioskPlugin.self)
        let alice = bot.person("Алиса")
        await alice.says("/menu")
        try await alice.presses("Чай")
        try await bot.restart()
        try await alice.presses("Кофе")
        #expect(try await bot.state(KioskPlugin.Cart.self, of: alice).items == ["чай", "кофе"])
    }

    @Test("takes a press of a button on an older message")
    func older() async throws {
        let bot = try await TestBot(KioskPlugin.self)
        let alice = bot.person("Алиса")
        let old = try #require(await alice.says("/menu").first)
        await alice.says("/menu")
        try await alice.presses("Чай", on: old)
        let press = try #require(bot.vk.calls.last)
        #expect(press.method == "messages.sendMessageEventAnswer")
        await #expect(throws: NoSuchButton.self) { try await alice.presses("Молоко", on: old) }
    }

    @Test("is shown by a failing test that expected to hear something else")
    func hears() async throws {
        let bot = try await TestBot(KioskPlugin.self)
        let alice = bot.person("Алиса")
        await alice.says("/count")
        alice.hears("два")
        await alice.says("/fail")
        alice.hears()
        withKnownIssue {
            alice.hears("Простите")
        } matching: { issue in
            let said = issue.comments.map(\.rawValue).joined()
            return said.contains("Алиса hears something else")
                && said.contains("- Простите\n+ (nothing)\nThe conversation:\nАлиса: /count\n")
                && said.contains("! error: a handler failed (plugin: kiosk, handler: command fail")
        }
    }

    @Test("A failure tells what was heard elsewhere, where the person was last")
    func hearsElsewhere() async throws {
        let bot = try await TestBot(KioskPlugin.self)
        let (alice, chat) = (bot.person("Алиса"), bot.chat())
        func failure(_ body: () -> Void) -> String {
            let said = Mutex("")
            withKnownIssue {
                body()
            } matching: { issue in
                said.withLock { $0 = issue.comments.map(\.rawValue).joined() }
                return true
            }
            return said.withLock { $0 }
        }
        await alice.says("/count", in: chat)
        alice.hears("два", in: chat)
        #expect(failure { alice.hears("два") }.contains("! in the chat 2000000001 Алиса heard «два»; write hears(…, in: chat)"))
        await alice.says("/count")
        #expect(failure { alice.hears("три", in: chat) }.contains("! in private Алиса heard «два»; write hears(…) without 'in:'"))
        #expect(!failure { alice.hears("три") }.contains("Алиса heard"))
    }
}
