// Govorun: what another configuration changes. SPDX-License-Identifier: MIT
import BotKit
import Testing

@testable import BotRunner

private struct WordPlugin: Plugin {
    struct Options: PluginOptions { var word = "раз" }
    init(_ setup: PluginSetup<Options>) {}
    var handlers: [Handler] { Command("word") { _ in } }
}

@Suite("The steps from one configuration to another")
struct ReloadPlanTests {
    private static func bot(_ name: String, word: String = "раз", change: (inout BotConfiguration) -> Void = { _ in }) -> BotConfiguration {
        var bot = BotConfiguration(name: name, token: .known(Secret("token-\(name)")))
        let setup = PluginSetup(options: WordPlugin.Options(word: word), name: "word")
        if let instance = try? PluginInstance(WordPlugin.self, setup) { bot.plugins = [PluginConfiguration(instance)] }
        change(&bot)
        return bot
    }

    private func plan(_ old: [BotConfiguration], _ new: [BotConfiguration]) -> ReloadPlan {
        var (before, after) = (RunnerConfiguration(), RunnerConfiguration())
        (before.bots, after.bots) = (old, new)
        return ReloadPlan(from: before, to: after)
    }

    @Test("The same file changes nothing")
    func same() {
        #expect(ReloadPlan.change(from: Self.bot("a"), to: Self.bot("a")) == .none)
        let plan = plan([Self.bot("a"), Self.bot("b")], [Self.bot("a"), Self.bot("b")])
        #expect(plan.needsRestart.isEmpty && !plan.changesLog)
    }

    @Test(
        "What routers go by changes while the bot runs",
        arguments: [
            bot("a", word: "два"), bot("a") { $0.prefixes = Prefixes(chats: ["!"]) },
            bot("a") { $0.manners.takeover = nil }, bot("a") { $0.plugins = [] },
            bot("a") { $0.plugins[0].instance.refusal = "Нет" }, bot("a") { $0.plugins[0].pages = [.user(1)] },
            bot("a") { $0.plugins[0].instance.commandNames = ["word": ["слово"]] },
        ])
    func plugins(new: BotConfiguration) {
        #expect(ReloadPlan.change(from: Self.bot("a"), to: new) == .plugins)
    }

    @Test("The log names what is other: plugins by their keys, those that came and went, and the bot's manners")
    func words() {
        func words(_ change: (inout BotConfiguration) -> Void) -> String {
            PluginChanges(from: Self.bot("a"), to: Self.bot("a", change: change)).words
        }
        #expect(PluginChanges(from: Self.bot("a"), to: Self.bot("a", word: "два")).words == "word (with or texts)")
        #expect(
            words {
                $0.plugins[0].instance.refusal = "Нет"
                $0.plugins[0].instance.cooldown = Cooldown(.seconds(3))
                $0.plugins[0].pages = [.user(1)]
                $0.manners.takeover = nil
                $0.prefixes = Prefixes(chats: ["!"])
            } == "word (allow, refuse, cooldown), prefix, takeover")
        #expect(words { $0.plugins = [] } == "word (gone)")
        #expect(PluginChanges(from: Self.bot("a") { $0.plugins = [] }, to: Self.bot("a")).words == "word (new)")
    }

    @Test("A setting of the bot itself has it begin anew, and is named")
    func settings() {
        let new = Self.bot("a", word: "два") { bot in
            bot.token = .known(Secret("another"))
            bot.vk.timeout = .seconds(3)
            bot.vk.api = "https://other.example/method"
            bot.publicURL = "https://bots.example"
            bot.admins = [.user(1)]
        }
        let keys = ["token", "vk.api", "vk.timeout", "web.public", "admins"]
        #expect(ReloadPlan.change(from: Self.bot("a"), to: new).keys == keys)
    }

    @Test("What the process made of the file at its start stays, and is named with its line")
    func late() {
        var (old, new) = (RunnerConfiguration(), RunnerConfiguration())
        old.bots = [Self.bot("a") { $0.usesSimulator = true }]
        new.bots = [Self.bot("a") { $0.vk.api = "https://other.example/method" }]
        (old.web, old.webPassword) = (ListenAddress(host: "0.0.0.0", port: 1), Secret("open sesame"))
        new.web = ListenAddress(host: "127.0.0.1", port: 1)
        new.storage = .sqlite(path: "/tmp/other.db")
        new.lines = ["web.listen": 4, "bots.a.vk.api": 7]
        let plan = ReloadPlan(from: old, to: new)
        #expect(plan.needsRestart == ["storage (left out)", "web.listen (line 4)", "bots.a.vk.api (line 7)"])
        #expect(plan.configuration.storage == .memory)
        #expect(plan.configuration.web == old.web && plan.configuration.webPassword == old.webPassword, "no address without its password")
        #expect(ReloadPlan.change(from: old.bots[0], to: plan.configuration.bots[0]) == .none)
    }

    @Test("The log, the password and where VK finds the bots count at once")
    func live() {
        var (old, new) = (RunnerConfiguration(), RunnerConfiguration())
        (old.web, new.web) = (ListenAddress(host: "0.0.0.0", port: 1), ListenAddress(host: "0.0.0.0", port: 1))
        (old.webPassword, new.webPassword) = (Secret("one"), Secret("another"))
        (new.logLevel, new.logFormat, new.webPublic) = (.debug, .json, "https://bots.example")
        let plan = ReloadPlan(from: old, to: new)
        #expect(plan.needsRestart.isEmpty && plan.changesLog)
        #expect(plan.configuration.webPassword == new.webPassword && plan.configuration.webPublic == new.webPublic)
        #expect(plan.configuration.logLevel == .debug && plan.configuration.logFormat == .json)
    }

    @Test("Every part of a configuration is looked at: whoever adds one adds it to the plan, and then here")
    func complete() {
        let bot = Mirror(reflecting: BotConfiguration(name: "a", token: .command([]))).children.compactMap(\.label)
        #expect(
            bot == [
                "name", "token", "userToken", "community", "vk", "captcha", "usesSimulator", "wait", "messageLimit", "quoting", "language",
                "otherLanguages", "zone", "prefixes", "updates", "callbackSecret", "publicURL", "resume", "showsTyping", "concurrency",
                "admins", "manners", "plugins",
            ])
        let runner = Mirror(reflecting: RunnerConfiguration()).children.compactMap(\.label)
        #expect(runner == ["bots", "simulator", "web", "webPublic", "webPassword", "storage", "logLevel", "logFormat", "lines"])
        let instance = Mirror(reflecting: PluginInstance(name: "a", plugin: WordPlugin(PluginSetup(name: "a")))).children.compactMap(
            \.label)
        #expect(
            instance == [
                "name", "plugin", "places", "audience", "commandNames", "timeout", "refusal", "cooldown", "gear", "ownName",
                "recipe",
            ])
    }
}

extension ReloadPlan.Change {
    fileprivate var keys: [String] { if case .settings(let keys) = self { keys } else { [] } }
}
