// Govorun: commands under one name. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("A group of commands")
struct CommandGroupTests {
    @HandlersBuilder static func handlers() -> [Handler] {
        CommandGroup("shop", aliases: ["Магазин"], help: "Магазин") {
            Command("buy", .rest("что"), aliases: ["купить"], help: "Купить") { message, item in try await message.send("buy \(item)") }
            Command("list") { message in try await message.send("list") }
            CommandGroup("till") {
                Command("count", .int("сумма")) { message, sum in try await message.send("count \(sum)") }
            }
            Command("close") { message in try await message.send("closed") }.allow(.chatAdmins)
        }
        CommandGroup("plain") { Command("one", help: "Один") { message in try await message.send("one") } }
        Fallback { message in try await message.send("what?") }
    }

    private static let lines = "Как написать:\n/shop buy <что…> — Купить\n/shop list\n/shop till <count>"

    @Test(
        "runs the command that is named, at any depth, in any letter case, by any name of either",
        arguments: [
            ("/shop buy green tea", "buy green tea"), ("/SHOP  Buy tea", "buy tea"), ("/магазин купить чай", "buy чай"),
            ("/shop\nlist", "list"), ("/shop till count 5", "count 5"), ("/plain one", "one"),
            ("[club200000001|@bot], shop list", "list"),
        ])
    func named(text: String, reply: String) async throws {
        let bot = try await TestBot { for handler in Self.handlers() { handler } }
        #expect(await bot.person("Alice").says(text, in: bot.chat()).map(\.text) == [reply])
        #expect(bot.problems == [])
    }

    @Test(
        "tells how its commands are written that one may use, and what was probably meant",
        arguments: [
            ("/shop", lines), ("/shop byu tea", "Такой команды нет: «byu». Может быть, «buy»?\n\(lines)"),
            ("/shop сто рублей", "Такой команды нет: «сто».\n\(lines)"), ("/shop till", "Как написать: /shop till count <сумма>"),
            ("/shop till cuont", "Такой команды нет: «cuont». Может быть, «count»?\nКак написать: /shop till count <сумма>"),
            ("/shop till count x", "«x» не подходит: сумма — нужно целое число.\nКак написать: /shop till count <сумма>"),
            ("/shop buy", "Не хватает: что.\nКак написать: /shop buy <что…>"), ("/shopping", "what?"), ("/buy tea", "what?"),
        ])
    func usage(text: String, reply: String) async throws {
        let bot = try await TestBot { for handler in Self.handlers() { handler } }
        #expect(await bot.person("Alice").says(text, in: bot.chat()).map(\.text) == [reply])
    }

    @Test("says it in the bot's language")
    func english() async throws {
        let bot = try await TestBot(language: "en") { for handler in Self.handlers() { handler } }
        await bot.person("Alice").says("/shop lsit")
        #expect(bot.replies[0].text.hasPrefix("There is no «lsit». Did you mean «list»?\nWrite it like this:\n/shop buy"))
    }

    @Test("An administrator is told of what only administrators may")
    func allowed() async throws {
        let bot = try await TestBot { for handler in Self.handlers() { handler } }
        let (alice, boris) = (bot.person("Alice"), bot.person("Boris"))
        let chat = bot.chat(admins: [alice], members: [boris])
        #expect(await alice.says("/shop", in: chat).map(\.text) == [Self.lines + "\n/shop close"])
        #expect(await boris.says("/shop", in: chat).map(\.text) == [Self.lines])
        #expect(await boris.says("/shop close", in: chat).map(\.text) == ["what?"])
    }

    @Test("Of a whole group that one may not use, nothing is told; a filter counts for all of it")
    func closed() async throws {
        let bot = try await TestBot {
            CommandGroup("ban") { Command("all") { message in try await message.send("banned") } }.allow(.chatAdmins)
            CommandGroup("chat") { Command("a") { message in try await message.send("a") } }.when(.isChat)
            Fallback { message in try await message.send("what?") }
        }
        let alice = bot.person("Alice")
        for text in ["/ban", "/ban all", "/ban x", "/chat", "/chat a"] { #expect(await alice.says(text).map(\.text) == ["what?"]) }
        #expect(await alice.says("/chat a", in: bot.chat()).map(\.text) == ["a"])
        #expect(bot.problems == [])
    }

    @Test("bots.yaml renames it and its commands, and both are told of by these names")
    func renamed() async throws {
        let bot = try await TestBot([
            .trial(commands: ["shop": ["лавка"], "shop buy": ["взять", "buy"], "Shop till count": ["счёт"]]) {
                for handler in Self.handlers() { handler }
                Command("help") { message in
                    let lines = try await message.availableCommands().map { $0.usage(prefix: "/") }
                    try await message.send("\(verbatim: lines.joined(separator: "\n"))")
                }
            }
        ])
        let alice = bot.person("Alice")
        #expect(await alice.says("/лавка взять чай").map(\.text) == ["buy чай"])
        #expect(await alice.says("/лавка buy чай").map(\.text) == ["buy чай"])
        #expect(await alice.says("/shop buy чай").map(\.text) == ["what?"])
        #expect(await alice.says("/лавка till счёт 5").map(\.text) == ["count 5"])
        let lines = "Как написать:\n/лавка взять <что…> — Купить\n/лавка list\n/лавка till <счёт>"
        #expect(await alice.says("/лавка").map(\.text) == [lines])
        #expect(await alice.says("/help").map(\.text) == ["/лавка <взять|list|till>\n/plain one"])
        #expect(bot.problems == [])
    }

    @Test("What cannot be is told at its line")
    func problems() {
        func problems(_ handlers: @escaping @Sendable () -> [Handler], commands: [String: [String]] = [:]) -> [String] {
            Router.problems(of: [.trial(commands: commands, handlers)]).map(\.message)
        }
        let twice = problems {
            HandlersBuilder.buildExpression(
                CommandGroup("a") {
                    Command("b") { _ in }; Command("c", aliases: ["B"]) { _ in }
                })
        }
        #expect(twice.count == 1 && twice[0].hasPrefix("the command 'a c' is claimed by two handlers of 'trial'"), "\(twice)")
        let other = problems { HandlersBuilder.buildExpression(CommandGroup("a") { Hears("b") { _ in } }) }
        #expect(other.count == 1 && other[0].contains("only commands stand in a CommandGroup, this is 'hears b'"), "\(other)")
        let spaced = problems { HandlersBuilder.buildExpression(CommandGroup("a") { Command("b c") { _ in } }) }
        #expect(spaced.count == 1 && spaced[0].hasPrefix("'b c' cannot be a command"), "\(spaced)")
        let unknown = problems({ HandlersBuilder.buildExpression(CommandGroup("a") { Command("b") { _ in } }) }, commands: ["a x": ["y"]])
        #expect(unknown == ["'trial' has no command 'a x'; it has a, a b"])
    }

    @Test("A question asked in one of its commands is answered")
    func dialogue() async throws {
        let bot = try await TestBot {
            CommandGroup("shop") {
                Command("ask", .int("n")) { message, n in try await message.send("\(n) \(try await message.ask("What?"))") }
            }
        }
        let alice = bot.person("Alice")
        await alice.says("/shop ask 5")
        try await bot.restart()
        #expect(await alice.says("tea").map(\.text) == ["5 tea"])
        #expect(bot.problems == [])
    }
}
