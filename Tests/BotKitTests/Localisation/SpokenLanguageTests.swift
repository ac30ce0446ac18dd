// Govorun: our own sentences in the language of whoever hears them. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

private struct AgePlugin: Plugin {
    struct Go: ButtonPayload {}
    struct Say: ButtonPayload {}
    static let strings = PluginStrings(["ru": ["thanks": "Спасибо"], "en": ["thanks": "Thanks"]])
    init(_ setup: PluginSetup<NoOptions>) {}

    private static let menu = Menu("menu") { visit in
        MenuPage(visit.texts["thanks"]) { MenuRow { MenuButton("x") { _ in } } }
    }

    var handlers: [Handler] {
        Self.menu
        Command("menu") { message in try await message.show(Self.menu) }
        Command("age") { message in
            let age = try await message.ask("Age?", as: .int("age", in: 1...99))
            try await message.send("\(message.texts["thanks"]) \(age)")
        }
        Command("buttons") { message in
            try await message.send("Which?") {
                Row {
                    Button.callback("go", Go())
                    Button.callback("say", Say())
                }
            }
        }
        Pressed(Go.self) { press, _ in
            let age = try await press.ask("Age?", as: .int("age", in: 1...99))
            try await press.send("\(press.texts["thanks"]) \(age)")
        }
        Pressed(Say.self) { press, _ in try await press.send(press.texts["thanks"]) }
            .cooldown(.minutes(1), reply: .standard)
        Command("ask") { message in _ = try await message.ask("Sure?", choices: "yes", "no") }
    }
}

@Suite("The language of our own sentences")
struct SpokenLanguageTests {
    private func scene() async throws -> (bot: TestBot, john: TestPerson) {
        let bot = try await TestBot(AgePlugin.self, otherLanguages: ["en"])
        let john = bot.person("John")
        john.speaks("en")
        return (bot, john)
    }

    @Test("is in a dialogue that of whoever began it, for answers that do not fit and for its end")
    func dialogue() async throws {
        let (bot, john) = try await scene()
        let anna = bot.person("Анна")
        await john.says("/age")
        #expect(await john.says("five").first?.text.hasPrefix("«five» does not fit here: age") == true, "\(bot.conversation)")
        #expect(await john.says("cancel").map(\.text) == ["All right, never mind."])
        await anna.says("/age")
        #expect(await anna.says("пять").first?.text.hasPrefix("«пять» не подходит: age") == true, "\(bot.conversation)")
        #expect(await anna.says("отмена").map(\.text) == ["Хорошо, отменяем."])
        #expect(bot.problems == [])
    }

    @Test("is in a dialogue that a press began that of the presser's latest message, and stays so over a restart")
    func pressedDialogue() async throws {
        let (bot, john) = try await scene()
        await john.says("/buttons")
        try await john.presses("go")
        try await bot.restart()
        #expect(await john.says("five").first?.text.hasPrefix("«five» does not fit here: age") == true, "\(bot.conversation)")
        john.speaks("ru")
        #expect(await john.says("5").map(\.text) == ["Thanks 5"], "the dialogue goes on as it began")
        #expect(bot.problems == [])
    }

    @Test("is for a press that of the presser's latest message, where the bot speaks it")
    func presses() async throws {
        let (bot, john) = try await scene()
        await john.says("/buttons")
        #expect(try await john.presses("say").map(\.text) == ["Thanks"])
        #expect(try await john.presses("say").map(\.text) == [])
        #expect(bot.snackbars.last??.contains("Please wait") == true, "\(bot.snackbars)")
        john.speaks("pl")
        await john.says("/buttons")
        await bot.advance(by: .minutes(2))
        #expect(try await john.presses("say").map(\.text) == ["Спасибо"], "Polish is not spoken here")
        #expect(bot.problems == [])
    }

    @Test("is theirs for buttons that are old, or of others, and in menus")
    func oldButtons() async throws {
        let (bot, john) = try await scene()
        let chat = bot.chat()
        let anna = bot.person("Анна")
        let asked = await john.says("/ask")
        await john.says("yes")
        try await john.presses("no", on: asked[0])
        #expect(bot.snackbars.last == "This button is old. Please ask for a new one.")
        await anna.says("/menu", in: chat)
        await john.says("/age", in: chat)
        try await john.presses("x", in: chat)
        #expect(bot.snackbars.last == "This menu is not for you.")
        let menu = await john.says("/menu")
        #expect(menu.map(\.text) == ["Thanks"])
        try await john.presses("x")
        #expect(bot.replies.filter { $0.peerID == john.id }.last?.text == "Thanks", "drawn again, it speaks the same")
        #expect(bot.problems == [])
    }
}
