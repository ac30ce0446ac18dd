// Govorun: conversations in steps. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("A scene")
struct SceneTests {
    struct Order: Scene {
        enum Step: String, CaseIterable { case item, address, payment }
        var item = ""
        var address = ""
    }

    private func bot() async throws -> TestBot {
        try await TestBot {
            Command("order") { message in try await message.enter(Order.self) }
            Command("stop") { message in try await message.leaveScene() }
            InScene(Order.self, .item, enter: { try await $0.send("What?") }) { message, order in
                try await order.change { $0.item = message.text }
                try await order.next()
            }
            InScene(Order.self, .address, enter: { try await $0.send("Where?") { Row { Button("Back") } } }) { message, order in
                if message.text == "Back" { return try await order.back() }
                if message.text == "?" { return try await order.again() }
                try await order.change { $0.address = message.text }
                try await order.go(to: .payment)
            }
            InScene(Order.self, .payment) { message, order in
                let coins = try await message.ask("How many coins?", as: .int("coins"))
                let done = try await order.data
                try await order.next()
                try await message.send("\(done.item) to \(done.address) for \(coins)")
            }
            Fallback { message in try await message.send("what?") }
        }
    }

    @Test("goes from step to step, keeps what was said, and ends behind its last step")
    func steps() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        #expect(await alice.says("/order").map(\.text) == ["What?"])
        #expect(await alice.says("tea").map(\.text) == ["Where?"])
        #expect(await alice.says("home").isEmpty)
        #expect(await alice.says("pay").map(\.text) == ["How many coins?"])
        #expect(await alice.says("5").map(\.text) == ["tea to home for 5"])
        #expect(await alice.says("x").map(\.text) == ["what?"])
        #expect(bot.problems == [])
    }

    @Test("goes back, stays, begins anew and is left")
    func ways() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        await alice.says("/order")
        await alice.says("tea")
        #expect(await alice.says("?").map(\.text) == ["Where?"])
        #expect(try await alice.presses("Back").map(\.text) == ["What?"])
        #expect(await alice.says("mug").map(\.text) == ["Where?"])
        #expect(await alice.says("/order").map(\.text) == ["What?"])
        await alice.says("/stop")
        #expect(await alice.says("x").map(\.text) == ["what?"])
        #expect(bot.problems == [])
    }

    @Test("is a person's own, in one conversation")
    func others() async throws {
        let bot = try await bot()
        let (alice, boris, chat) = (bot.person("Alice"), bot.person("Boris"), bot.chat())
        await alice.says("/order", in: chat)
        #expect(await boris.says("x", in: chat).map(\.text) == ["what?"])
        #expect(await alice.says("x").map(\.text) == ["what?"])
        #expect(await alice.says("tea", in: chat).map(\.text) == ["Where?"])
    }

    @Test("hands a message on that its step passes, and one that its filter does not admit")
    func passing() async throws {
        struct Quiz: Scene { enum Step: String, CaseIterable { case only } }
        let bot = try await TestBot {
            Command("quiz") { message in try await message.enter(Quiz.self) }
            InScene(Quiz.self, .only) { message, _ in if message.text == "1" { try await message.send("one") } else { message.pass() } }
                .when(.shorter(than: 3))
            Fallback { message in try await message.send("what?") }
        }
        let alice = bot.person("Alice")
        await alice.says("/quiz")
        #expect(await alice.says("1").map(\.text) == ["one"])
        #expect(await alice.says("2").map(\.text) == ["what?"])
        #expect(await alice.says("long").map(\.text) == ["what?"])
        #expect(await alice.says("1").map(\.text) == ["one"])
    }

    @Test("whose step has no handler, or two, is told to its author")
    func mistakes() async throws {
        let bot = try await TestBot { Command("order") { message in try await message.enter(Order.self) } }
        await bot.person("Alice").says("/order")
        #expect(bot.problems.count == 1 && bot.problems[0].contains("no 'InScene' is there for the step 'item'"))
        await #expect(throws: RoutingProblem.self) {
            try await TestBot {
                InScene(Order.self, .item) { _, _ in }
                InScene(Order.self, .item) { _, _ in }
            }
        }
    }
}
