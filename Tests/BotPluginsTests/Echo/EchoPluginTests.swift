// Govorun: what the plugin echo promises. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotPlugins

@Suite("The plugin echo")
struct EchoPluginTests {
    @Test("repeats what stands after its command, inner spaces and lines included")
    func command() async throws {
        let bot = try await TestBot(EchoPlugin.self)
        let alice = bot.person("Алиса")
        #expect(await alice.says("/echo  привет,\n  мир ").map(\.text) == ["привет,\n  мир"])
    }
}
