// Govorun: a form of three steps, as people fill it in. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("A registration in three steps")
struct RegistrationTests {
    @Test("takes who answers right, asks again who does not, and lets in as many as there is room for")
    func form() async throws {
        let bot = try await TestBot(RegistrationPlugin.self, options: RegistrationPlugin.Options(places: 1))
        let (alice, boris) = (bot.person("Алиса"), bot.person("Борис"))
        #expect(await alice.says("/register").map(\.text) == ["Как вас зовут?"])
        #expect(await boris.says("/register").map(\.text) == ["Как вас зовут?"])
        await alice.says("Алиса")
        await boris.says("Борис")
        #expect(await alice.says("три").map(\.text) == ["Числом, от 14 до 99."])
        #expect(await alice.says("13").map(\.text) == ["Числом, от 14 до 99."])
        #expect(await alice.says("30").map(\.buttons) == [[["S", "M"], ["L"]]])
        await boris.says("31")
        #expect(try await alice.presses("M").map(\.text) == ["Записали: Алиса, 30, M."])
        #expect(try await boris.presses("L").map(\.text) == ["Мест больше нет."])
        #expect(bot.problems == [])
    }
}
