// Govorun: near misses in bots.yaml, each with what was meant. SPDX-License-Identifier: MIT
import BotKit
import Foundation
import MarkedYAML
import Testing

@testable import BotRunner

@Suite("Near misses in bots.yaml")
struct NearMissTests {
    private func problems(_ yaml: String, environment: [String: String] = [:]) -> [String] {
        ConfigurationLoader(
            catalog: PluginCatalog([ProbePlugin.self, OtherPlugin.self, QuotingPlugin.self]), environment: environment
        )
        .load(bytes: Array(yaml.utf8), name: "bots.yaml").problems.map { "\($0.mark.line):\($0.mark.column) \($0.message)" }
    }

    private static let words = [
        ("warn", "warning"), ("err", "error"), ("dbg", nil), ("information", "info"), ("warnings", "warning"), ("verbose", nil),
    ]

    @Test("A level of the log is known by its beginning", arguments: words)
    func levels(written: String, meant: String?) {
        let hint = meant.map { "; did you mean '\($0)'?" } ?? ""
        let expected = "1:15 log.level: expected one of trace, debug, info, warning, error, found '\(written)'" + hint
        #expect(problems("log: { level: \(written) }\nbots: { a: { token: x } }") == [expected])
    }

    @Test(
        "A storage that is not served says what is",
        arguments: [
            ("sqlite3:bots.db", "did you mean sqlite:bots.db?"), ("file:///var/bots.db", "did you mean sqlite:var/bots.db?"),
            ("sqlite", "did you mean sqlite:data/govorun.db?"), ("data/bots.db", "did you mean sqlite:data/bots.db?"),
            ("sqlite:///bots.db", "write the path right behind the colon: sqlite:data/govorun.db"),
            ("postgres://localhost/bots", "stored is in one SQLite file or in memory; write sqlite:PATH, or memory"),
            ("':memory:'", "did you mean memory?"), ("ram", "did you mean memory?"),
            ("redis://localhost:6379/0", "this build does not serve redis yet; write sqlite:PATH"),
            ("sqllite:bots.db", "did you mean sqlite:bots.db?"), ("disk", "write memory, or sqlite:PATH"),
            ("'sqlite:'", "write memory, or sqlite:PATH"),
        ])
    func storages(written: String, advice: String) {
        #expect(problems("storage: \(written)\nbots: { a: { token: x } }") == ["1:10 storage: " + advice])
    }

