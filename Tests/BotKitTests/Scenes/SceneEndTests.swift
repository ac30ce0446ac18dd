// Govorun: steps that fail, and steps that wait too long. SPDX-License-Identifier: MIT
import BotTesting
import Synchronization
import Testing

@testable import BotKit

@Suite("A scene that does not go well")
struct SceneEndTests {
    struct Order: Scene {
        enum Step: String, CaseIterable { case item, address }
        static let timeout = Duration.minutes(10)
        var item = ""
    }
    struct Quiet: Scene {
        enum Step: String, CaseIterable { case only }
        static let late: FormattedText? = ""
        static let failed: FormattedText? = "\(bold: "Ой")"
    }

    private static let late = "Время вышло. Начните, пожалуйста, заново."
    private static let again = "Что-то пошло не так. Попробуйте, пожалуйста, ещё раз."

    /// `!` in either step fails: behind a change, or on the way into the next step.
    @HandlersBuilder fileprivate static func handlers() -> [Handler] {
        Command("order") { message in try await message.enter(Order.self) }
        Command("quiet") { message in try await message.enter(Quiet.self) }
        InScene(Order.self, .item, enter: { try await $0.send("What?") }) { message, order in
            try await order.change { $0.item = message.text }
            if message.text == "!" { throw Mishap() }
            try await order.next()
        }
        InScene(
            Order.self, .address,
            enter: { order in
                if try await order.data.item == "!!" { throw Mishap() }
                try await order.send("Where?")
            }
        ) { message, order in
            let sure = try await message.ask("Sure?")
            if sure == "!" { throw Mishap() }
            let done = try await order.leave()
            try await message.send("\(done.item) to \(message.text): \(sure)")
        }
        InScene(Quiet.self, .only) { _, _ in throw Mishap() }
        Fallback { message in try await message.send("what?") }
    }

    private func bot(_ language: String = "ru") async throws -> TestBot {
        try await TestBot(language: language) { for handler in Self.handlers() { handler } }
    }

    @Test("tells whoever is at a step that fails, and leaves them and what they said where they were")
    func failing() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        await alice.says("/order")
        #expect(await alice.says("!").map(\.text) == [Self.again])
        #expect(await alice.says("!!").map(\.text) == [Self.again], "the way into the next step failed")
        #expect(await alice.says("tea").map(\.text) == ["Where?"])
        #expect(await alice.says("home").map(\.text) == ["Sure?"])
        #expect(await alice.says("!").map(\.text) == [Self.again], "a step that asks is tried from its beginning")
        #expect(await alice.says("home").map(\.text) == ["Sure?"])
        #expect(await alice.says("yes").map(\.text) == ["tea to home: yes"])
        #expect(bot.problems.count == 3)
    }

    @Test("tells when the time of a step is over, though nobody writes, and is left", arguments: ["ru", "en"])
    func late(language: String) async throws {
        let bot = try await bot(language)
        let (alice, boris) = (bot.person("Alice"), bot.person("Boris"))
        for person in [alice, boris] { await person.says("/order") }
        #expect(await bot.advance(by: .minutes(8)).isEmpty)
        #expect(await boris.says("tea").map(\.text) == ["Where?"])
        let told = await bot.advance(by: .minutes(3))
        #expect(told.map(\.peerID) == [alice.id], "every step has its own time")
        #expect(told.map(\.text) == [language == "ru" ? Self.late : "Time is up. Please start again."])
        #expect(await alice.says("mug").map(\.text) == ["what?"])
        #expect(bot.problems == [])
    }

    @Test("that was left, begun anew or asks is not told that its time is over")
    func notLate() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        await alice.says("/order")
        await alice.says("tea")
        await alice.says("home")
        #expect(await bot.advance(by: .minutes(30)).isEmpty, "the step waits for the answer to its question")
        #expect(await alice.says("yes").map(\.text) == ["tea to home: yes"])
        #expect(await bot.advance(by: .hours(48)).isEmpty)
        await alice.says("/order")
        await bot.advance(by: .minutes(9))
        await alice.says("/order")
        #expect(await bot.advance(by: .minutes(9)).isEmpty)
        #expect(await bot.advance(by: .minutes(2)).map(\.text) == [Self.late])
        #expect(bot.problems == [])
    }

    @Test("tells an answer that comes too late, which is a message like any other")
    func lateAnswer() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        let now = Int(bot.bot.storage.now.milliseconds / 1_000)
        await alice.says("/order")
        #expect(await alice.writes(["text": "tea", "date": .integer(now + 700)]).map(\.text) == [Self.late, "what?"])
        #expect(await alice.says("tea").map(\.text) == ["what?"])
    }

    @Test("says what its author says, or nothing")
    func ownWords() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        await alice.says("/quiet")
        #expect(await alice.says("x").map(\.text) == ["Ой"])
        #expect(await bot.advance(by: .hours(48)).isEmpty)
        #expect(await alice.says("x").map(\.text) == ["what?"])
    }

    struct WordyPlugin: Plugin {
        static let strings = PluginStrings([
            "ru": ["dialogue.again": "Ещё разок.", "name": "n"], "en": ["dialogue.again": "Again.", "name": "n"],
        ])
        init(_ setup: PluginSetup<NoOptions>) {}
        var handlers: [Handler] { for handler in SceneEndTests.handlers() { handler } }
    }

    @Test("says what the plugin's strings say, and before them what stands under 'texts:'")
    func texts() async throws {
        let bot = try await TestBot(WordyPlugin.self, texts: ["dialogue.late": "Поздно."])
        let alice = bot.person("Alice")
        await alice.says("/order")
        #expect(await alice.says("!").map(\.text) == ["Ещё разок."])
        #expect(await bot.advance(by: .minutes(20)).map(\.text) == ["Поздно."])
        await #expect(throws: (any Error).self) { try await TestBot(WordyPlugin.self, texts: ["dialogue.lat": "Поздно."]) }
    }

    @Test("waits over a restart, and its end does as well")
    func restart() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        await alice.says("/order")
        await alice.says("!")
        try await bot.restart()
        #expect(await alice.says("tea").map(\.text) == ["Where?"])
        try await bot.restart()
        #expect(await bot.advance(by: .minutes(11)).map(\.text) == [Self.late])
    }

    @Test(
        "and whose process dies at any await says once what failed, and goes on from the same step",
        arguments: DyingVK.Death.allCases)
    func everywhere(death: DyingVK.Death) async throws {
        let told = ["What?", Self.again, "Where?", "Sure?", Self.again, "Sure?", "tea to home: yes"]
        let texts = ["/order", "!", "tea", "home", "!", "home", "yes"]
        for (dying, call) in texts.indices.flatMap({ step in [(step, 1), (step, 2)] }) {
            let talk = try await CrashingTalk(texts) { for handler in Self.handlers() { handler } }
            #expect(try await talk.lives(dyingAt: call, of: dying, death))
            #expect(talk.bot.replies.map(\.text) == told, "died at call \(call) of step \(dying)")
        }
    }
}
