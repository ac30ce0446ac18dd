// Govorun: handlers for plain words, and who comes first. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Texts, patterns and fallback")
struct HearsTests {
    @Test(
        "A text matches in any letter case and spacing, as the whole message",
        arguments: [
            ("привет", true), ("ПРИВЕТ", true), ("  Добрый \n  день ", true), ("привет!", false), ("ну привет", false),
            ("[club200000001|b], привет", true),
        ])
    func texts(text: String, matches: Bool) async throws {
        let bot = try await TestBot { Hears("Привет", "добрый день") { message in try await message.send("да") } }
        #expect(await bot.person("Алиса").says(text, in: bot.chat()).map(\.text) == (matches ? ["да"] : []))
    }

    @Test("A list of texts may come from options")
    func list() async throws {
        let words = ["да", "ага"]
        let bot = try await TestBot { Hears(anyOf: words) { message in try await message.send("хорошо") } }
        #expect(await bot.person("Алиса").says("Ага").map(\.text) == ["хорошо"])
    }

    @Test("A pattern finds its groups by number and by name")
    func groups() async throws {
        let bot = try await TestBot {
            Hears(matching: #"(?<сколько>\d+)\s+(\w+)"#) { message, match in
                try await message.send(
                    "\(match["сколько"] ?? "")|\(match[2] ?? "")|\(match[0] ?? "")|\(match[3] ?? "нет")|\(match["x"] ?? "нет")")
            }
        }
        #expect(await bot.person("Алиса").says("дай 12 Яблок!").map(\.text) == ["12|Яблок|12 Яблок|нет|нет"])
    }

    @Test("Commands come before texts, texts before patterns, patterns before the fallback")
    func precedence() async throws {
        let bot = try await TestBot {
            Fallback { message in try await message.send("fallback") }
            Hears(matching: "ping|пинг") { message, _ in try await message.send("pattern") }
            Hears("ping", "пинг") { message in try await message.send("text") }
            Command("ping") { message in try await message.send("command") }
        }
        let alice = bot.person("Алиса")
        #expect(await alice.says("ping").map(\.text) == ["command"])
        #expect(await alice.says("пинг").map(\.text) == ["text"])
        #expect(await alice.says("ну пинг").map(\.text) == ["pattern"])
        #expect(await alice.says("что?").map(\.text) == ["fallback"])
    }

    @Test("A handler that passes hands the message on, through every kind in turn")
    func pass() async throws {
        @Sendable func passing(_ text: String) -> @Sendable (Message) async throws -> Void {
            { message in
                try await message.send(text)
                message.pass()
            }
        }
        let bot = try await TestBot {
            Command("ping", run: passing("command"))
            Hears("ping", run: passing("text 1"))
            Hears("PING", run: passing("text 2"))
            Hears(matching: "i") { message, _ in try await passing("pattern")(message) }
            Fallback(run: passing("fallback 1"))
            Fallback { message in try await message.send("fallback 2") }
            Fallback { message in try await message.send("never") }
        }
        let told = await bot.person("Алиса").says("ping").map(\.text)
        #expect(told == ["command", "text 1", "text 2", "pattern", "fallback 1", "fallback 2"])
    }

    @Test("A handler that throws has taken the message, and is named in the log")
    func failure() async throws {
        let bot = try await TestBot {
            Hears("а") { _ in throw Mishap() }
            Fallback { message in try await message.send("never") }
        }
        #expect(await bot.person("Алиса").says("а").isEmpty)
        #expect(bot.problems.count == 1)
        #expect(
            bot.problems.first?.contains("plugin: trial, handler: hears а, update: message_new, update.id: test-1, error: Mishap()") == true
        )
    }

    @Test("A pattern that takes too long is reported as the pattern's fault, and the next handler gets the message")
    func hopeless() async throws {
        let bot = try await TestBot {
            Hears(matching: "(a+)+$") { message, _ in try await message.send("never") }
            Fallback { message in try await message.send("fallback") }
        }
        #expect(await bot.person("Алиса").says(String(repeating: "a", count: 40) + "!").map(\.text) == ["fallback"])
        #expect(bot.problems.count == 1)
        #expect(bot.problems.first?.hasPrefix("warning: a pattern gave up (plugin: trial, handler: BotKitTests/HearsTests.swift:") == true)
        #expect(bot.problems.first?.contains("(a+)+$") == true)
    }

    @Test("A message without text reaches no pattern, not even one that matches nothing")
    func empty() async throws {
        let bot = try await TestBot { Hears(matching: "^$") { message, _ in try await message.send("never") } }
        #expect(await bot.person("Алиса").says("").isEmpty)
    }
}
