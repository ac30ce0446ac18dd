// Govorun: rules of bots.yaml. SPDX-License-Identifier: MIT
import BotKit
import CurlClient
import MarkedYAML
import Testing

@testable import BotRunner

/// Options of every kind, one of which is checked by the plugin itself.
struct ProbePlugin: Plugin {
    struct Options: PluginOptions {
        var text = "as it is"
        var count = 3
        var pause = Duration.seconds(1)
        var inner = Inner()
        struct Inner: PluginOptions { var title = "inner" }
    }
    let options: Options
    let name: String
    init(_ setup: PluginSetup<Options>) throws {
        options = setup.options
        name = setup.name
        if options.count == 13 { throw OptionProblem("count", "13 brings bad luck") }
        if options.inner.title.isEmpty { throw OptionProblem("inner.title", "a title is needed") }
    }
    var handlers: [Handler] { Command("probe") { message in try await message.reply(options.text) } }
}

/// Claims a command of its own.
struct OtherPlugin: Plugin {
    init(_ setup: PluginSetup<NoOptions>) {}
    var handlers: [Handler] { Command("other", help: "other") { message in try await message.reply("other") } }
}

private func load(_ yaml: String, environment: [String: String] = [:], dotEnv: String = "") -> ConfigurationLoader.Outcome {
    ConfigurationLoader(
        catalog: PluginCatalog([ProbePlugin.self, OtherPlugin.self, GermanPlugin.self, GuardedPlugin.self]), environment: environment
    )
    .load(bytes: Array(yaml.utf8), name: "bots.yaml", dotEnv: dotEnv)
}

/// The errors without the lines quoted under them.
private func errors(_ yaml: String, environment: [String: String] = [:]) -> [String] {
    load(yaml, environment: environment).problems.map { "\($0.mark.line):\($0.mark.column) \($0.message)" }
}

@Suite("Reading bots.yaml")
struct ConfigurationLoaderTests {
    @Test("What is not said has VK's and our defaults")
    func defaults() throws {
        let configuration = try #require(load("bots: { a: { token: t1 } }").configuration)
        let bot = try #require(configuration.bots.first)
        #expect(bot.vk.api == "https://api.vk.ru/method")
        #expect(bot.vk.version == "5.199")
        #expect(bot.vk.rate == 20)
        #expect(bot.vk.language == "ru")
        #expect(bot.concurrency == 64)
        #expect(bot.prefixes == Prefixes())
        #expect(bot.wait == .seconds(25))
        #expect(configuration.web == nil)
        #expect(configuration.logLevel == .info)
        #expect(!configuration.usesSimulator)
    }

