// Govorun: what holds for every shipped plugin. SPDX-License-Identifier: MIT
import BotKit
import BotPlugins
import Testing

@Suite("Every shipped plugin")
struct RegistryTests {
    @Test("says the same in all its languages: no key and no value is missing in one", arguments: registeredPlugins.map { $0.name })
    func texts(name: String) throws {
        let plugin = try #require(registeredPlugins.first { $0.name == name })
        #expect(plugin.strings.problems == [])
    }

    @Test("finds its strings files")
    func strings() {
        let speaking = registeredPlugins.filter { !$0.strings.keys.isEmpty }.map { $0.name }
        #expect(speaking.contains("help") && speaking.contains("welcome"))
        #expect(registeredPlugins.filter { speaking.contains($0.name) }.allSatisfy { $0.strings.languages == ["en", "ru"] })
    }

    @Test("knows where its files lie, so that messages to its author can be followed")
    func paths() {
        #expect(registeredPlugins.allSatisfy { $0.sourcePaths["WelcomeText.swift"] == "Plugins/Welcome/WelcomeText.swift" })
    }

    @Test("tells what it does")
    func summaries() { #expect(registeredPlugins.filter { $0.summary.isEmpty }.map { $0.name } == []) }
}
