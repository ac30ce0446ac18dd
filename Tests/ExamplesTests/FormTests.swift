// Govorun: what the example form does. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import ExampleBots

@Suite("The example form")
struct FormTests {
    @Test("asks three questions, asks again for what does not fit, and sums up")
    func form() async throws {
        let bot = try await TestBot(FormPlugin.self)
        let alice = bot.person("Алиса")
        await alice.says("/order")
        alice.hears("Какой чай?")
        await alice.says("кофе")
        alice.hears("Есть только Сенча и Улун.")
        try await alice.presses("Улун")
        alice.hears("Сколько граммов?")
        await alice.says("9")
        alice.hears("Число от 50 до 1000.")
        await alice.says("100")
        alice.hears("Куда везти?")
        await alice.says("Тверская, 1")
        alice.hears("Записал: Улун, 100 г, Тверская, 1.")
        #expect(bot.problems == [])
    }

    @Test("goes on with the next question after a restart")
    func restart() async throws {
        let bot = try await TestBot(FormPlugin.self)
        let alice = bot.person("Алиса")
        await alice.says("/order")
        await alice.says("сенча")
        alice.hears("Сколько граммов?")
        try await bot.restart()
        await alice.says("250")
        alice.hears("Куда везти?")
        try await bot.restart()
        await alice.says("Арбат, 2")
        alice.hears("Записал: Сенча, 250 г, Арбат, 2.")
    }
}
