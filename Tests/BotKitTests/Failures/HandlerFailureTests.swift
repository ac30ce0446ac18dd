// Govorun: what authors do when a handler fails. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("What stands behind onFailure")
struct HandlerFailureTests {
    struct Count: PluginState { var value = 0 }
    struct Quiz: Scene { enum Step: String, CaseIterable { case only } }
    struct Buy: ButtonPayload {}

    /// `/pay` counts, says so, and fails; what is behind it says what became of it.
    @HandlersBuilder fileprivate static func handlers() -> [Handler] {
        Command("pay") { message in
            try await message.state(Count.self) { $0.value += 100 }
            try await message.send("paying")
            throw Mishap()
        }
        .onFailure { failure in
            let count = try await failure.state(Count.self) { count in
                count.value += 1
                return count.value
            }
            try await failure.send("\(failure.handler): \(String(describing: type(of: failure.error))), \(count)")
        }
    }

    private func bot() async throws -> TestBot {
        try await TestBot {
            for handler in Self.handlers() { handler }
            Command("fine") { message in try await message.send("fine") }.onFailure { try await $0.send("never") }
            Command("ask") { message in
                _ = try await message.ask("A?")
                throw Mishap()
            }
            .onFailure { try await $0.send("own words") }
            Command("quiz") { message in try await message.enter(Quiz.self) }
            InScene(Quiz.self, .only) { _, _ in throw Mishap() }.onFailure { try await $0.send("own words") }
            Command("worse") { _ in throw Mishap() }.onFailure { _ in throw Mishap() }
            Pressed(Buy.self) { _, _ in throw Mishap() }.onFailure { try await $0.send("pressed in vain") }
            Command("shop") { message in try await message.send("Shop") { Row { Button.callback("Buy", Buy()) } } }
        }
    }

    @Test("runs after a failure, says and stores what it will, and the failure is logged as ever")
    func told() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        #expect(await alice.says("/pay").map(\.text) == ["paying", "command pay: Mishap, 1"])
        #expect(await alice.says("/pay").map(\.text) == ["paying", "command pay: Mishap, 2"])
        #expect(await alice.says("/fine").map(\.text) == ["fine"])
        #expect(bot.problems.count == 2)
        await alice.says("/shop")
        #expect(try await alice.presses("Buy").map(\.text) == ["pressed in vain"])
    }

    @Test("takes the place of our own words in dialogues and scenes; a pause of a dialogue is no failure")
    func dialogues() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        #expect(await alice.says("/ask").map(\.text) == ["A?"])
        #expect(await alice.says("x").map(\.text) == ["own words"])
        await alice.says("/quiz")
        #expect(await alice.says("x").map(\.text) == ["own words"])
        #expect(await alice.says("y").map(\.text) == ["own words"], "they are still at the step")
    }

    @Test("may fail itself, which is logged beside the first failure")
    func worse() async throws {
        let bot = try await bot()
        await bot.person("Alice").says("/worse")
        #expect(bot.problems.count == 2)
    }

    @Test("and whose process dies at any await says once what became of it", arguments: DyingVK.Death.allCases)
    func everywhere(death: DyingVK.Death) async throws {
        for call in 1...3 {
            let talk = try await CrashingTalk(["/pay"]) { for handler in Self.handlers() { handler } }
            #expect(try await talk.lives(dyingAt: call, of: 0, death))
            #expect(talk.bot.replies.map(\.text) == ["paying", "command pay: Mishap, 1"], "died at call \(call)")
            #expect(try await talk.value(Count.self, of: .personHere) == 1)
        }
    }
}
