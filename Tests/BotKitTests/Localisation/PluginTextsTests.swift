// Govorun: a plugin that speaks several languages. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

private let russian = """
    cart: "В корзине {count} {count|товар|товара|товаров}."
    unsure: "Уточните, пожалуйста"
    menu:
      title: "Меню"
      hint: "Только по-русски"
    """
private let english = """
    cart: "{count} {count|item|items} in the cart."
    unsure: "Please say it again"
    menu: { title: "Menu" }
    """

private let strings = PluginStrings([
    .init(language: "ru", name: "ShopStrings.ru.yaml", text: russian), .init(language: "en", name: "ShopStrings.en.yaml", text: english),
])

/// Says what it is told to say.
private struct ShopPlugin: Plugin {
    static let strings = BotKitTests.strings
    private let setup: PluginSetup<NoOptions>
    init(_ setup: PluginSetup<NoOptions>) { self.setup = setup }

    var handlers: [Handler] {
        Command("cart", .int("count"), help: setup.texts["menu.title"].text) { message, count in
            try await message.reply(message.texts["cart", ["count": count]])
        }
        Command("say", .word("key")) { message, key in try await message.reply(message.texts[key]) }
    }
}

@Suite("Texts of a plugin")
struct PluginTextsTests {
    @Test(
        "A bot says them in its language",
        arguments: [("ru", "В корзине 3 товара."), ("en", "3 items in the cart."), ("en-GB", "3 items in the cart.")])
    func language(language: String, expected: String) async throws {
        let bot = try await TestBot(ShopPlugin.self, language: language)
        #expect(await bot.person("Аня").says("/cart 3").map(\.text) == [expected])
    }

    @Test("Somebody who uses VK in another language that the bot speaks is answered in it")
    func writersLanguage() async throws {
        let bot = try await TestBot(ShopPlugin.self, otherLanguages: ["en", "de"])
        let (anna, john, klaus, jan) = (bot.person("Анна"), bot.person("John"), bot.person("Klaus"), bot.person("Jan"))
        for (person, language) in [(john, "en"), (klaus, "de"), (jan, "pl")] { person.speaks(language) }
        #expect(await anna.says("/say menu.title").map(\.text) == ["Меню"])
        #expect(await john.says("/say menu.title").map(\.text) == ["Menu"])
        #expect(await klaus.says("/say menu.title").map(\.text) == ["Меню"], "without German, the bot's own language")
        #expect(await jan.says("/say menu.title").map(\.text) == ["Меню"], "Polish is not spoken here")
    }

    @Test("A bot of one language answers everybody in it")
    func oneLanguage() async throws {
        let bot = try await TestBot(ShopPlugin.self)
        let john = bot.person("John")
        john.speaks("en")
        #expect(await john.says("/say menu.title").map(\.text) == ["Меню"])
    }

    @Test(
        "What a language lacks is said in English, and else in whatever there is",
        arguments: [("de", "unsure", "Please say it again"), ("en", "menu.hint", "Только по-русски")])
    func fallback(language: String, key: String, expected: String) async throws {
        let bot = try await TestBot(ShopPlugin.self, language: language)
        #expect(await bot.person("Аня").says("/say \(key)").map(\.text) == [expected])
        #expect(bot.problems == [])
    }

    @Test("bots.yaml replaces a text in every language")
    func override() async throws {
        let bot = try await TestBot(ShopPlugin.self, otherLanguages: ["en"], texts: ["cart": "Всего {count}"])
        let john = bot.person("John")
        john.speaks("en")
        #expect(await john.says("/cart 2").map(\.text) == ["Всего 2"])
        #expect(await john.says("/say unsure").map(\.text) == ["Please say it again"])
    }

    @Test("A text that nobody has written is shown as its key, and the log names it, once")
    func unknown() async throws {
        let bot = try await TestBot(ShopPlugin.self)
        for _ in 1...2 { #expect(await bot.person("Аня").says("/say menu.titel").map(\.text) == ["menu.titel"]) }
        #expect(bot.problems.count == 1)
        #expect(bot.problems.first?.contains("text: menu.titel, known: cart menu.hint menu.title unsure") == true)
    }

    @Test("A value that is not given is named in the log")
    func missingValue() async throws {
        let bot = try await TestBot(ShopPlugin.self)
        #expect(await bot.person("Аня").says("/say cart").map(\.text) == ["В корзине {count} товаров."])
        #expect(bot.problems.count == 2)
    }

    @Test("A plugin made by hand has the texts of its type, too")
    func byHand() async throws {
        let bot = try await TestBot([PluginInstance(name: "shop", plugin: ShopPlugin(PluginSetup(name: "shop")))])
        #expect(await bot.person("Аня").says("/cart 1").map(\.text) == ["В корзине 1 товар."])
    }
}

@Suite("Strings files")
struct PluginStringsTests {
    private func problems(ru: String, en: String) -> [String] {
        PluginStrings([.init(language: "ru", name: "X.ru.yaml", text: ru), .init(language: "en", name: "X.en.yaml", text: en)]).problems
            .map(\.description)
    }

    @Test("Languages with the same texts and values have no problem; word forms may differ")
    func good() { #expect(problems(ru: "a: '{n} {n|x|y|z}'\nb: {c: 'd'}", en: "a: '{n} {n|x|y}'\nb.c: 'd'") == []) }

    @Test("A key that one language lacks is told at the line of the other")
    func missing() {
        #expect(problems(ru: "a: x\nb: y", en: "a: x") == ["X.ru.yaml:2:4: error: the text 'b' is missing in 'en'"])
        #expect(problems(ru: "a: x", en: "a: x\n\nb: y") == ["X.en.yaml:3:4: error: the text 'b' is missing in 'ru'"])
    }

    @Test("Values that differ are told with both")
    func values() {
        #expect(
            problems(ru: "a: '{name} {n|x|y|z}'", en: "\na: '{nmae}'")
                == ["X.en.yaml:2:4: error: the text 'a' asks for {nmae}, but line 1 of 'ru' for {n}, {name}"])
    }

    @Test(
        "What cannot be read is told at its place",
        arguments: [
            ("a: '{n'", "X.ru.yaml:1:4: error: the text 'a': a '{' without '}'"),
            ("a: '{n|x}'", "X.ru.yaml:1:4: error: the text 'a': '{n|x}' has 1 form "),
            ("a: [b]", "X.ru.yaml:1:4: error: 'a' has no text"), ("a:", "X.ru.yaml:1:3: error: 'a' has no text"),
            ("a: 'b", "X.ru.yaml:1:4: error: "), ("[a]", "X.ru.yaml:1:1: error: write texts as"), ("a: x\na: y", "X.ru.yaml:2:1: error: "),
        ])
    func faults(ru: String, expected: String) {
        let first = problems(ru: ru, en: "a: x").first
        #expect(first?.hasPrefix(expected) == true, "\(first ?? "no problem")")
    }

    @Test("A failing test shows them as they are read")
    func readable() {
        let strings = PluginStrings([
            .init(language: "ru", name: "X.ru.yaml", text: "a: x\nb: y"), .init(language: "en", name: "X.en.yaml", text: "a: x"),
        ])
        #expect("\(strings.problems)" == "[X.ru.yaml:2:4: error: the text 'b' is missing in 'en']")
    }

    @Test("Texts may be written in code")
    func inCode() {
        let strings = PluginStrings(["en": ["a": "{n}"], "ru": ["a": "{n}"]])
        #expect(strings.problems == [])
        #expect(strings.keys == ["a"] && strings.values(of: "a") == ["n"] && strings.languages == ["en", "ru"])
    }
}
