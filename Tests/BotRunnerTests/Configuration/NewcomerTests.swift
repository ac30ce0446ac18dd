// Govorun: what a newcomer writes into bots.yaml. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML
import Testing

@testable import BotRunner

/// Sells what it is told to, and says two texts.
private struct ShopPlugin: Plugin {
    struct Options: PluginOptions {
        var goods = ["tea"]
        var price = 1
        var name = "shop"
    }
    static let needs: [PluginNeed] = [.userToken]
    static let strings = PluginStrings(["ru": ["start": "Привет", "menu.title": "Меню"]])
    let options: Options
    init(_ setup: PluginSetup<Options>) throws {
        options = setup.options
        guard !options.goods.isEmpty else { throw OptionProblem("goods", "name at least one") }
    }
    var handlers: [Handler] { Command(options.name) { message in try await message.reply("tea") } }
}

/// Has texts and no options.
private struct HelloPlugin: Plugin {
    static let strings = PluginStrings(["ru": ["start": "Привет"]])
    init(_ setup: PluginSetup<NoOptions>) {}
    var handlers: [Handler] { Fallback { _ in } }
}

private struct GuestPlugin: Plugin {
    static let needs: [PluginNeed] = [.plugin("shop")]
    init(_ setup: PluginSetup<NoOptions>) {}
    var handlers: [Handler] { Fallback { _ in } }
}

@Suite("What a newcomer writes into bots.yaml")
struct NewcomerTests {
    private func problems(_ yaml: String) -> [String] {
        ConfigurationLoader(catalog: PluginCatalog([ShopPlugin.self, HelloPlugin.self, GuestPlugin.self]), environment: [:])
            .load(bytes: Array(yaml.utf8), name: "bots.yaml").problems.map { "\($0.mark.line):\($0.mark.column) \($0.message)" }
    }

    @Test(
        "Bots as a list are told to be keys",
        arguments: [
            ("bots:\n  - a: { token: x }", "2:3 bots are keys, not a list: write 'a:' without '-'"),
            ("bots:\n  - tea:\n    token: x", "2:3 bots are keys, not a list: write 'tea:' without '-'"),
            ("bots:\n  - token: x", "2:3 bots are keys, not a list: write 'shop:' without '-'"),
            ("bots: [a]", "1:7 bots are keys, not a list: write 'shop:' without '-'"),
            ("bots: a", "1:7 write at least one bot under 'bots:'"),
        ])
    func lists(yaml: String, expected: String) { #expect(problems(yaml) == [expected]) }

    @Test(
        "A plugin's name where 'use' belongs is told the entry",
        arguments: [
            ("- hello: { ids: false, x: secret }", "write '- { use: hello, with: { ids: false, x: … } }'"),
            ("- hello: { in: private }", "write '- { use: hello, in: … }'"), ("- hello:", "write '- hello'"),
            ("- hello: [x]", "write '- { use: hello, with: { … } }'"),
            ("- { hello: , timeout: 5s }", "write 'use: hello', and its keys under it"),
        ])
    func entries(entry: String, expected: String) {
        let column = entry.hasPrefix("- {") ? 11 : 9
        #expect(problems("bots:\n  a:\n    token: x\n    plugins:\n      \(entry)") == ["5:\(column) \(expected)"])
    }

    @Test(
        "An option that is a text is told where texts stand",
        arguments: [
            ("hello, with: { start: x }", "the plugin 'hello' has no options; 'start' is a text: write it under 'texts:'"),
            (
                "shop, with: { menu: x }",
                "unknown key 'menu' in bots.a.plugins[0].with; 'menu' is a text: write it under 'texts:'"
            ),
            ("hello, with: { other: x }", "the plugin 'hello' has no options"),
        ])
    func texts(entry: String, expected: String) {
        let found = problems("bots: { a: { token: x, user_token: y, plugins: [{ use: \(entry) }] } }")
        #expect(found.map { $0.drop { $0 != " " }.dropFirst() } == [expected[...]])
    }

    @Test(
        "A duration in words is told as it is read",
        arguments: [
            ("10 sec", "10s"), ("5 min", "5m"), ("2 часа", "2h"), ("1h 30m", "1h30m"), ("1,5 hours", "1.5h"), ("5S", "5s"), ("3 дн.", nil),
            ("soon", nil), ("min", nil),
        ])
    func durations(written: String, meant: String?) {
        let hint = meant.map { "; write \($0)" } ?? ""
        let expected = "2:12 vk.timeout: expected a duration such as 500ms, 10s, 5m, 2h or 1d, found '\(written)'\(hint)"
        #expect(problems("vk:\n  timeout: \(written)\nbots: { a: { token: x } }") == [expected])
    }

    @Test(
        "What can never work is refused",
        arguments: [
            (
                "prefix: [\"/ \"]",
                "1:33 bots.a.prefix[0]: no one writes white space there; write \"/\", which a space may follow if it is a word"
            ),
            (
                "admins: [id5100000000000000000]",
                "1:33 bots.a.admins[0]: not a page of VK; write an id, id1, club1, a short name or a link"
            ),
            ("plugins: [{ use: hello, timeout: 100d }]", "1:57 'timeout' is 1s to 1h"),
        ])
    func impossible(key: String, expected: String) { #expect(problems("bots: { a: { token: x, \(key) } }") == [expected]) }

    @Test("A misspelt simulator is one mistake; a misspelt address wants a token all the same")
    func simulator() {
        func count(_ api: String) -> Int { problems("vk: { api: \(api) }\nbots:\n  a: { plugins: [hello] }").count }
        #expect(count("simulater") == 1)
        #expect(count("htps://api.vk.ru/method") == 2)
    }

    @Test("Options that the plugin refuses hide no mistake in its names, times and needs, nor make others of it")
    func atOnce() {
        let yaml = """
            bots:
              a:
                token: x
                plugins:
                  - use: shop
                    with: { goods: [] }
                    commands: { shp: s }
                    timeout: 0s
                  - guest
            """
        #expect(
            problems(yaml) == [
                "5:14 'shop' needs a person's token; write 'user_token' under bots.a",
                "6:24 bots.a.plugins[0].with.goods: name at least one", "7:21 'shop' has no command 'shp'; it has shop",
                "8:18 'timeout' is 1s to 1h",
            ])
    }

    @Test("A command that an option names is no mistake while another option is one")
    func named() {
        let yaml = "bots: { a: { token: x, user_token: y, plugins: [{ use: shop, with: { name: buy, price: x }, commands: { buy: b } }] } }"
        #expect(problems(yaml).count == 1)
    }
}
