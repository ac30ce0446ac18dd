// Govorun: how arguments are read and wrong ones answered. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Arguments of commands")
struct ArgumentTests {
    @Test(
        "A whole number is one word of digits",
        arguments: [("5", "5"), ("-7", "-7"), ("+7", "7"), ("5.0", nil), ("пять", nil), ("99999999999999999999", nil), ("", nil)])
    func int(typed: String, expected: String?) async throws {
        let bot = try await TestBot { Command("n", .int("число")) { message, n in try await message.send("\(n)") } }
        let reply = await bot.person("Алиса").says("/n \(typed)").map(\.text)
        #expect(expected.map { [$0] == reply } ?? (reply.count == 1 && reply[0].contains("Как написать: /n <число>")))
    }

    @Test(
        "A fraction stands after a point or a comma; no infinity, no other base",
        arguments: [
            ("1.5", "1.5"), ("1,5", "1.5"), ("-2", "-2.0"), ("1e3", "1000.0"), ("nan", nil), ("inf", nil), ("0x10", nil), ("1e999", nil),
        ])
    func double(typed: String, expected: String?) async throws {
        let bot = try await TestBot { Command("n", .double("число")) { message, n in try await message.send("\(n)") } }
        let reply = await bot.person("Алиса").says("/n \(typed)").map(\.text)
        #expect(expected.map { [$0] == reply } ?? (reply.count == 1 && reply[0].contains("«\(typed)» не подходит: число — нужно число.")))
    }

