// Govorun: what the first example does. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import ExampleBots

@Suite("The example hello")
struct HelloTests {
    @Test("says hello, and repeats what follows its command")
    func answers() async throws {
        let alice = try await TestBot(HelloPlugin.self).person("Алиса")
        #expect(await alice.says("/hello").map(\.text) == ["Привет!"])
        #expect(await alice.says("/echo раз, два").map(\.text) == ["раз, два"])
    }
}
