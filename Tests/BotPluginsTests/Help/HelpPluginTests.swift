// Govorun: what the plugin help promises. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotPlugins

private struct ModerationPlugin: Plugin {
    init(_ setup: PluginSetup<NoOptions>) {}
    var handlers: [Handler] {
        CommandGroup("shop", help: "лавка") {
            Command("buy") { _ in }
            CommandGroup("till") { Command("close") { _ in }.allow(.chatAdmins) }
        }
        CommandGroup("till", help: "касса") { Command("close") { _ in }.allow(.chatAdmins) }
        Command("kick", help: "выгнать") { _ in }.requiresBotAdmin()
    }
}

@Suite("The plugin help")
struct HelpPluginTests {
    private func instances(_ change: (inout PluginInstance) -> Void = { _ in }) throws -> [PluginInstance] {
        var echo = try PluginInstance(EchoPlugin.self, PluginSetup(name: "echo"))
        change(&echo)
        return [try PluginInstance(HelpPlugin.self, PluginSetup(name: "help")), echo]
    }

    @Test("lists the commands with their arguments", arguments: ["/help", "/помощь", "/Команды", "help"])
    func list(text: String) async throws {
        let bot = try await TestBot(try instances())
        let expected = "Вот что я умею:\n/help — список команд\n/id — узнать id беседы и свой\n/echo <текст…> — повторить текст"
        #expect(await bot.person("Алиса").says(text).map(\.text) == [expected])
    }

    @Test("lists only what the asker may use")
    func audience() async throws {
        let bot = try await TestBot(try instances { $0.audience = [.members] })
        #expect(await bot.person("Алиса").says("/help")[0].text.contains("/echo"))
        #expect(await bot.person("Борис", isMember: false).says("/help")[0].text.contains("/echo") == false)
    }

    @Test("promises of a group and in private only what the asker can do")
    func promises() async throws {
        let bot = try await TestBot([
            try PluginInstance(HelpPlugin.self, PluginSetup(options: .init(ids: false), name: "help")),
            try PluginInstance(ModerationPlugin.self, PluginSetup(name: "moderation")),
        ])
        let (alice, boris) = (bot.person("Алиса"), bot.person("Борис"))
        let chat = bot.chat(admins: [alice], members: [boris])
        let help = "Вот что я умею:\n/help — список команд\n"
        #expect(
            await alice.says("/help", in: chat).map(\.text) == [help + "/shop <buy|till> — лавка\n/till <close> — касса\n/kick — выгнать"])
        #expect(await boris.says("/help", in: chat).map(\.text) == [help + "/shop <buy> — лавка\n/kick — выгнать"])
        #expect(await alice.says("/help").map(\.text) == [help + "/shop <buy> — лавка"])
        bot.makesBotAdmin(false, of: chat)
        #expect(await boris.says("/help", in: chat).map(\.text) == [help + "/shop <buy> — лавка\n/kick — выгнать"])
    }

    @Test("lists only what works here")
    func places() async throws {
        let bot = try await TestBot(try instances { $0.places = [.chats] })
        let alice = bot.person("Алиса")
        #expect(await alice.says("/help")[0].text.contains("/echo") == false)
        #expect(await alice.says("/help", in: bot.chat())[0].text.contains("/echo"))
    }

    @Test("lists the names that bots.yaml gives, after the prefix of the conversation")
    func renamed() async throws {
        let plugins = try instances { $0.commandNames = ["echo": ["повтори", "e"]] }
        let bot = try await TestBot(plugins, prefixes: Prefixes(chats: ["!"], personal: ["."]))
        let alice = bot.person("Алиса")
        #expect(await alice.says(".help")[0].text.contains("\n.повтори <текст…> — "))
        #expect(await alice.says("!help", in: bot.chat())[0].text.contains("\n!повтори <текст…> — "))
    }

    @Test("still lists the rest when VK does not say who is a member")
    func unanswered() async throws {
        let bot = try await TestBot(try instances { $0.audience = [.members] })
        bot.fail("groups.isMember", with: VKErrorCode(rawValue: 15))
        #expect(
            await bot.person("Алиса").says("/help").map(\.text) == ["Вот что я умею:\n/help — список команд\n/id — узнать id беседы и свой"]
        )
    }

    @Test("tells the ids as bots.yaml takes them")
    func ids() async throws {
        let bot = try await TestBot(HelpPlugin.self)
        let (alice, chat) = (bot.person("Алиса"), bot.chat())
        let tail = "allow: [id\(alice.id)]"
        #expect(
            await alice.says("/id", in: chat).map(\.text)
                == ["peer: 2000000001\nuser: \(alice.id)\nchat: 1\n\nДля bots.yaml:\nin: [chat 1]\n\(tail)"])
        #expect(
            await alice.says("/id").map(\.text) == ["peer: \(alice.id)\nuser: \(alice.id)\n\nДля bots.yaml:\nin: [\(alice.id)]\n\(tail)"])
        #expect(Place("chat 1") == .peer(chat.peer.id))
    }

    @Test("keeps the ids to itself where the options say so")
    func noIDs() async throws {
        let bot = try await TestBot(HelpPlugin.self, options: HelpPlugin.Options(ids: false))
        #expect(await bot.person("Алиса").says("/id").isEmpty)
        #expect(await bot.person("Алиса").says("/help").map(\.text) == ["Вот что я умею:\n/help — список команд"])
    }

    @Test("speaks to each in their own language where the bot does")
    func languages() async throws {
        let bot = try await TestBot(HelpPlugin.self, otherLanguages: ["en"])
        let john = bot.person("John")
        john.speaks("en")
        let expected = "Here is what I can do:\n/help — lists the commands\n/id — tells the id of this conversation and yours"
        #expect(await john.says("/help").map(\.text) == [expected])
        #expect(
            await bot.person("Анна").says("/help").first?.text.hasSuffix("/help — список команд\n/id — узнать id беседы и свой") == true)
        #expect(bot.problems == [])
    }

    @Test("speaks English to an English bot")
    func english() async throws {
        let bot = try await TestBot(HelpPlugin.self, language: "en")
        let expected = "Here is what I can do:\n/help — lists the commands\n/id — tells the id of this conversation and yours"
        #expect(await bot.person("Alice").says("/help").map(\.text) == [expected])
    }
}
