// Govorun: mistakes deep inside a plugin's options. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML
import Testing

@testable import BotRunner

/// Options of every depth.
private struct RichPlugin: Plugin {
    struct Options: PluginOptions {
        enum Mood: String, Codable, CaseIterable, Sendable { case calm, loud }
        struct Item: PluginOptions {
            var name = ""
            var price = 0
            var mood = Mood.calm
            var tags: [String] = []
            var parts: [Part] = []
        }
        struct Part: PluginOptions { var every = Duration.seconds(1) }
        var items: [Item] = []
        var limits: [String: Int] = [:]
        var mood: Mood?
    }
    init(_ setup: PluginSetup<Options>) throws {
        if setup.options.items.contains(where: \.name.isEmpty) { throw OptionProblem("items", "every item needs a name") }
    }
    var handlers: [Handler] { Fallback { _ in } }
}

@Suite("Mistakes inside a plugin's options")
struct OptionErrorTests {
    private func errors(_ options: String) -> [String] {
        let yaml = "bots:\n  a:\n    token: t\n    plugins:\n      - use: rich\n        with:\n          \(options)"
        return ConfigurationLoader(catalog: PluginCatalog([RichPlugin.self]), environment: [:])
            .load(bytes: Array(yaml.utf8), name: "bots.yaml", dotEnv: "").problems.map(\.description)
    }

    @Test(
        "are told at their place, with the way there and what would be right",
        arguments: [
            (
                "items: [{ name: tea, price: cheap }]",
                "bots.yaml:7:39: error: bots.a.plugins[0].with.items[0].price: expected a whole number, found 'cheap'"
            ),
            (
                "items: [{ name: tea, mood: lout }]",
                "bots.yaml:7:38: error: bots.a.plugins[0].with.items[0].mood: expected one of calm, loud, found 'lout'; did you mean 'loud'?"
            ),
            (
                "items: [{ name: tea, prise: 5 }]",
                "bots.yaml:7:32: error: unknown key 'prise' in bots.a.plugins[0].with.items[0]; did you mean 'price'?"
            ),
            (
                "items: [{ name: tea, tags: green }]",
                "bots.yaml:7:38: error: bots.a.plugins[0].with.items[0].tags: expected a list, found 'green'"
            ),
            (
                "items: [{ name: tea, parts: [{ every: 5m }, { every: soon }] }]",
                "bots.yaml:7:64: error: bots.a.plugins[0].with.items[0].parts[1].every: expected a duration such as 500ms, 10s, 5m, 2h or 1d, found 'soon'"
            ),
            ("items: { name: tea }", "bots.yaml:7:18: error: bots.a.plugins[0].with.items: expected a list, found a mapping"),
            ("limits: { tea: many }", "bots.yaml:7:26: error: bots.a.plugins[0].with.limits.tea: expected a whole number, found 'many'"),
            ("mood: [calm]", "bots.yaml:7:17: error: bots.a.plugins[0].with.mood: expected one of calm, loud, found a list"),
            ("items: [{ price: 5 }]", "bots.yaml:7:18: error: bots.a.plugins[0].with.items: every item needs a name"),
        ])
    func located(options: String, expected: String) {
        #expect(errors(options) == [expected])
    }

    @Test("under defaults are told once, however many bots there are")
    func defaults() {
        let yaml = "defaults: { plugins: [{ use: rich, with: { mood: lout } }] }\nbots: { a: { token: a }, b: { token: b } }"
        let problems = ConfigurationLoader(catalog: PluginCatalog([RichPlugin.self]), environment: [:])
            .load(bytes: Array(yaml.utf8), name: "bots.yaml", dotEnv: "").problems
        #expect(problems.map(\.mark.column) == [50])
    }
}