    @Test("Bots stand in the order of the file; vk of a bot is laid over the defaults' and the top's")
    func layers() throws {
        let configuration = try #require(
            load(
                """
                vk: { version: "5.131", timeout: 3s, rate: auto }
                defaults: { vk: { timeout: 4s, text_limit: 100 }, language: en, admins: [id1] }
                bots:
                  zed: { token: z, vk: { api: "http://127.0.0.1:9/x/", rate: 5 }, admins: [durov, club5] }
                  abc: { token: a, language: ru, prefix: ["!"] }
                """
            ).configuration)
        #expect(configuration.bots.map(\.name) == ["zed", "abc"])
        let zed = configuration.bots[0]
        #expect(zed.vk.api == "http://127.0.0.1:9/x/")
        #expect(zed.vk.version == "5.131")
        #expect(zed.vk.timeout == .seconds(4))
        #expect(zed.vk.rate == 5)
        #expect(zed.messageLimit == 100)
        #expect(zed.language == "en")
        #expect(zed.admins == [.user(1), .name("durov"), .community(5)])
        #expect(configuration.bots[1].prefixes == Prefixes(chats: ["!"], personal: ["!"], isOptionalInPrivate: false))
    }

    @Test("Plugin lists add up, defaults first; an entry of the same name replaces, enabled: false drops")
    func pluginLists() throws {
        let configuration = try #require(
            load(
                """
                defaults: { plugins: [other, { use: probe, with: { text: default } }] }
                bots:
                  a: { token: a }
                  b: { token: b, plugins: [{ use: probe, with: { text: own } }, { use: other, enabled: false }] }
                  c: { token: c, plugins: [{ use: probe, as: second, commands: { probe: [probe2, проба] } }] }
                """
            ).configuration)
        func plugins(_ bot: Int) -> [String] {
            configuration.bots[bot].plugins.map { plugin in
                (plugin.instance.plugin as? ProbePlugin).map { "\(plugin.instance.name)=\($0.options.text)" } ?? plugin.instance.name
            }
        }
        #expect(plugins(0) == ["other", "probe=default"])
        #expect(plugins(1) == ["probe=own"])
        #expect(plugins(2) == ["other", "probe=default", "second=as it is"])
        #expect(configuration.bots[2].plugins[2].instance.commandNames == ["probe": ["probe2", "проба"]])
    }

    @Test("in: and allow: are read as values; names are left for the start")
    func placesAndPeople() throws {
        let yaml = "bots: { a: { token: a, plugins: [{ use: other, in: [private, chat 3, 7], allow: [members, durov, id5, admins] }] } }"
        let plugin = try #require(load(yaml).configuration?.bots.first?.plugins.first)
        #expect(plugin.instance.places == [.private, .peer(2_000_000_003), .peer(7)])
        #expect(plugin.instance.audience == [.members, .admins])
        #expect(plugin.pages == [.name("durov"), .user(5)])
    }

    @Test("Text options take what stands there", arguments: ["no", "12:30", "007", "1e3", "2024-01-01", "0x10"])
    func textOptions(value: String) throws {
        let yaml = "bots: { a: { token: a, plugins: [{ use: probe, with: { text: \(value) } }] } }"
        let plugin = try #require(load(yaml).configuration?.bots.first?.plugins.first?.instance.plugin as? ProbePlugin)
        #expect(plugin.options.text == value)
    }

    @Test(
        "Each mistake is located and says what to do",
        arguments: [
            ("bots: {}", "1:7 write at least one bot under 'bots:'"),
            (
                "bots: { a: {} }",
                "1:9 the bot 'a' has no 'token'; copy it from the community's settings, API usage, or write 'vk: { api: simulator }' to "
                    + "try it without VK"
            ),
            ("bots: { a: { token: '  ' } }", "1:21 the token of 'a' is empty"),
            ("bots: { a: { token: 'x y' } }", "1:21 the token of 'a' has white space inside; copy it again, whole and alone"),
            ("bots: { A: { token: x } }", "1:9 a bot's name is made of a-z, 0-9 and '-'; write a"),
            ("bots: { a: { token: { env: NOPE } } }", "1:28 the variable NOPE is not set"),
            ("bots: { a: { token: { file: nope } } }", "1:29 ./nope: No such file or directory"),
            (
                "bots: { a: { token: x, plugins: [{ use: other, allow: [member] }] } }",
                "1:56 bots.a.plugins[0].allow[0]: did you mean 'members'? a person of that name is written vk.com/member"
            ),
            (
                "bots: { a: { token: x, plugins: [{ use: other, allow: [] }] } }",
                "1:55 bots.a.plugins[0].allow: the list is empty; leave the key out, or name something"
            ),
            (
                "bots: { a: { token: x, plugins: [{ use: other, in: [] }] } }",
                "1:52 bots.a.plugins[0].in: the list is empty; leave the key out, or name something"
            ),
            (
                "bots: { a: { token: x, prefix: { private: required } } }",
                "1:43 bots.a.prefix.private: write optional, or a list of what must stand before a command: [\"/\"]"
            ),
            ("vk: { proxy: localhost }\nbots: { a: { token: x } }", "1:14 vk.proxy: write http://HOST:PORT or socks5h://HOST:PORT"),
            (
                "vk: { pins: [abc] }\nbots: { a: { token: x } }",
                "1:14 vk.pins[0]: write the SHA-256 of the server's public key in base64, 44 characters"
            ),
            ("vk: { ca: nope.pem }\nbots: { a: { token: x } }", "1:11 ./nope.pem: No such file or directory"),
            ("vk: { version: abc }\nbots: { a: { token: x } }", "1:16 vk.version: write VK's API version, \"5.199\" for one"),
            ("defaults: { token: x }\nbots: { a: { token: y } }", "1:20 'token' belongs under one bot, not under defaults"),
            ("bots: { a: { token: x, plugins: [prob] } }", "1:34 there is no plugin 'prob'; did you mean 'probe'?"),
            ("bots: { a: { token: x, plugins: [zzz] } }", "1:34 there is no plugin 'zzz'; there are german, guarded, other, probe"),
            (
                "bots: { a: { token: x, plugins: [{ use: probe, with: { count: 13 } }] } }",
                "1:63 bots.a.plugins[0].with.count: 13 brings bad luck"
            ),
            (
                "bots: { a: { token: x, plugins: [{ use: probe, with: { inner: { title: '' } } }] } }",
                "1:72 bots.a.plugins[0].with.inner.title: a title is needed"
            ),
            (
                "bots: { a: { token: x, plugins: [other, other] } }",
                "1:41 'other' stands twice in this list; give the second a name of its own with 'as:'"
            ),
            (
                "bots: { a: { token: x, plugins: [other, { use: other, as: o2 }] } }",
                "1:41 the command 'other' is claimed by 'other' and by 'o2'; rename one of them with 'commands:'"
            ),
            ("bots: { a: { token: x }, b: { token: x } }", "1:38 'a' and 'b' have the same token; one community needs one bot"),
            (
                "bots: { a: { token: x, community: 5 }, b: { token: y, community: club5 } }",
                "1:66 'a' and 'b' are the same community; give it one bot with the plugins of both"
            ),
            (
                "web: { listen: '0.0.0.0:80' }\nbots: { a: { token: x } }",
                "1:16 web.listen is open beyond this machine, so web.password is required"
            ),
        ])
    func mistakes(yaml: String, expected: String) {
        #expect(errors(yaml) == [expected])
        #expect(load(yaml).configuration == nil)
    }

    @Test("Each of these too", arguments: CheckedFiles.furtherMistakes)
    func alsoMistakes(yaml: String, expected: String) { mistakes(yaml: yaml, expected: expected) }

    @Test("What is like a mistake and is none", arguments: CheckedFiles.nearMistakes)
    func noMistake(yaml: String) { #expect(errors(yaml) == []) }

    @Test(
        "A key of the contract that this build does not serve is said to be so; switching it off is accepted",
        arguments: ["cluster: true", "cluster: yes please", "dashboard: true"])
    func unserved(line: String) {
        #expect(
            errors(line + "\nbots: { a: { token: x } }").map { $0.hasSuffix("this build does not serve this key yet; leave it out") } == [
                true
            ])
    }

    @Test(
        "A key that is switched off is accepted", arguments: ["cluster: false", "defaults: { takeover: false }", "vk: { execute: false }"])
    func switchedOff(line: String) {
        #expect(errors(line + "\nbots: { a: { token: x, resume: false, user_token: } }") == [])
    }

    @Test("Packs are switched off by false, also for one bot")
    func packs() {
        let file = "vk: { execute: false }\nbots: { a: { token: x }, b: { token: y, vk: { execute: auto } } }"
        #expect(load(file).configuration?.bots.map(\.vk.execute) == [false, true])
        #expect(errors("vk: { execute: 25 }\nbots: { a: { token: x } }").map { $0.hasSuffix("write auto, or false") } == [true])
    }

    @Test("A person's token is read as the bot's own is; a blank one is none")
    func userToken() {
        func supply(_ yaml: String) -> TokenSupply? {
            load("bots: { a: { token: x, user_token: \(yaml) } }", environment: ["A": "person"], dotEnv: "").configuration?.bots[0]
                .userToken
        }
        if case .known(let token) = supply("{ env: A }") { #expect(token.reveal() == "person") } else { Issue.record("it was not read") }
        if case .known(let token) = supply("'${A}'") { #expect(token.reveal() == "person") } else { Issue.record("it was not read") }
        #expect(supply("'${B:-}'") == nil)
        #expect(errors("bots: { a: { token: x, user_token: 'a b' } }").count == 1)
        #expect(errors("defaults: { user_token: y }\nbots: { a: { token: x } }").count == 1)
    }

    @Test("Variables come from the process first, then from .env; an unset one names variable and key")
    func variables() throws {
        let yaml = "bots: { a: { token: \"${A}\" }, b: { token: \"${B}\" } }"
        let outcome = load(yaml, environment: ["A": "process"], dotEnv: "A=file\nexport B='quoted # value'  # comment\n")
        #expect(outcome.problems.map(\.message) == ["the token of 'b' has white space inside; copy it again, whole and alone"])
        let good = load(yaml, environment: ["A": "process"], dotEnv: "A=file\nB=two # comment\n").configuration
        let tokens = good?.bots.map { bot in if case .known(let token) = bot.token { token.reveal() } else { "" } }
        #expect(tokens == ["process", "two"])
        #expect(errors(yaml, environment: ["A": "x"]).first?.contains("B") == true)
    }

    @Test("A bot's prefix is laid over that of defaults")
    func prefixes() throws {
        let yaml = "defaults: { prefix: { chats: ['!'], private: ['?'] } }\nbots: { a: { token: a, prefix: { chats: ['/'] } } }"
        let bot = try #require(load(yaml).configuration?.bots.first)
        #expect(bot.prefixes == Prefixes(chats: ["/"], personal: ["?"], isOptionalInPrivate: false))
    }

    @Test("The smallest and the largest numbers break nothing", arguments: [Int.min, .max])
    func extremes(number: Int) {
        _ = load("vk: { rate: \(number) }\nbots: { a: { token: x, community: \(number), admins: [\(number)] } }")
    }

    @Test("No error quotes a secret")
    func secrecy() {
        for yaml in ["bots: { a: { token: 'very secret-token' } }", "bots: { a: { token: sekret-value, plugns: [x] } }"] {
            let text = load(yaml).problems.map(\.rendered).joined()
            #expect(!text.contains("secret-token") && !text.contains("sekret-value"), "\(text)")
        }
    }
}

@Suite("Pages as people write them")
struct PageReferenceTests {
    @Test(
        "Ids, links and names",
        arguments: [
            ("1", PageReference.user(1)), ("-5", .community(5)), ("id7", .user(7)), ("club5", .community(5)), ("public5", .community(5)),
            ("event5", .community(5)), ("durov", .name("durov")), ("@Durov", .name("durov")), ("https://vk.com/id7", .user(7)),
            ("http://vk.com/club1/", .community(1)), ("vk.ru/durov", .name("durov")), ("https://m.vk.com/durov", .name("durov")),
            ("ideal", .name("ideal")), ("club_of_tea", .name("club_of_tea")),
        ])
    func forms(text: String, expected: PageReference) { #expect(PageReference(text) == expected) }

    @Test("What is none", arguments: ["", "0", "a", "два слова", "vk.com/", "https://example.com/id1", "id 5"])
    func refused(text: String) { #expect(PageReference(text) == nil) }
}

@Suite("Addresses to listen on")
struct ListenAddressTests {
    @Test(
        "Host and port",
        arguments: [
            ("127.0.0.1:8421", ListenAddress(host: "127.0.0.1", port: 8421)), ("[::1]:0", ListenAddress(host: "::1", port: 0)),
            ("localhost:80", ListenAddress(host: "localhost", port: 80)),
        ])
    func forms(text: String, expected: ListenAddress) {
        #expect(ListenAddress(text) == expected)
        #expect(ListenAddress(text)?.isLoopback == true)
    }

    @Test("What is none", arguments: ["", "8421", ":80", "host:", "host:70000", "host:-1"])
    func refused(text: String) { #expect(ListenAddress(text) == nil) }
}
