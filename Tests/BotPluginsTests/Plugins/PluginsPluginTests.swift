// Govorun: what the plugin plugins promises. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotPlugins

@Suite("The plugin plugins")
struct PluginsPluginTests {
    /// Alice runs the bot, Boris leads the chat, Vera is anybody.
    private struct Scene {
        let bot: TestBot
        let alice, boris, vera: TestPerson
        let chat, other: TestChat

        init(language: String = "ru", options: PluginsPlugin.Options = .init()) async throws {
            let instances = [
                try PluginInstance(HelpPlugin.self, PluginSetup(name: "help")),
                try PluginInstance(PluginsPlugin.self, PluginSetup(options: options, name: "plugins", language: language)),
                try PluginInstance(EchoPlugin.self, PluginSetup(name: "echo")),
            ]
            bot = try await TestBot(instances, language: language, admins: [510_001_001])
            (alice, boris, vera) = (bot.person("Алиса"), bot.person("Борис"), bot.person("Вера"))
            (chat, other) = (bot.chat(admins: [boris]), bot.chat(admins: [boris]))
        }

        func says(_ person: TestPerson, _ text: String, _ chat: TestChat? = nil) async -> String {
            await person.says(text, in: chat).map(\.text).joined(separator: "|")
        }

        func echoes(_ chat: TestChat?) async -> Bool { await says(vera, "/echo да", chat) == "да" }
    }

    @Test("lists the plugins, how they stand here, and their commands, to administrators only")
    func list() async throws {
        let scene = try await Scene()
        let expected = "Плагины:\nhelp — работает (help, id)\nplugins — работает (plugins)\necho — работает (echo)"
        #expect(await scene.says(scene.boris, "/plugins", scene.chat) == expected)
        #expect(await scene.says(scene.alice, "/плагины") == expected)
        #expect(await scene.says(scene.vera, "/plugins", scene.chat) == "")
        #expect(await scene.says(scene.boris, "/plugins") == "")
        #expect(await scene.says(scene.vera, "/help", scene.chat).contains("/plugins") == false)
        #expect(await scene.says(scene.boris, "/help", scene.chat).contains("/plugins [on/off плагин…] — "))
    }

    @Test("an administrator of a chat switches there, and only there")
    func chatAdmin() async throws {
        let scene = try await Scene()
        #expect(await scene.says(scene.boris, "/plugins off echo", scene.chat) == "Плагин echo здесь выключен.")
        #expect(await !scene.echoes(scene.chat))
        #expect(await scene.echoes(scene.other))
        #expect(await scene.echoes(nil))
        #expect(await scene.says(scene.boris, "/plugins", scene.chat).hasSuffix("echo — выключен здесь (echo)"))
        #expect(await scene.says(scene.vera, "/help", scene.chat).contains("/echo") == false)
        let everywhere = "Везде включают и выключают только администраторы бота."
        #expect(await scene.says(scene.boris, "/plugins off help везде", scene.chat) == everywhere)
        #expect(await scene.says(scene.boris, "/плагины ВКЛ Echo", scene.chat) == "Плагин echo здесь включён.")
        #expect(await scene.echoes(scene.chat))
    }

    @Test("speaks to each in their own language where the bot does, also in the list of commands")
    func languages() async throws {
        let plugins = try PluginInstance(PluginsPlugin.self, PluginSetup(name: "plugins"))
        let help = try PluginInstance(HelpPlugin.self, PluginSetup(options: .init(ids: false), name: "help"))
        let bot = try await TestBot([plugins, help], admins: [510_001_001, 510_001_002], otherLanguages: ["en"])
        let (anna, john) = (bot.person("Анна"), bot.person("John"))
        john.speaks("en")
        let english = "/plugins [on/off plugin…] — plugins: list, switch on, switch off, set options\n/help — lists the commands"
        #expect(await john.says("/help").map(\.text) == ["Here is what I can do:\n" + english])
        #expect(await anna.says("/help").first?.text.contains("/plugins [on/off плагин…] — плагины: список") == true)
        #expect(await john.says("/plugins off help").map(\.text) == ["The plugin help is off everywhere."])
        #expect(bot.problems == [])
    }

