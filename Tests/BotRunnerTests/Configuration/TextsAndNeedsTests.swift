// Govorun: texts and needs of plugins in bots.yaml. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML
import Testing

@testable import BotRunner

/// Says things, and needs nothing.
private struct TalkPlugin: Plugin {
    static let strings = PluginStrings([
        "ru": ["unsure": "Уточните", "cart": "{count} {count|товар|товара|товаров}", "menu.title": "Меню"],
        "en": ["unsure": "Again?", "cart": "{count} {count|item|items}", "menu.title": "Menu"],
    ])
    let setup: PluginSetup<NoOptions>
    init(_ setup: PluginSetup<NoOptions>) { self.setup = setup }
    var handlers: [Handler] { Fallback { _ in } }
}

/// Has a strings file that nobody can read.
private struct MumblePlugin: Plugin {
    static let strings = PluginStrings([.init(language: "ru", name: "MumbleStrings.ru.yaml", text: "a: x\nb: '{'")])
    init(_ setup: PluginSetup<NoOptions>) {}
    var handlers: [Handler] { Fallback { _ in } }
}

private struct ShopPlugin: Plugin {
    static let needs: [PluginNeed] = [.plugin("talk"), .userToken, .callback, .longPoll, .events(.wallPostNew)]
    init(_ setup: PluginSetup<NoOptions>) {}
    var handlers: [Handler] { Fallback { _ in } }
}

private struct LeftPlugin: Plugin {
    static let needs: [PluginNeed] = [.plugin("right")]
    init(_ setup: PluginSetup<NoOptions>) {}
    var handlers: [Handler] { Fallback { _ in } }
}

private struct RightPlugin: Plugin {
    static let needs: [PluginNeed] = [.plugin("left")]
    init(_ setup: PluginSetup<NoOptions>) {}
    var handlers: [Handler] { Fallback { _ in } }
}

private func load(_ yaml: String) -> ConfigurationLoader.Outcome {
    let plugins: [any Plugin.Type] = [TalkPlugin.self, MumblePlugin.self, ShopPlugin.self, LeftPlugin.self, RightPlugin.self]
    return ConfigurationLoader(catalog: PluginCatalog(plugins), environment: [:]).load(
        bytes: Array(yaml.utf8), name: "bots.yaml", dotEnv: "")
}

private func errors(_ yaml: String) -> [String] { load(yaml).problems.map(\.description) }

@Suite("Texts in bots.yaml")
struct TextsConfigurationTests {
    @Test("A text in a language that nobody speaks is a mistake; one for another bot of the file is none")
    func unheard() {
        func mistakes(_ texts: String, language: String = "ru", rest: String = "") -> [String] {
            let yaml = "bots: { a: { token: t, language: \(language), plugins: [{ use: talk, texts: \(texts) }] }\(rest) }"
            return load(yaml).problems.map { "\($0.keyPath) \($0.message)" }
        }
        let words = "nobody would hear this: the bot 'a' speaks ru, not 'fr'; add it to 'language' or leave it out"
        #expect(mistakes("{ menu: { title: { ru: a, fr: b } } }") == ["bots.a.plugins[0].texts.menu.title.fr \(words)"])
        #expect(mistakes("{ unsure: { ru: a, fr: b } }") == ["bots.a.plugins[0].texts.unsure.fr \(words)"])
        #expect(mistakes("{ dialogue.late: { fr: b } }") == ["bots.a.plugins[0].texts.dialogue.late.fr \(words)"])
        #expect(mistakes("{ unsure: { ru: a, en: b }, dialogue: { late: c }, menu.title: d }") == [])
        #expect(mistakes("{ unsure: { ru: a, fr: b } }", language: "[ru, fr]") == [])
        let other = ", b: { token: u, language: fr, plugins: [{ use: talk, texts: { unsure: c } }] }"
        #expect(mistakes("{ unsure: { ru: a, fr: b } }", rest: other) == [])
    }

    private func text(_ texts: String, _ key: String, _ values: KeyValuePairs<String, Any> = [:], language: String = "ru") throws -> String
    {
        let yaml = "bots: { a: { token: t, language: \(language), plugins: [{ use: talk, texts: \(texts) }] } }"
        let outcome = load(yaml)
        let plugin = try #require(outcome.configuration?.bots[0].plugins[0].instance.plugin as? TalkPlugin, "\(outcome.problems)")
        return plugin.setup.texts[key, values].text
    }

    @Test("replace those of the plugin, in every language or in one")
    func replaced() throws {
        #expect(try text("{ unsure: Что? }", "unsure") == "Что?")
        #expect(try text("{ unsure: Что? }", "unsure", language: "en") == "Что?")
        #expect(try text("{ unsure: { en: What? } }", "unsure") == "Уточните")
        #expect(try text("{ unsure: { en: What? } }", "unsure", language: "en") == "What?")
        #expect(try text("{ menu: { title: Чай } }", "menu.title") == "Чай")
        #expect(try text("{ menu.title: Чай }", "menu.title") == "Чай")
        #expect(try text("{ unsure: no }", "unsure") == "no", "a text takes what stands there")
        #expect(try text("{ unsure: \"\" }", "unsure") == "")
        #expect(try text("{ cart: '{count|шт|штуки|штук}: {count}' }", "cart", ["count": 5]) == "штук: 5")
        #expect(try text("null", "unsure") == "Уточните")
    }

