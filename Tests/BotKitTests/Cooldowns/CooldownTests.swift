// Govorun: pauses between two uses. SPDX-License-Identifier: MIT
import Synchronization
import Testing

@testable import BotKit
@testable import BotTesting

@Suite("Cooldowns")
struct CooldownTests {
    private static func plugin(_ cooldown: Cooldown?, _ name: String = "dice") -> PluginInstance {
        var instance = PluginInstance.trial(name) {
            Command("roll") { message in try await message.send("4") }
            Hears("да") { message in try await message.send("нет") }
            On(.messageNew) { event in event.logger.warning("seen") }
        }
        instance.cooldown = cooldown
        return instance
    }

    @Test(
        "Uses count together for a person in all conversations, for a conversation, or for the bot",
        arguments: [
            (.user, [true, false, false, true, false]), (.chat, [true, true, false, true, true]),
            (.bot, [true, false, false, false, false]),
        ] as [(Cooldown.Scope, [Bool])])
    func scopes(scope: Cooldown.Scope, expected: [Bool]) async throws {
        let bot = try await TestBot([Self.plugin(Cooldown(.seconds(3), per: scope))])
        let (alice, boris, chat) = (bot.person("Алиса"), bot.person("Борис"), bot.chat())
        let uses: [(TestPerson, TestChat?)] = [(alice, nil), (alice, chat), (alice, chat), (boris, nil), (boris, bot.chat())]
        for (use, isFree) in zip(uses, expected) { #expect(await use.0.says("/roll", in: use.1).isEmpty == !isFree, "\(use)") }
        await bot.advance(by: .seconds(3))
        #expect(await alice.says("/roll").map(\.text) == ["4"])
    }

    @Test(
        "A reply in several languages is said in that of whoever is early", arguments: [("ru", "Ещё 3 секунды"), ("en", "3 seconds left")])
    func languages(language: String, expected: String) async throws {
        let reply = Cooldown.Reply.texts(SpokenText(["ru": "Ещё {left}", "en": "{left} left"]))
        let bot = try await TestBot([Self.plugin(Cooldown(.seconds(3), reply: reply))], otherLanguages: ["en"])
        let alice = bot.person("Алиса")
        alice.speaks(language)
        for answer in ["4", expected] { #expect(await alice.says("/roll").map(\.text) == [answer]) }
    }

    @Test("All handlers of a plugin share its pause, and what comes too early is nobody else's; On handlers have none")
    func plugin() async throws {
        let bot = try await TestBot([Self.plugin(Cooldown(.seconds(3))), .trial("rest") { Fallback { try await $0.send("?") } }])
        let alice = bot.person("Алиса")
        #expect(await alice.says("/roll").map(\.text) == ["4"])
        #expect(await alice.says("да").isEmpty)
        #expect(await alice.says("ну").map(\.text) == ["?"])
        #expect(bot.problems.count == 3)
    }

    @Test("Whoever is too early is told once in a pause how long is left")
    func reply() async throws {
        let bot = try await TestBot([Self.plugin(Cooldown(.seconds(65), reply: .standard))])
        let alice = bot.person("Алиса")
        for _ in 1...2 {
            #expect(await alice.says("/roll").map(\.text) == ["4"])
            #expect(await alice.says("/roll").map(\.text) == ["Подождите 1 минуту 5 секунд."])
            await bot.advance(by: .seconds(64))
            #expect(await alice.says("/roll").isEmpty)
            await bot.advance(by: .seconds(1))
        }
        #expect(bot.problems.allSatisfy { $0.contains("seen") })
    }

    @Test("In code: any handler, an own text with {left} in it; presses are told each time; events are dropped")
    func code() async throws {
        struct Go: ButtonPayload {}
        let seen = Mutex(0)
        let bot = try await TestBot {
            Command("a") { message in try await message.send("a") { Row { Button.callback("Go", Go()) } } }
                .cooldown(.seconds(2), reply: "Ещё {left}!")
            Command("b") { message in try await message.send("b") }
            Pressed(Go.self) { press, _ in try await press.snackbar("gone") }.cooldown(.seconds(3600), per: .chat, reply: "Через {left}")
            On(.groupLeave) { _ in seen.withLock { $0 += 1 } }.cooldown(.seconds(60), per: .bot)
        }
        let alice = bot.person("Алиса")
        #expect(await alice.says("/a").map(\.text) == ["a"])
        #expect(await alice.says("/a").map(\.text) == ["Ещё 2 секунды!"])
        for _ in 1...3 { #expect(await alice.says("/b").map(\.text) == ["b"]) }
        for _ in 1...3 { try await alice.presses("Go") }
        #expect(bot.snackbars == ["gone", "Через 1 час", "Через 1 час"])
        await alice.leaves()
        await bot.person("Борис").leaves()
        #expect(seen.withLock { $0 } == 1)
        #expect(bot.problems == [])
    }

    @Test("What is only answered with how it is written is no use, but comes too early like any other", arguments: Cooldown.Scope.allCases)
    func misspelt(scope: Cooldown.Scope) async throws {
        var shop = PluginInstance.trial("shop") {
            CommandGroup("shop") {
                Command("buy", .choice("чай", "Сенча", "Улун"), .int("сколько")) { message, tea, count in
                    try await message.send("\(tea) \(count)")
                }
                .cooldown(.seconds(5), per: scope, reply: "Ещё {left}")
            }
            Hears(template: "дай <n> <что>", .int("n"), .word("что")) { message, n, what in try await message.send("\(what) \(n)") }
                .cooldown(.seconds(5), per: scope, reply: "Ещё {left}")
        }
        shop.cooldown = Cooldown(.seconds(2), per: scope)
        let bot = try await TestBot([shop, .trial("rest") { Fallback { try await $0.send("?") } }])
        let alice = bot.person("Алиса")
        for text in ["/shop", "/shop buy кофе", "/shop buy Улун", "/shop sell"] {
            #expect(await alice.says(text).first?.text.contains("Как написать") == true, "\(text)")
        }
        #expect(await alice.says("дай чаю скорее").map(\.text) == ["?"])
        #expect(await alice.says("/shop buy Улун 1").map(\.text) == ["Улун 1"])
        #expect(await alice.says("/shop buy кофе").map(\.text) == ["Ещё 5 секунд"])
        #expect(await alice.says("/shop").isEmpty)
        #expect(await alice.says("дай чаю скорее").map(\.text) == ["?"])
        await bot.advance(by: .seconds(2))
        #expect(await alice.says("дай 2 чая").map(\.text) == ["чая 2"])
        #expect(bot.problems == [])
    }

    @Test("A process that dies while it tells how a command is written leaves no pause behind", arguments: DyingVK.Death.allCases)
    func misspeltReplay(death: DyingVK.Death) async throws {
        for call in 1...2 {
            let world = try await Reruns(text: "/buy tea") {
                Command("buy", .int("n")) { message, n in try await message.send("bought \(n)") }
                    .cooldown(.seconds(60), reply: "later")
            }
            #expect(try await world.process(isFirst: true, dyingAt: call, death) == (call == 2))
            #expect(try await world.process(isFirst: false))
            #expect(world.bot.replies.count == 1)
            let anna = TestPerson(id: 5, name: "Анна", bot: world.bot)
            #expect(await anna.says("/buy 3").map(\.text) == ["bought 3"])
            #expect(await anna.says("/buy 3").map(\.text) == ["later"])
        }
    }

    @Test("A pause that is none, and one around everything, stop the start at their line")
    func flaws() throws {
        let plugin = PluginInstance.trial {
            Command("a") { _ in }.cooldown(.milliseconds(500))
            Around { _, next in await next() }.cooldown(.seconds(3))
        }
        let problems = Router.problems(of: [plugin]).map(\.message)
        #expect(problems.count == 2)
        #expect(problems[0].hasPrefix("BotKitTests/CooldownTests.swift:\(#line - 5): a cooldown is a second at least"))
    }

    @Test(
        "A process that dies decides as before when the update comes again", arguments: DyingVK.Death.allCases, [StateScope.person, .bot])
    func replay(death: DyingVK.Death, scope: StateScope) async throws {
        let per: Cooldown.Scope = scope == .person ? .user : .bot
        for call in 1...2 {
            let world = try await Reruns {
                Fallback { message in
                    try await message.send("one")
                    try await message.send("two")
                }
                .cooldown(.seconds(60), per: per, reply: "later")
            }
            #expect(try await !world.process(isFirst: true, dyingAt: call, death))
            #expect(try await world.process(isFirst: false))
            #expect(world.bot.replies.map(\.text) == ["one", "two"])
        }
    }

    @Test(
        "How long is left, in words",
        arguments: [
            (1, "1 секунду", "1 second"), (2, "2 секунды", "2 seconds"), (25, "25 секунд", "25 seconds"), (60, "1 минуту", "1 minute"),
            (62, "1 минуту 2 секунды", "1 minute 2 seconds"), (3600, "1 час", "1 hour"), (3661, "1 час 2 минуты", "1 hour 2 minutes"),
            (7199, "2 часа", "2 hours"), (86_400, "1 день", "1 day"), (5 * 86_400 + 3600, "5 дней 1 час", "5 days 1 hour"),
            (86_399, "1 день", "1 day"), (0, "1 секунду", "1 second"),
        ])
    func words(seconds: Int, russian: String, english: String) {
        #expect(TimeLeft(seconds: seconds, language: "ru").text == russian)
        #expect(TimeLeft(seconds: seconds, language: "en").sentence == "Please wait \(english).")
    }
}
