// Govorun: what the example shop does. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import ExampleBots

@Suite("The example shop")
struct ShopTests {
    private func bot() async throws -> TestBot {
        var options = ShopPlugin.Options()
        options.teas = [ShopPlugin.Tea(name: "Сенча", price: 350), ShopPlugin.Tea(name: "Улун", price: 420)]
        return try await TestBot(ShopPlugin.self, options: options)
    }

    @Test("shows the teas of its options")
    func menu() async throws {
        let reply = try #require(await bot().person("Алиса").says("/shop").first)
        #expect(reply.buttons == [["Сенча, 350 ₽"], ["Улун, 420 ₽"]])
    }

    @Test("keeps a cart for everybody, also under presses of an old keyboard")
    func cart() async throws {
        let bot = try await bot()
        let (alice, boris) = (bot.person("Алиса"), bot.person("Борис"))
        await alice.says("/shop")
        await boris.says("/shop")
        try await alice.presses("Сенча, 350 ₽")
        try await alice.presses("Улун, 420 ₽")
        try await boris.presses("Улун, 420 ₽")
        #expect(bot.snackbars == ["Сенча в корзине", "Улун в корзине", "Улун в корзине"])
        #expect(await alice.says("/cart").map(\.text) == ["В корзине: 2, на сумму 770 ₽"])
        #expect(await boris.says("/cart").map(\.text) == ["В корзине: 1, на сумму 420 ₽"])
        #expect(bot.problems == [])
    }
}
