// Govorun: arguments of one kind or another. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("An argument of one kind or another")
struct EitherTests {
    private func bot() async throws -> TestBot {
        try await TestBot {
            Command("to", .either(.choice("кому", "всем"), .user("кому")), .rest("что")) { message, whom, text in
                try await message.send("\(whom.first ?? "id\(whom.second?.id ?? 0)"): \(text)")
            }
            Command("page", .either(.int("номер", in: 1...9), .either(.duration("срок"), .word("имя"))).optionally) { message, page in
                switch page {
                case nil: try await message.send("none")
                case .first(let number): try await message.send("number \(number)")
                case .second(.first(let span)): try await message.send("span \(span.components.seconds)")
                case .second(.second(let word)): try await message.send("word \(word)")
                }
            }
            Command("size", .either(.int("n"), .duration("d"))) { message, size in try await message.send("\(size.first ?? -1)") }
            Command("buy", .either(.int("n"), .rest("что"))) { message, what in
                try await message.send(what.first.map { "count \($0)" } ?? "text \(what.second ?? "")")
            }
            Command("list", .either(.int("n"), .choice("w", "all")).repeated) { message, items in
                try await message.send("\(items.map { $0.first ?? 0 })")
            }
            Command("ask") { message in
                let answer = try await message.ask("How long?", as: .either(.int("n"), .duration("d")))
                try await message.send("\(answer.first ?? 0) \(answer.second?.components.seconds ?? 0)")
            }
        }
    }

    @Test(
        "is read as the one that takes more, of equal ones the first",
        arguments: [
            ("/to всем привет", "всем: привет"), ("/to id5 привет", "id5: привет"), ("/to [id7|Аня] привет всем", "id7: привет всем"),
            ("/page", "none"), ("/page 5", "number 5"), ("/page 5m", "span 300"), ("/page tea", "word tea"), ("/page 10", "word 10"),
            ("/size 5", "5"), ("/size 5m", "-1"), ("/size 2 часа", "-1"), ("/buy 3", "count 3"), ("/buy 3 cups", "text 3 cups"),
            ("/buy tea", "text tea"),
            ("/list 1 all 2", "[1, 0, 2]"),
        ])
    func read(text: String, reply: String) async throws {
        let bot = try await bot()
        #expect(await bot.person("Alice").says(text).map(\.text) == [reply])
        #expect(bot.problems == [])
    }

    @Test(
        "that is neither is told with what would fit",
        arguments: [
            (
                "/size tea",
                "«tea» не подходит: n|d — нужно целое число или нужно время: 5m, 2 часа.\nКак написать: /size <n|d>"
            ),
            ("/size", "Не хватает: n|d.\nКак написать: /size <n|d>"), ("/buy", "Не хватает: n|что.\nКак написать: /buy <n|что…>"),
            ("/list all x", "«x» не подходит: n|w — нужно целое число или нужно «all».\nКак написать: /list (<n>|all)…"),
        ])
    func told(text: String, reply: String) async throws {
        let bot = try await bot()
        #expect(await bot.person("Alice").says(text).map(\.text) == [reply])
    }

    @Test("shows the name of what is typed freely apart from the words that are typed as they stand")
    func placeholders() {
        func usage(_ argument: some CommandArgument) -> String {
            guard case .command(let form) = Command("a", argument, run: { _, _ in }).handler.trigger else { return "" }
            return form.usage(prefix: "/")
        }
        let term = EitherArgument(first: DurationArgument.duration("for"), second: ChoiceArgument.choice("for", "forever"))
        #expect(usage(term) == "/a <for>|forever")
        #expect(usage(term.optionally) == "/a [<for>|forever]")
        #expect(usage(term.repeated) == "/a (<for>|forever)…")
        #expect(usage(term.asFlag) == "/a [--for=<for>|forever]")
        #expect(usage(EitherArgument(first: term, second: IntArgument.int("n"))) == "/a <for>|forever|<n>")
        #expect(usage(EitherArgument(first: IntArgument.int("n"), second: WordArgument.word("who")).optionally) == "/a [n|who]")
        let words = EitherArgument(first: ChoiceArgument.choice("w", "a", "b"), second: ChoiceArgument.choice("v", "b", "c"))
        #expect(usage(words) == "/a <a|b|c>")
        #expect(usage(words.repeated) == "/a <a|b|c…>")
    }

    @Test("says a lone word to an English writer as it is typed")
    func english() async throws {
        let bot = try await TestBot(language: "en") {
            Command("mute", .either(.duration("for"), .choice("for", "forever")).optionally) { message, _ in try await message.send("ok") }
        }
        let expected =
            "«never» does not fit here: for, a span of time such as 5m or 2 hours or «forever».\nWrite it like this: /mute [<for>|forever]"
        #expect(await bot.person("Alice").says("/mute never").map(\.text) == [expected])
    }

    @Test("of a short name is a person where VK knows one, else the other")
    func shortNames() async throws {
        let bot = try await TestBot {
            Command("who", .either(.user("who"), .word("who"))) { message, who in
                try await message.send(who.first.map { "person \($0.id)" } ?? "word \(who.second ?? "")")
            }
        }
        let alice = bot.person("Alice")
        bot.answer("utils.resolveScreenName", with: ["type": "user", "object_id": 9])
        #expect(await alice.says("/who durov").map(\.text) == ["person 9"])
        bot.answer("utils.resolveScreenName", with: [])
        #expect(await alice.says("/who tea").map(\.text) == ["word tea"])
        #expect(bot.problems == [])
    }

    @Test("answers a question")
    func question() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        await alice.says("/ask")
        #expect(await alice.says("soon").map(\.text) == ["«soon» не подходит: n|d — нужно целое число или нужно время: 5m, 2 часа."])
        #expect(await alice.says("2 часа").map(\.text) == ["0 7200"])
        #expect(bot.problems == [])
    }

    @Test("that can never be read stops the start")
    func flaws() {
        func flaw(_ command: Command) -> String? { Router.problems(of: [.trial { command }]).first?.message }
        #expect(flaw(Command("a", .either(.int("n").optionally, .word("w"))) { _, _ in })?.contains("write .either(…).optionally") == true)
        #expect(flaw(Command("a", .either(.rest("t"), .word("w"))) { _, _ in })?.contains("'w' can never be read") == true)
    }

    @Test("One value of one type is had without asking which")
    func value() {
        #expect(Either<Int, Int>.first(5).value == 5)
        #expect(Either<Int, Int>.second(6).value == 6)
        #expect(Either<Int, String>.second("a").first == nil)
    }
}