    @Test("asks for rights in a chat where it cannot know who leads it")
    func rights() async throws {
        let scene = try await Scene()
        scene.bot.makesBotAdmin(false, of: scene.chat)
        let wish = "Сначала сделайте меня администратором этой беседы."
        #expect(await scene.says(scene.boris, "/plugins off echo", scene.chat) == wish)
        #expect(await scene.says(scene.alice, "/plugins off echo", scene.chat) == "Плагин echo здесь выключен.")
        scene.bot.makesBotAdmin(of: scene.chat)
        #expect(await scene.says(scene.boris, "/plugins on echo", scene.chat) == "Плагин echo здесь включён.")
        #expect(await scene.says(scene.vera, "/plugins", scene.chat) == "")
    }

    @Test("an administrator of the bot switches everywhere, and nobody less takes it back")
    func botAdmin() async throws {
        let scene = try await Scene()
        #expect(await scene.says(scene.alice, "/plugins off echo") == "Плагин echo выключен везде.")
        #expect(await !scene.echoes(scene.chat))
        #expect(await !scene.echoes(nil))
        let answer = await scene.says(scene.boris, "/plugins on echo", scene.chat)
        #expect(answer == "Плагин echo выключен везде или приостановлен; вернуть его может администратор бота: on echo везде.")
        #expect(await scene.says(scene.alice, "/plugins on echo everywhere", scene.chat) == "Плагин echo включён.")
        #expect(await scene.echoes(scene.chat))
        #expect(await scene.says(scene.alice, "/plugins off echo", scene.chat) == "Плагин echo здесь выключен.")
        #expect(await scene.echoes(nil))
    }

    @Test("brings a parked plugin back for an administrator of the bot")
    func parked() async throws {
        let scene = try await Scene()
        scene.bot.bot.switches.park("echo", reason: .failures(20))
        #expect(await scene.says(scene.alice, "/plugins").hasSuffix("echo — приостановлен: 20 сбоев подряд (echo)"))
        #expect(await scene.says(scene.boris, "/plugins on echo", scene.chat).contains("администратор бота"))
        #expect(await scene.says(scene.alice, "/plugins on echo", scene.chat) == "Плагин echo здесь включён.")
        #expect(await scene.echoes(nil))
    }

    @Test(
        "says why a plugin is parked in the language of the bot, or of the writer where the bot speaks it",
        arguments: [
            (ParkingReason.failures(21), "21 сбой подряд", "21 failures in a row"),
            (.deaths(update: 7), "на обновлении 7 программа останавливалась", "update 7 stopped the program in it"),
            (.said("[id1|so]"), "[\u{200B}id1|so]", "[\u{200B}id1|so]"),
        ])
    func reasons(reason: ParkingReason, russian: String, english: String) async throws {
        let plugins = try PluginInstance(PluginsPlugin.self, PluginSetup(name: "plugins"))
        let echo = try PluginInstance(EchoPlugin.self, PluginSetup(name: "echo"))
        let bot = try await TestBot([plugins, echo], admins: [510_001_001], otherLanguages: ["en"])
        let alice = bot.person("Алиса")
        bot.bot.switches.park("echo", reason: reason)
        #expect(await alice.says("/plugins").last?.text.hasSuffix("echo — приостановлен: \(russian) (echo)") == true)
        alice.speaks("en")
        #expect(await alice.says("/plugins").last?.text.hasSuffix("echo — parked: \(english) (echo)") == true)
    }

    @Test("does not switch itself off, and says what cannot be read")
    func problems() async throws {
        let scene = try await Scene(language: "en", options: PluginsPlugin.Options(command: "mods", refuse: "Not for you"))
        #expect(await scene.says(scene.alice, "/mods off plugins") == "This plugin stays on: nothing could switch it on again.")
        #expect(await scene.says(scene.alice, "/mods off shop") == "There is no plugin 'shop'. There are help, plugins, echo.")
        for text in ["/mods off", "/mods off echo never", "/mods off echo here now"] {
            #expect(await scene.says(scene.alice, text).hasPrefix("Write it like this: /mods, /mods off PLUGIN"))
        }
        #expect(await scene.says(scene.vera, "/mods") == "Not for you")
        #expect(throws: OptionProblem.self) { try PluginsPlugin(PluginSetup(options: .init(command: "/mods"), name: "plugins")) }
    }
}
