// Govorun: what holds at every step of a scene. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("A handler for any step of a scene")
struct AnyStepTests {
    struct Order: Scene {
        enum Step: String, CaseIterable { case item, address, done }
        var item = ""
    }

    private func bot() async throws -> TestBot {
        try await TestBot {
            Command("order") { message in try await message.enter(Order.self) }
            InScene(Order.self) { message, order in
                switch message.text {
                case "back": try await order.back()
                case "stop":
                    guard try await message.ask("Really?") == "yes" else { return }
                    try await order.leave()
                    try await message.send("stopped at \(order.step.rawValue)")
                default: message.pass()
                }
            }
            InScene(Order.self, .item, enter: { try await $0.send("What?") }) { message, order in
                try await order.change { $0.item = message.text }
                try await order.next()
            }
            InScene(Order.self, .address, enter: { try await $0.send("Where?") }) { _, order in try await order.next() }
            InScene(Order.self, .done, enter: { try await $0.send("Done?") }) { _, order in try await order.leave() }
            Fallback { message in try await message.send("what?") }
        }
    }

    @Test("comes before the step, and hands on to it what it passes")
    func passing() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        await alice.says("/order")
        #expect(await alice.says("tea").map(\.text) == ["Where?"])
        #expect(await alice.says("back").map(\.text) == ["What?"])
        #expect(await alice.says("mug").map(\.text) == ["Where?"])
        #expect(await alice.says("home").map(\.text) == ["Done?"])
        #expect(await alice.says("back").map(\.text) == ["Where?"])
        #expect(bot.problems == [])
    }

    @Test("knows the step, and may ask")
    func asking() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        await alice.says("/order")
        await alice.says("tea")
        #expect(await alice.says("stop").map(\.text) == ["Really?"])
        #expect(await alice.says("no").isEmpty)
        #expect(await alice.says("stop").map(\.text) == ["Really?"])
        #expect(await alice.says("yes").map(\.text) == ["stopped at address"])
        #expect(await alice.says("back").map(\.text) == ["what?"])
        #expect(bot.problems == [])
    }
}