    @Test(
        "Quotes hold words together",
        arguments: [
            (#""green tea" cup"#, "green tea|cup"), ("«зелёный чай» чашка", "зелёный чай|чашка"), ("“a b” c", "a b|c"),
            ("„a b“ c", "a b|c"), (#"say "b"#, #"say|"b"#), (#""" x"#, "|x"),
        ])
    func quotes(typed: String, expected: String) async throws {
        let bot = try await TestBot {
            Command("w", .word("a"), .word("b")) { message, a, b in try await message.send("\(a)|\(b)") }
        }
        #expect(await bot.person("Алиса").says("/w \(typed)").map(\.text) == [expected])
    }

    @Test("A choice is read in any letter case and arrives as declared", arguments: ["тёмная", "ТЁМНАЯ", "Тёмная"])
    func choice(typed: String) async throws {
        let bot = try await TestBot {
            Command("тема", .choice("тема", "светлая", "Тёмная")) { message, theme in try await message.send(theme) }
        }
        #expect(await bot.person("Алиса").says("/тема \(typed)").map(\.text) == ["Тёмная"])
        #expect(await bot.person("Борис").says("/тема синяя")[0].text.contains("/тема <светлая|Тёмная>"))
    }

    @Test("The rest keeps inner spaces and lines", arguments: [("a  b", "a  b"), ("a\n\n  b", "a\n\n  b"), ("  \n a ", "a")])
    func rest(typed: String, expected: String) async throws {
        let bot = try await TestBot { Command("r", .rest("текст")) { message, text in try await message.send(text) } }
        #expect(await bot.person("Алиса").says("/r \(typed)").map(\.text) == [expected])
    }

    @Test(
        "Optional arguments are filled from the left, in a row or in the middle",
        arguments: [
            ("give", "nil nil", "1 яблоко"), ("pair", "nil nil", ""), ("pair", "5 nil", "5"), ("pair", "5 x", "5 x"),
            ("pair", "nil x", "x"),
            ("move", "3 nil left", "3 left"), ("move", "3 2 left", "3 2 left"), ("move", "3 nil right", "3 RIGHT"),
            ("tea", "nil чай", "чай"), ("tea", "Ане чай", "Ане чай"), ("three", "a nil nil b", "a b"), ("three", "a c nil b", "a c b"),
        ])
    func optional(command: String, expected: String, typed: String) async throws {
        let bot = try await TestBot {
            Command("give", .int("n").optionally, .rest("thing")) { message, n, thing in
                try await message.send(n == 1 && thing == "яблоко" ? "nil nil" : "?")
            }
            Command("pair", .int("n").optionally, .word("w").optionally) { message, n, w in
                try await message.send("\(n.map(String.init) ?? "nil") \(w ?? "nil")")
            }
            Command("move", .int("x"), .int("speed").optionally, .choice("where", "left", "right")) { message, x, speed, way in
                try await message.send("\(x) \(speed.map(String.init) ?? "nil") \(way)")
            }
            Command("tea", .word("who").optionally, .word("what")) { message, who, what in
                try await message.send("\(who ?? "nil") \(what)")
            }
            Command("three", .word("a"), .word("b").optionally, .word("c").optionally, .word("d")) { message, a, b, c, d in
                try await message.send("\(a) \(b ?? "nil") \(c ?? "nil") \(d)")
            }
        }
        #expect(await bot.person("Алиса").says("/\(command) \(typed)").map(\.text) == [expected])
    }

    @Test(
        "A wrong argument is answered with its name and the usage",
        arguments: [
            ("/add", "Не хватает: a.\nКак написать: /add <a> <b> [c]"), ("/add 1", "Не хватает: b.\nКак написать: /add <a> <b> [c]"),
            ("/add 1 x", "«x» не подходит: b — нужно целое число.\nКак написать: /add <a> <b> [c]"),
            ("/add 1 2 x", "«x» не подходит: c — нужно целое число.\nКак написать: /add <a> <b> [c]"),
            ("/add 1 2 3 4 5", "Это лишнее: «4 5».\nКак написать: /add <a> <b> [c]"),
        ])
    func usage(typed: String, expected: String) async throws {
        let bot = try await TestBot {
            Command("add", .int("a"), .int("b"), .int("c").optionally) { message, _, _, _ in try await message.send("ran") }
        }
        #expect(await bot.person("Алиса").says(typed).map(\.text) == [expected])
        #expect(bot.problems.isEmpty)
    }

    @Test("Usage speaks the bot's language")
    func english() async throws {
        let bot = try await TestBot(language: "en") { Command("n", .int("count")) { _, _ in } }
        #expect(
            await bot.person("Alice").says("/n x").map(\.text) == [
                "«x» does not fit here: count, a whole number.\nWrite it like this: /n <count>"
            ])
    }

    @Test("Usage shows the name that bots.yaml gives and the prefix of this kind of conversation")
    func renamedUsage() async throws {
        let plugin = PluginInstance.trial(commands: ["Buy": ["заказ", "order"]]) { Command("buy", .int("n")) { _, _ in } }
        let bot = try await TestBot([plugin], prefixes: Prefixes(chats: ["!"], personal: [".", "/"]))
        let alice = bot.person("Алиса")
        #expect(await alice.says("/order x")[0].text.hasSuffix(": .заказ <n>"))
        #expect(await alice.says("!заказ x", in: bot.chat())[0].text.hasSuffix(": !заказ <n>"))
    }

    @Test("An argument problem that the handler itself throws is the handler's failure, not an answer")
    func ownProblem() async throws {
        let bot = try await TestBot {
            Command("n", .int("n")) { _, _ in throw ArgumentProblem("n", .missing) }
        }
        #expect(await bot.person("Алиса").says("/n 1").isEmpty)
        #expect(bot.problems.count == 1)
        #expect(bot.problems.first?.contains("a handler failed (plugin: trial, handler: command n") == true)
    }

    @Test("A long wrong word is quoted in part")
    func clipped() async throws {
        let bot = try await TestBot { Command("n", .int("n")) { _, _ in } }
        let answer = await bot.person("Алиса").says("/n " + String(repeating: "x", count: 4000))[0].text
        #expect(answer.count < 150)
    }

    @Test("A plugin can bring a kind of argument of its own")
    func ownKind() async throws {
        let bot = try await TestBot {
            Command("at", Clock().optionally) { message, minutes in try await message.send("\(minutes ?? -1)") }
        }
        let alice = bot.person("Алиса")
        #expect(await alice.says("/at 1:30").map(\.text) == ["90"])
        #expect(await alice.says("/at").map(\.text) == ["-1"])
        #expect(await alice.says("/at x")[0].text.hasSuffix("/at [hh:mm]"))
    }

    private struct Clock: CommandArgument {
        let placeholder = "hh:mm"
        func read(_ reader: inout ArgumentReader) throws -> Int {
            let word = reader.word() ?? ""
            let parts = word.split(separator: ":").compactMap { Int($0) }
            guard parts.count == 2 else { throw ArgumentProblem("time", .unreadable(word)) }
            return parts[0] * 60 + parts[1]
        }
    }
}
