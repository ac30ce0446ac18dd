// Govorun: how a bot behaves, as bots.yaml says it. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML
import Testing

@testable import BotRunner

@Suite("Manners in bots.yaml")
struct MannersSettingsTests {
    private func load(_ yaml: String) -> ConfigurationLoader.Outcome {
        ConfigurationLoader(catalog: PluginCatalog([OtherPlugin.self]), environment: [:]).load(bytes: Array(yaml.utf8), name: "bots.yaml")
    }

    @Test("What is not said: half an hour of takeover, no limit on writing, parked after twenty failures")
    func defaults() throws {
        let bot = try #require(load("bots: { a: { token: x, plugins: [other] } }").configuration?.bots.first)
        #expect(bot.manners == Manners())
        #expect(bot.manners.takeover == .seconds(1800) && bot.manners.flood == nil && bot.manners.parkAfter == 20)
        #expect(bot.plugins[0].instance.cooldown == nil && bot.plugins[0].instance.refusal == nil)
    }

    @Test("The bot's own word counts before that of defaults; false switches off")
    func layers() throws {
        let bots = try #require(
            load(
                """
                defaults: { takeover: 10m, flood: true, park_after: false }
                bots:
                  a: { token: a }
                  b: { token: b, takeover: false, flood: { messages: 5, in: 3s, for: 2m }, park_after: 7 }
                  c: { token: c, flood: false }
                """
            ).configuration?.bots)
        #expect(bots[0].manners.takeover == .seconds(600) && bots[0].manners.flood == FloodLimit() && bots[0].manners.parkAfter == nil)
        var limit = FloodLimit()
        (limit.messages, limit.period, limit.pause) = (5, .seconds(3), .seconds(120))
        #expect(bots[1].manners.takeover == nil && bots[1].manners.flood == limit && bots[1].manners.parkAfter == 7)
        #expect(bots[2].manners.flood == nil)
    }

    @Test(
        "A plugin's pause and refusal are read as they are written",
        arguments: [
            ("cooldown: 3s", Cooldown(.seconds(3))), ("cooldown: { every: 1m }", Cooldown(.seconds(60))),
            ("cooldown: { per: chat, every: 3s, reply: 'Ещё {left}' }", Cooldown(.seconds(3), per: .chat, reply: .texts("Ещё {left}"))),
            ("cooldown: { per: bot, every: 2h, reply: true }", Cooldown(.seconds(7200), per: .bot, reply: .standard)),
            ("cooldown: { every: 2h, reply: false }", Cooldown(.seconds(7200))),
        ])
    func plugin(line: String, expected: Cooldown) throws {
        let yaml = "bots: { a: { token: x, plugins: [{ use: other, allow: [donut], refuse: no, \(line) }] } }"
        let instance = try #require(load(yaml).configuration?.bots[0].plugins[0].instance)
        #expect(instance.cooldown == expected)
        #expect(instance.refusal == "no")
        #expect(instance.audience == [.donut])
    }

    @Test("What is said may be one text for each language")
    func languages() throws {
        let said = "refuse: { ru: Нет, en: No }, cooldown: { every: 3s, reply: { ru: 'Ещё {left}', en-GB: '{left} more' } }"
        let yaml = "bots: { a: { token: x, language: [ru, en], plugins: [{ use: other, allow: [donut], \(said) }] } }"
        let instance = try #require(load(yaml).configuration?.bots[0].plugins[0].instance)
        #expect(instance.refusal == SpokenText(["ru": "Нет", "en": "No"]))
        #expect(instance.cooldown?.reply == .texts(SpokenText(["ru": "Ещё {left}", "en": "{left} more"])))
    }

    @Test(
        "Each mistake is located and says what to do",
        arguments: [
            ("takeover: true", "1:34 bots.a.takeover: write a duration such as 30m, or false for never"),
            ("takeover: 10ms", "1:34 'takeover' is at least 1s, or false for never"),
            ("park_after: 0", "1:36 'park_after' is at least 1, or false for never"),
            ("park_after: true", "1:36 bots.a.park_after: write a whole number such as 20, or false for never"),
            ("flood: { messages: 0 }", "1:43 'messages' is 1 to 1000"), ("flood: { in: 2h }", "1:37 'in' is 1s to 1h"),
            ("flood: { for: 0s }", "1:38 'for' is at least 1s"),
            ("flood: { message: 3 }", "1:33 unknown key 'message' in bots.a.flood; did you mean 'messages'?"),
            (
                "plugins: [{ use: other, cooldown: 100ms }]",
                "1:58 a cooldown is at least 1s; VK dates messages by whole seconds"
            ),
            (
                "plugins: [{ use: other, cooldown: { every: 0s } }]",
                "1:67 a cooldown is at least 1s; VK dates messages by whole seconds"
            ),
            ("plugins: [{ use: other, refuse: ' ' }]", "1:56 bots.a.plugins[0].refuse: write what is said, or leave the key out"),
            ("plugins: [{ use: other, refuse: {} }]", "1:56 bots.a.plugins[0].refuse: write what is said, or leave the key out"),
            (
                "plugins: [{ use: other, allow: donut, refuse: { ru: Нет, en: ' ' } }]",
                "1:85 bots.a.plugins[0].refuse.en: write what is said, or leave the key out"
            ),
            (
                "plugins: [{ use: other, cooldown: { every: 3s, reply: { ru: Ещё, '1': More } } }]",
                "1:89 '1' is no language; write { ru: \"…\", en: \"…\" }"
            ),
        ])
    func mistakes(line: String, expected: String) {
        let outcome = load("bots: { a: { token: x, \(line) } }")
        #expect(outcome.problems.map { "\($0.mark.line):\($0.mark.column) \($0.message)" } == [expected])
        #expect(outcome.configuration == nil)
    }

    @Test(
        "What is missing or no such word is said at its place",
        arguments: [
            "cooldown: { per: chat }", "cooldown: { every: 3s, per: week }", "cooldown: soon", "cooldown: { every: 3s, reply: '' }",
        ])
    func incomplete(line: String) {
        let outcome = load("bots: { a: { token: x, plugins: [{ use: other, \(line) }] } }")
        #expect(outcome.problems.count == 1)
        #expect(outcome.problems.first?.message.contains("cooldown") == true, "\(outcome.problems)")
    }
}
