// Govorun: limits, repetition, own kinds, and what can never be read. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Kinds of arguments")
struct ArgumentKindTests {
    enum Size: String, CaseIterable { case small, Большой }

    @Test(
        "A number beyond its limits is answered with them",
        arguments: [
            ("/dice 7", "«7» не подходит: n — от 1 до 6."), ("/dice 0", "«0» не подходит: n — от 1 до 6."),
            ("/buy 0", "«0» не подходит: n — не меньше 1."),
            ("/part 1,5", "«1,5» не подходит: x — от 0 до 1."), ("/part -0.5", "«-0.5» не подходит: x — от 0 до 1."),
            ("/sum -1", "«-1» не подходит: x — не меньше 0."),
        ])
    func limits(typed: String, expected: String) async throws {
        let bot = try await TestBot {
            Command("dice", .int("n", in: 1...6)) { message, n in try await message.send("\(n)") }
            Command("buy", .int("n", in: 1...)) { message, n in try await message.send("\(n)") }
            Command("part", .double("x", in: 0...1)) { message, x in try await message.send("\(x)") }
            Command("sum", .double("x", in: 0...)) { message, x in try await message.send("\(x)") }
        }
        let alice = bot.person("Алиса")
        #expect(await alice.says(typed)[0].text.hasPrefix(expected + "\n"))
        #expect(await alice.says("/dice 6").map(\.text) == ["6"])
    }

    @Test("A repeated argument takes all that is left, one at least", arguments: [("1 2 3", "6"), ("5", "5")])
    func repeated(typed: String, expected: String) async throws {
        let bot = try await TestBot {
            Command("sum", .int("n").repeated) { message, numbers in try await message.send("\(numbers.reduce(0, +))") }
        }
        let alice = bot.person("Алиса")
        #expect(await alice.says("/sum \(typed)").map(\.text) == [expected])
        #expect(await alice.says("/sum").map(\.text) == ["Не хватает: n.\nКак написать: /sum <n…>"])
        #expect(await alice.says("/sum 1 x").map(\.text) == ["«x» не подходит: n — нужно целое число.\nКак написать: /sum <n…>"])
    }

    @Test("The cases of a type are a choice", arguments: [("SMALL", "small"), ("большой", "Большой")])
    func cases(typed: String, expected: String) async throws {
        let bot = try await TestBot {
            Command("size", .choice("size", Size.self)) { message, size in try await message.send("\(size.rawValue)") }
        }
        #expect(await bot.person("Алиса").says("/size \(typed)").map(\.text) == [expected])
        #expect(await bot.person("Алиса").says("/size x")[0].text.hasSuffix("/size <small|Большой>"))
    }

    @Test("A closure reads a word of its own kind")
    func parsed() async throws {
        let bot = try await TestBot {
            Command("hex", Parsed("цвет") { Int($0, radix: 16) }) { message, color in try await message.send("\(color)") }
        }
        #expect(await bot.person("Алиса").says("/hex ff").map(\.text) == ["255"])
        #expect(await bot.person("Алиса").says("/hex xyz").map(\.text) == ["«xyz» не подходит: цвет.\nКак написать: /hex <цвет>"])
    }

    @Test("Arguments that can never be read stop the start with their author's line")
    func impossible() {
        let plugin = PluginInstance.trial {
            Command("a", .rest("text"), .int("n")) { _, _, _ in }
            Command("b", .int("n"), .word("N")) { _, _, _ in }
            Command("c", .int("n").repeated, .rest("text")) { _, _, _ in }
            Command("d", .rest("text").repeated) { _, _ in }
            Command("e", .choice("what", anyOf: [])) { _, _ in }
            Command("f", .choice("what", "a", "A")) { _, _ in }
            Command("g", .flag("a b")) { _, _ in }
            Command("h", .flag("quiet").optionally) { _, _ in }
            Command("i", .int("n").optionally.asFlag) { _, _ in }
            Command("fine", .rest("text"), .flag("quiet"), .int("n").asFlag) { _, _, _, _ in }
        }
        let problems = Router.problems(of: [plugin])
        #expect(problems.map(\.code) == Array(repeating: .impossibleArguments, count: 9))
        let reasons = problems.map { $0.message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "" }
        #expect(
            reasons == [
                "'n' can never be read: 'text' before it takes everything", "two arguments are called 'N'",
                "'text' can never be read: 'n' before it takes everything", "'text' cannot be repeated",
                "'what' has nothing to choose from",
                "'A' can be chosen twice for 'what'", "'a b' cannot stand after '--': it begins with a letter and has no space",
                "'--quiet' may be left out as it is", "'--n' needs a value that is always there",
            ])
        #expect(problems.allSatisfy { $0.message.hasPrefix("BotKitTests/ArgumentKindTests.swift:") })
    }
}
