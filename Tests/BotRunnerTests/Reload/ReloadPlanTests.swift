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
        let plan = plan([Self.bot("a"), Self.bot("b")], [Self.bot("a"), Self.bot("b")])
        #expect(plan.isEmpty)
        #expect(plan.needsRestart.isEmpty)
    }

    @Test("Bots come and go by their names")
    func names() {
        let plan = plan([Self.bot("a"), Self.bot("b")], [Self.bot("c"), Self.bot("a")])
        #expect(plan.added.map(\.name) == ["c"])
        #expect(plan.removed == ["b"])
        #expect(plan.staying.map(\.change) == [.none])
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
        #expect(plan([Self.bot("a")], [new]).staying.map(\.change) == [.plugins])
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
            bot.admins = [.user(1)]
        }
        #expect(plan([Self.bot("a")], [new]).staying.map(\.change) == [.settings(["token", "vk.timeout", "admins"])])
    }

    @Test("What the process made of the file at its start stays, and is named")
    func late() {
        var (old, new) = (RunnerConfiguration(), RunnerConfiguration())
        old.bots = [Self.bot("a")]
        new.bots = [Self.bot("a") { $0.vk.api = "https://other.example/method" }]
        new.storage = .sqlite(path: "/tmp/other.db")
        new.web = ListenAddress(host: "127.0.0.1", port: 1)
        let plan = ReloadPlan(from: old, to: new)
        #expect(plan.needsRestart == ["storage", "web", "vk.api of a"])
        #expect(plan.configuration.storage == .memory)
        #expect(plan.configuration.bots[0].vk.api == old.bots[0].vk.api)
        #expect(plan.isEmpty)
    }

    @Test("Every part of a configuration is looked at: whoever adds one adds it to the plan, and then here")
    func complete() {
        let bot = Mirror(reflecting: BotConfiguration(name: "a", token: .command([]))).children.compactMap(\.label)
        #expect(
            bot == [
                "name", "token", "userToken", "community", "vk", "captcha", "usesSimulator", "wait", "messageLimit", "quoting", "language",
                "otherLanguages", "zone", "prefixes", "updates", "callbackSecret", "resume", "showsTyping", "concurrency", "admins",
                "manners",
                "plugins",
            ])
        let runner = Mirror(reflecting: RunnerConfiguration()).children.compactMap(\.label)
        #expect(runner == ["bots", "simulator", "web", "webPublic", "webPassword", "storage", "logLevel", "logFormat"])
        let instance = Mirror(reflecting: PluginInstance(name: "a", plugin: WordPlugin(PluginSetup(name: "a")))).children.compactMap(
            \.label)
        #expect(
            instance == [
                "name", "plugin", "places", "audience", "commandNames", "timeout", "refusal", "cooldown", "gear", "ownName", "recipe",
            ])
    }
}
