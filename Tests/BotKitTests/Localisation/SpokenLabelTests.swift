// Govorun: what stands beside a handler, in the language of whoever reads it. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

private let russian = """
    shop: "лавка"
    buy: "купить"
    size: "размер"
    count: "сколько"
    even: "нужно чётное"
    closed: "Только для своих"
    wait: "Рано, ещё {left}."
    rights: "Дайте мне права"
    all: "всё"
    """
private let english = """
    shop: "the shop"
    buy: "buys"
    size: "size"
    count: "how many"
    even: "an even number"
    closed: "Members only"
    wait: "Too early, {left} left."
    rights: "Give me rights"
    all: "everything"
    """

private struct StallPlugin: Plugin {
    static let strings = PluginStrings([
        .init(language: "ru", name: "StallStrings.ru.yaml", text: russian),
        .init(language: "en", name: "StallStrings.en.yaml", text: english),
    ])
    private let setup: PluginSetup<NoOptions>
    init(_ setup: PluginSetup<NoOptions>) { self.setup = setup }

    struct Even: CommandArgument {
        let name: String
        let wanted: String
        var placeholder: String { "<\(name)>" }
        func read(_ reader: inout ArgumentReader) throws -> Int {
            guard let word = reader.word() else { throw ArgumentProblem(name, .missing) }
            guard let number = Int(word), number.isMultiple(of: 2) else {
                throw ArgumentProblem(name, .unreadable(word), expected: .other(wanted))
            }
            return number
        }
    }

    var handlers: [Handler] {
        let texts = setup.texts
        CommandGroup("shop", help: texts["shop"].text) {
            Command(
                "buy", .choice(texts["size"].text, "S", "L"), Even(name: texts["count"].text, wanted: texts["even"].text),
                help: texts["buy"].text
            ) {
                message, size, count in try await message.send("\(size) \(count)")
            }
            .cooldown(.seconds(5), reply: .key("wait"))
            Command("sell", .either(.int(texts["count"].text), .choice(texts["size"].text, texts["all"].text)).optionally) { message, _ in
                try await message.send("sold")
            }
            .cooldown(.seconds(5), reply: .text(texts["closed"].text))
        }
        Command("vip") { _ in }.allow(.donut, refuse: texts["closed"].text)
        Command("kick") { _ in }.requiresBotAdmin(reply: texts["rights"].text)
        Command("help") { message in
            let lines = try await message.availableCommands().map { "\($0.usage(prefix: "/")) — \($0.help)" }
            try await message.send(lines.joined(separator: "\n"))
        }
    }
}

@Suite("What stands beside a handler")
struct SpokenLabelTests {
    private static let dialogue = [
        ("/help", "/shop <buy|sell> — лавка", "/shop <buy|sell> — the shop"),
        (
            "/shop", "Как написать:\n/shop buy <S|L> <сколько> — купить\n/shop sell [<сколько>|всё]",
            "Write it like this:\n/shop buy <S|L> <how many> — buys\n/shop sell [<how many>|всё]"
        ),
        (
            "/shop buy M", "«M» не подходит: размер — нужно одно из: S, L.\nКак написать: /shop buy <S|L> <сколько>",
            "«M» does not fit here: size, one of S, L.\nWrite it like this: /shop buy <S|L> <how many>"
        ),
        (
            "/shop buy S 3", "«3» не подходит: сколько — нужно чётное.\nКак написать: /shop buy <S|L> <сколько>",
            "«3» does not fit here: how many, an even number.\nWrite it like this: /shop buy <S|L> <how many>"
        ),
        ("/shop buy S 2", "S 2", "S 2"), ("/shop buy S 2", "Рано, ещё 5 секунд.", "Too early, 5 seconds left."),
        ("/shop sell всё", "sold", "sold"), ("/shop sell", "Только для своих", "Members only"),
        ("/vip", "Только для своих", "Members only"), ("/kick", "Дайте мне права", "Give me rights"),
    ]

    @Test("is told to each reader in their own language, where the bot speaks it; words that are typed stay")
    func two() async throws {
        let bot = try await TestBot(StallPlugin.self, otherLanguages: ["en"])
        let (anna, john) = (bot.person("Анна"), bot.person("John"))
        john.speaks("en")
        for (text, russian, english) in Self.dialogue {
            let chat = text == "/kick" ? bot.chat(botIsAdmin: false) : nil
            #expect(await anna.says(text, in: chat).map(\.text) == [russian], "\(text)")
            #expect(await john.says(text, in: chat).map(\.text) == [english], "\(text)")
        }
        #expect(bot.problems == [])
    }

    @Test("is told to everybody in the one language of a bot")
    func one() async throws {
        let bot = try await TestBot(StallPlugin.self)
        let john = bot.person("John")
        john.speaks("en")
        for (text, russian, _) in Self.dialogue {
            let chat = text == "/kick" ? bot.chat(botIsAdmin: false) : nil
            #expect(await john.says(text, in: chat).map(\.text) == [russian], "\(text)")
        }
        #expect(bot.problems == [])
    }

    @Test("is as bots.yaml says it")
    func overridden() async throws {
        let bot = try await TestBot(StallPlugin.self, otherLanguages: ["en"], texts: ["closed": "No. Нет."])
        let john = bot.person("John")
        john.speaks("en")
        #expect(await john.says("/vip").map(\.text) == ["No. Нет."])
    }
}