    @Test("A key that stands twice hides no other mistake; the first one counts")
    func duplicates() {
        let yaml = "bots:\n  a:\n    token: x\n    token: y\n    plugns: [other]\n    admins: durov\n"
        #expect(
            problems(yaml) == [
                "4:5 the key 'token' is already set in line 3", "5:5 unknown key 'plugns' in bots.a; did you mean 'plugins'?",
                "6:13 bots.a.admins: expected a list, found 'durov'; write [durov]",
            ])
        #expect(problems("bots: { a: { token: x } }\nbots: { a: { token: x } }") == ["2:1 the key 'bots' is already set in line 1"])
    }

    @Test(
        "Where the simulator listens is read whatever is wrong elsewhere",
        arguments: [
            ("simulator: { listen: 127.0.0.1:8555 }\nbots: { a: { token: x, plugins: [none] } }", 8555),
            ("simulator:\n  listen: '127.0.0.1:8556'  # here\nbots: { a: { token: x, plugins: [other }", 8556),
            ("simulator: { listen: 127.0.0.1:8557 }\nsimulator: { listen: 127.0.0.1:8558 }\nbots: {}", 8557),
            ("web: { listen: 127.0.0.1:1 }\nbots: [", nil), ("bots: { a: { token: x } }", nil),
        ])
    func simulator(yaml: String, port: Int?) {
        let loader = ConfigurationLoader(catalog: PluginCatalog([OtherPlugin.self]), environment: [:])
        #expect(loader.load(bytes: Array(yaml.utf8), name: "bots.yaml").simulator?.port == port)
    }

    @Test("A plugin whose code lies beside the file is not built yet")
    func unbuilt() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "govorun-\(UInt64.random(in: 0 ... .max))")
        let plugin = folder.appending(path: "Plugins/TeaShop")
        try FileManager.default.createDirectory(at: plugin, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let catalog = PluginCatalog([OtherPlugin.self])
        #expect(catalog.unknown("tea-shop", near: folder.path) == "there is no plugin 'tea-shop'; there are other")
        try Data().write(to: plugin.appending(path: "TeaShopPlugin.swift"))
        let words = "there is no plugin 'tea-shop': \(folder.path)/Plugins/TeaShop is not in this build yet; swift build --product govorun"
        #expect(catalog.unknown("tea-shop", near: folder.path) == words)
        #expect(catalog.unknown("othr", near: folder.path) == "there is no plugin 'othr'; did you mean 'other'?")
    }

    @Test(
        "A word where false or a mapping stands is told both",
        arguments: [
            ("flood: never", "bots.a.flood: write { messages: 20, in: 10s, for: 1m }, true for that, or false for never"),
            ("resume: never", "bots.a.resume: write { max_age: 1h }, or false for never"),
            (
                "takeover: off-hours",
                "bots.a.takeover: expected a duration such as 500ms, 10s, 5m, 2h or 1d, found 'off-hours'; or write "
                    + "false for never"
            ),
            ("typing: never", "bots.a.typing: expected true or false, found 'never'"),
        ])
    func switches(line: String, expected: String) {
        let column = "bots: { a: { token: x, ".count + line.split(separator: " ")[0].count + 2
        #expect(problems("bots: { a: { token: x, \(line) } }") == ["1:\(column) \(expected)"])
    }

    @Test(
        "A way to reach VK that is near is known",
        arguments: [
            (
                "vk: { api: simulater }",
                "1:12 vk.api: write an address such as https://api.vk.ru/method, or simulator; did you mean 'simulator'?"
            ),
            (
                "vk: { proxy: 'socks5://localhost:1080' }",
                "1:14 vk.proxy: write http://HOST:PORT or socks5h://HOST:PORT; socks5h leaves it to the "
                    + "proxy to find VK"
            ),
            (
                "vk: { captcha: admins }",
                "1:16 vk.captcha: write fail, admin, { command: [PROGRAM, ARGUMENT] } or { url: ADDRESS }; did you mean "
                    + "'admin'?"
            ),
            ("web: never", "1:6 web: write { listen: 127.0.0.1:8420 }, or false for no server"),
        ])
    func routes(line: String, expected: String) { #expect(problems(line + "\nbots: { a: { token: x } }") == [expected]) }

    @Test(
        "Numbers and durations have their range, told once and where they stand",
        arguments: [
            ("vk: { rate: 0 }\nbots: { a: { token: x }, b: { token: y } }", "1:13 vk.rate: write auto, or calls a second: 1 to 1000"),
            ("vk: { rate: 1001 }\nbots: { a: { token: x } }", "1:13 vk.rate: write auto, or calls a second: 1 to 1000"),
            ("vk: { wait: 91s }\nbots: { a: { token: x }, b: { token: y } }", "1:13 'wait' is 1s to 90s; VK holds a poll no longer"),
            ("bots: { a: { token: x, vk: { wait: 0s } } }", "1:36 'wait' is 1s to 90s; VK holds a poll no longer"),
            ("defaults: { vk: { timeout: 99ms } }\nbots: { a: { token: x } }", "1:28 'timeout' is 100ms to 1h"),
            ("vk: { timeout: 2h }\nbots: { a: { token: x } }", "1:16 'timeout' is 100ms to 1h"),
            ("vk: { text_limit: 0 }\nbots: { a: { token: x } }", "1:19 'text_limit' is 1 to 9000; VK takes no longer text"),
            ("vk: { text_limit: 9001 }\nbots: { a: { token: x } }", "1:19 'text_limit' is 1 to 9000; VK takes no longer text"),
            ("bots: { a: { token: x, concurrency: 0 } }", "1:37 'concurrency' is 1 to 10000"),
            ("bots: { a: { token: x, park_after: 0 } }", "1:36 'park_after' is at least 1, or false for never"),
            ("bots: { a: { token: x, takeover: 0s } }", "1:34 'takeover' is at least 1s, or false for never"),
            ("bots: { a: { token: x, flood: { messages: 0 } } }", "1:43 'messages' is 1 to 1000"),
            ("bots: { a: { token: x, flood: { in: 2h } } }", "1:37 'in' is 1s to 1h"),
            ("bots: { a: { token: x, flood: { for: 0s } } }", "1:38 'for' is at least 1s"),
            (
                "bots: { a: { token: x, resume: { max_age: 0s } } }",
                "1:43 'max_age' is at least 1s; write resume: false to handle nothing of before"
            ),
            ("bots: { a: { token: x, plugins: [{ use: other, timeout: 0s }] } }", "1:57 'timeout' is 1s to 1h"),
            (
                "bots: { a: { token: x, plugins: [{ use: other, cooldown: 0s }] } }",
                "1:58 a cooldown is at least 1s; VK dates messages by whole seconds"
            ),
        ])
    func ranges(yaml: String, expected: String) { #expect(problems(yaml) == [expected]) }

    @Test(
        "A negative duration is refused wherever one is read",
        arguments: [
            "vk: { wait: -1s }", "vk: { timeout: -1s }", "defaults: { takeover: -1m }", "defaults: { resume: { max_age: -1h } }",
            "defaults: { flood: { in: -5s } }", "defaults: { flood: { for: -5s } }",
            "defaults: { plugins: [{ use: other, timeout: -1s }] }",
            "defaults: { plugins: [{ use: other, cooldown: -1s }] }", "defaults: { plugins: [{ use: other, cooldown: { every: -1s } }] }",
        ])
    func signs(line: String) {
        let found = problems(line + "\nbots: { a: { token: x } }")
        #expect(found.count == 1 && found[0].contains("a negative duration is refused"), "\(found)")
    }

    @Test(
        "One port cannot be listened on twice",
        arguments: [
            ("web: { listen: '127.0.0.1:8421' }", "1:16"), ("web: { listen: 'localhost:8421' }", "1:16"),
            ("web: {}\nsimulator: { listen: '127.0.0.1:8420' }", "2:22"),
            ("web: { listen: '127.0.0.1:9' }\nsimulator: { listen: '0.0.0.0:9' }", "2:22"),
        ])
    func ports(lines: String, place: String) {
        let port = lines.contains(":9'") ? "9" : place == "2:22" ? "8420" : "8421"
        let expected = place + " 'web' and the simulator would both listen on port \(port); give one of them another, or 0 for a free one"
        #expect(problems("vk: { api: simulator, rate: auto }\n" + lines + "\nbots: { a: {} }").map(Self.lineBefore) == [expected])
    }

    /// The problem with the number of the line before.
    private static func lineBefore(_ problem: String) -> String { "\((Int(problem.prefix(1)) ?? 0) - 1)" + problem.dropFirst() }

    @Test(
        "Two addresses that are not one are fine",
        arguments: [
            "web: { listen: '127.0.0.1:0' }\nsimulator: { listen: '127.0.0.1:0' }", "web: { listen: '127.0.0.2:8421' }",
            "web: { listen: '127.0.0.1:8421' }\nvk: { api: 'http://127.0.0.1:8421/method' }", "web: false",
        ])
    func otherPorts(lines: String) {
        let vk = lines.contains("vk:") ? "" : "vk: { api: simulator }\n"
        #expect(problems(vk + lines + "\nbots: { a: { token: x } }") == [])
    }

    @Test(
        "A name of an instance is letters, digits, '-' and '_'",
        arguments: ["a b", "a/b", "''", "a.b", "'{x}'", String(repeating: "x", count: 51)])
    func names(written: String) {
        let found = problems("bots: { a: { token: x, plugins: [{ use: other, as: \(written) }] } }")
        let expected = "1:52 bots.a.plugins[0].as: a name is 1 to 50 letters, digits, '-' and '_', such as prices or цены-2"
        #expect(found == [expected])
        #expect(problems("bots: { a: { token: x, plugins: [{ use: other, as: Цены_2-b }] } }") == [])
    }

    @Test(
        "Values that a text is not given are told",
        arguments: [
            ("cooldown: { every: 3s, reply: 'Ещё {lefty}' }", "cooldown.reply", "this text is given no '{lefty}'; did you mean '{left}'?"),
            (
                "cooldown: { every: 3s, reply: '{user}, ещё {left}' }", "cooldown.reply",
                "this text is given no '{user}'; it is given {left}"
            ),
            (
                "cooldown: { every: 3s, reply: 'Ещё {left|раз|раза|раз}' }", "cooldown.reply",
                "'{left|раз|раза|раз}' would be said as it stands: this text is given no number; it is given {left}"
            ),
            (
                "allow: admins, refuse: 'Нельзя {name|раз|раза}'", "refuse",
                "'{name|раз|раза}' would be said as it stands: this text is given no number"
            ),
            (
                "allow: admins, refuse: { ru: 'Нельзя', en: 'No, {name}' }", "refuse.en",
                "this text is given no values: '{name}' would be said as it stands"
            ),
            (
                "cooldown: { every: 3s, reply: { ru: 'Ещё {lefty}' } }", "cooldown.reply.ru",
                "this text is given no '{lefty}'; did you mean '{left}'?"
            ),
            ("allow: admins, refuse: { r: 'Нельзя' }", "refuse.r", "'r' is no language; write { ru: \"…\", en: \"…\" }"),
            (
                "allow: admins, refuse: { fr: 'Non' }", "refuse.fr",
                "nobody would hear this: the bot 'a' speaks ru, not 'fr'; add it to 'language' or leave it out"
            ),
            ("allow: admins, refuse: 'Нельзя, {name}'", "refuse", "this text is given no values: '{name}' would be said as it stands"),
        ])
    func values(line: String, key: String, expected: String) {
        #expect(
            problems("bots: { a: { token: x, plugins: [{ use: other, \(line) }] } }").map { $0.split(separator: " ", maxSplits: 1)[1] } == [
                expected[...]
            ])
    }

    @Test(
        "Braces that name nothing, and the value there is, are fine", arguments: ["{left}", "{ }", "{1}", "{:", "}{", "{a b}", "{{left}}"])
    func plainBraces(reply: String) {
        #expect(problems("bots: { a: { token: x, plugins: [{ use: other, cooldown: { every: 3s, reply: 'ещё \(reply)' } }] } }") == [])
    }

    @Test("No message holds the value of a variable or of a secret key, though a plugin says it of another key")
    func secrecy() {
        let yaml =
            "bots:\n  a:\n    token: x\n    user_token: stands-in-the-file\n    plugins:\n      - use: quoting\n"
            + "        with: { greeting: '${WORD}', other: stands-in-the-file }\n"
        #expect(
            problems(yaml, environment: ["WORD": "of-the-environment"]) == [
                "7:45 bots.a.plugins[0].with.other: I was told <secret> and <secret>"
            ])
    }
}

/// Refuses one option and quotes another.
struct QuotingPlugin: Plugin {
    struct Options: PluginOptions {
        var greeting = ""
        var other = ""
    }
    init(_ setup: PluginSetup<Options>) throws {
        throw OptionProblem("other", "I was told \(setup.options.greeting) and \(setup.options.other)")
    }
    var handlers: [Handler] { Fallback { _ in } }
}