    @Test(
        "are refused at their place when the plugin cannot say them so",
        arguments: [
            ("{ unsur: x }", "bots.yaml:1:56: error: the plugin 'talk' has no text 'unsur'; did you mean 'unsure'?"),
            ("{ bye: x }", "bots.yaml:1:56: error: the plugin 'talk' has no text 'bye'; it has cart, menu.title, unsure"),
            ("{ menu: { titel: x } }", "bots.yaml:1:64: error: the plugin 'talk' has no text 'menu.titel'; did you mean 'menu.title'?"),
            ("{ cart: '{cuont}' }", "bots.yaml:1:62: error: this text is given no '{cuont}'; did you mean '{count}'?"),
            (
                "{ unsure: '{name}' }",
                "bots.yaml:1:64: error: this text is given no values, so '{name}' cannot be filled; write '{{' for a brace"
            ),
            ("{ cart: '{count|x}' }", "bots.yaml:1:62: error: '{count|x}' has 1 form of the word; the language 'ru' has 3 or 2"),
            (
                "{ cart: { en: '{count|x|y|z}' } }",
                "bots.yaml:1:68: error: '{count|x|y|z}' has 3 forms of the word; the language 'en' has 2"
            ),
            ("{ unsure: { \"1\": x } }", "bots.yaml:1:66: error: '1' is no language; write { ru: \"…\", en: \"…\" }"),
            ("{ unsure: [x] }", "bots.yaml:1:64: error: 'unsure' has no text; write one, or \"\" for an empty one"),
            ("[x]", "bots.yaml:1:54: error: write 'texts' as a mapping: { key: \"text\" }"),
        ])
    func refused(texts: String, expected: String) {
        #expect(errors("bots: { a: { token: t, plugins: [{ use: talk, texts: \(texts) }] } }") == [expected])
    }

    @Test("All mistakes of an entry are told at once: in options, texts, and the plugin's own strings files")
    func together() {
        #expect(
            errors("bots:\n  a:\n    token: t\n    plugins:\n      - { use: mumble, with: { x: 1 }, texts: { c: d } }") == [
                "MumbleStrings.ru.yaml:2:4: error: the text 'b': a '{' without '}'; a brace that is to be seen is written '{{'",
                "bots.yaml:5:32: error: the plugin 'mumble' has no options",
                "bots.yaml:5:49: error: the plugin 'mumble' has no text 'c'; it has a",
            ])
    }

    @Test("language: takes one, or a list whose first is the bot's own")
    func languages() throws {
        let bots = try #require(
            load("defaults: { language: [en, ru] }\nbots: { a: { token: a }, b: { token: b, language: ru } }").configuration
        ).bots
        #expect(bots.map(\.language) == ["en", "ru"])
        #expect(bots.map(\.otherLanguages) == [["ru"], []])
        #expect(bots[0].vk.language == "en")
        #expect(
            errors("bots: { a: { token: a, language: [] } }") == [
                "bots.yaml:1:34: error: bots.a.language: the list is empty; leave the key out, or name something"
            ])
        #expect(
            errors("bots: { a: { token: a, language: 7 } }") == [
                "bots.yaml:1:34: error: bots.a.language: write a language: ru, en, or a list of them"
            ])
    }
}

@Suite("Needs of plugins in bots.yaml")
struct NeedsConfigurationTests {
    @Test("What is missing is told at the plugin's line, all of it at once")
    func missing() {
        #expect(
            errors("bots:\n  a:\n    token: t\n    updates: user-long-poll\n    plugins:\n      - use: shop") == [
                "bots.yaml:6:14: error: 'shop' needs the plugin 'talk'; add '- talk' to the plugins of this bot",
                "bots.yaml:6:14: error: 'shop' needs callbacks; add callback to 'updates' of bots.a",
                "bots.yaml:6:14: error: 'shop' needs long poll; add long-poll to 'updates' of bots.a",
            ])
        #expect(
            errors("bots:\n  a:\n    token: t\n    plugins:\n      - talk\n      - shop") == [
                "bots.yaml:6:9: error: 'shop' needs a person's token; write 'user_token' under bots.a",
                "bots.yaml:6:9: error: 'shop' needs callbacks; add callback to 'updates' of bots.a",
            ])
    }

    @Test("What is there is enough, in whatever order")
    func met() {
        let yaml = """
            web: { listen: 127.0.0.1:0 }
            bots: { a: { token: t, user_token: u, updates: [long-poll, callback], plugins: [shop, { use: talk, as: chat }] } }
            """
        #expect(errors(yaml) == [])
    }

    @Test("A circle is told at its first plugin")
    func cycle() {
        #expect(
            errors("bots:\n  a:\n    token: t\n    plugins: [left, right]") == [
                "bots.yaml:4:15: error: 'left' needs 'right', which needs 'left'; one of them has to do without the other"
            ])
    }
}
