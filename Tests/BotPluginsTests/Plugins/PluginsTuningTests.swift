// Govorun: options that are shown and set by the plugin plugins. SPDX-License-Identifier: MIT
import Testing

@testable import BotPlugins
@testable import BotTesting

/// Alice runs the bot, Boris leads the chat.
private struct Scene {
    let bot: TestBot
    let alice, boris, vera: TestPerson
    let chat, other: TestChat

    init(language: String = "ru") async throws {
        bot = try await TestBot(
            [
                try PluginInstance(PluginsPlugin.self, PluginSetup(name: "plugins", language: language)),
                try PluginInstance(EchoPlugin.self, PluginSetup(name: "echo", language: language)),
                try PluginInstance(WelcomePlugin.self, PluginSetup(name: "welcome", language: language)),
            ], language: language, admins: [510_001_001])
        (alice, boris, vera) = (bot.person("Алиса"), bot.person("Борис"), bot.person("Вера"))
        (chat, other) = (bot.chat(admins: [boris]), bot.chat(admins: [boris]))
    }

    func says(_ person: TestPerson, _ text: String, _ chat: TestChat? = nil) async -> String {
        await person.says(text, in: chat).map(\.text).joined(separator: "|")
    }
}

/// Reminds at its times.
private struct RemindPlugin: Plugin {
    struct Options: PluginOptions {
        var at: TimeOfDay = "09:00"
        var days: CronExpression = "0 9 * * 1-5"
        var word = "Пора"
        var most = 1
        var pause = Duration.seconds(1)
        var loud = false
    }
    private let options: Options
    init(_ setup: PluginSetup<Options>) throws {
        options = setup.options
        guard options.most >= 0 else { throw OptionProblem("most", "cannot be negative") }
    }
    var handlers: [Handler] {
        Command("now") { [options] message in try await message.send(options.loud ? options.word + "!" : options.word) }
            .cooldown(options.pause)
    }
}

@Suite("Options by the plugin plugins")
struct PluginsTuningTests {
    @Test("are set by the administrator of a chat for the chat, and taken back")
    func chat() async throws {
        let scene = try await Scene()
        #expect(await scene.says(scene.boris, "/plugins echo command Скажи", scene.chat) == "echo: command теперь здесь Скажи")
        #expect(await scene.says(scene.vera, "/скажи раз", scene.chat) == "раз")
        #expect(await scene.says(scene.vera, "/echo раз", scene.chat) == "")
        #expect(await scene.says(scene.vera, "/echo два", scene.other) == "два")
        let refusal = "Настройки для всех чатов меняют только администраторы бота."
        #expect(await scene.says(scene.boris, "/plugins echo command скажи везде", scene.chat) == refusal)
        #expect(await scene.says(scene.vera, "/plugins echo command скажи", scene.chat) == "")
        #expect(
            await scene.says(scene.boris, "/plugins echo command сброс", scene.chat) == "echo: command здесь снова как у всего бота")
        #expect(await scene.says(scene.boris, "/plugins echo command сброс", scene.chat) == "echo: command здесь не задавали.")
        #expect(await scene.says(scene.vera, "/echo три", scene.chat) == "три")
        #expect(scene.bot.problems == [])
    }

    @Test("are set everywhere by the people who run the bot, also from a chat")
    func everywhere() async throws {
        let scene = try await Scene()
        #expect(await scene.says(scene.alice, "/plugins echo command скажи") == "echo: command теперь везде скажи")
        #expect(await scene.says(scene.vera, "/скажи раз", scene.chat) == "раз")
        #expect(await scene.says(scene.alice, "/plugins echo everything on везде", scene.chat) == "echo: everything теперь везде on")
        #expect(await scene.says(scene.vera, "что угодно") == "что угодно")
        #expect(await scene.says(scene.alice, "/plugins echo everything reset") == "echo: everything снова по умолчанию: false")
        #expect(await scene.says(scene.vera, "что угодно") == "")
        #expect(scene.bot.problems == [])
    }

    @Test("are listed with where their values come from")
    func list() async throws {
        let scene = try await Scene()
        _ = await scene.says(scene.boris, "/plugins echo command скажи", scene.chat)
        _ = await scene.says(scene.alice, "/plugins echo everything false")
        let how =
            "Изменить: /plugins echo НАСТРОЙКА ЗНАЧЕНИЕ, вернуть: /plugins echo НАСТРОЙКА сброс; в конце можно добавить «здесь» или «везде»."
        let shown = await scene.says(scene.boris, "/plugins Echo", scene.chat)
        #expect(
            shown
                == "Настройки плагина echo:\ncommand: скажи — задано здесь\neverything: false — задано для всего бота\n\(how)")
        #expect(
            await scene.says(scene.alice, "/plugins echo command")
                == "Настройки плагина echo:\ncommand: echo — по умолчанию\n\(how)")
        #expect(await scene.says(scene.alice, "/plugins welcome").contains("buttons: [] — по умолчанию, меняется только в bots.yaml"))
    }

    @Test("are refused with what would fit, in the language of the bot")
    func refused() async throws {
        let scene = try await Scene()
        #expect(
            await scene.says(scene.boris, "/plugins echo everything иногда", scene.chat)
                == "Не получилось: для everything нужно да или нет, а не «иногда».")
        #expect(
            await scene.says(scene.boris, "/plugins echo command два слова", scene.chat)
                == "Не получилось: a command's name is one word, without a prefix: echo")
        #expect(
            await scene.says(scene.boris, "/plugins echo comand x", scene.chat)
                == "У плагина echo нет настройки «comand». Есть: command, everything.")
        #expect(
            await scene.says(scene.boris, "/plugins welcome buttons x", scene.chat)
                == "buttons меняется только в bots.yaml: там несколько значений.")
        #expect(await scene.says(scene.boris, "/plugins shop x y", scene.chat) == "Плагина «shop» нет. Есть: plugins, echo, welcome.")
        #expect(
            await scene.says(scene.boris, "/plugins echo command plugins", scene.chat).hasPrefix("Не получилось: the command 'plugins'"))
        #expect(await scene.says(scene.vera, "/echo раз", scene.chat) == "раз")
        let english = try await Scene(language: "en")
        #expect(
            await english.says(english.alice, "/plugins echo everything sometimes")
                == "Not done: everything needs true or false, not 'sometimes'.")
    }

    @Test("that timers go by are set everywhere only, and told in the language of the bot")
    func times() async throws {
        let bot = try await TestBot(
            [
                try PluginInstance(PluginsPlugin.self, PluginSetup(name: "plugins")),
                try PluginInstance(RemindPlugin.self, PluginSetup(name: "remind")),
            ], admins: [510_001_001])
        let alice = bot.person("Алиса")
        let chat = bot.chat(admins: [alice])
        func says(_ text: String, _ chat: TestChat? = nil) async -> String {
            await alice.says(text, in: chat).map(\.text).joined(separator: "|")
        }
        #expect(
            await says("/plugins remind at 10:00", chat)
                == "По at идут таймеры, а они одни на весь бот, не на чат. Для всех: /plugins remind at 10:00 везде.")
        #expect(await says("/plugins remind days 0 9 * * 1", chat).hasPrefix("По days идут таймеры"))
        #expect(await says("/plugins remind word раз", chat) == "remind: word теперь здесь раз")
        #expect(await says("/plugins remind at 10:00 везде", chat) == "remind: at теперь везде 10:00")
        #expect(await says("/plugins remind at утром") == "Не получилось: для at нужно время суток: 09:00, а не «утром».")
        #expect(await says("/plugins remind days завтра") == "Не получилось: для days нужно расписание cron: 0 9 * * 1-5, а не «завтра».")
        #expect(await says("/plugins remind at сброс") == "remind: at снова по умолчанию: 09:00")
        #expect(await says("/plugins remind most -1") == "Не получилось: most: cannot be negative")
        #expect(bot.problems == [])
    }

    @Test("take yes and no in either language, and are refused without the plugin's source")
    func words() async throws {
        let bot = try await TestBot(
            [
                try PluginInstance(PluginsPlugin.self, PluginSetup(name: "plugins")),
                try PluginInstance(RemindPlugin.self, PluginSetup(name: "remind")),
            ], admins: [510_001_001])
        let alice = bot.person("Алиса")
        for (word, answer) in [("да", "Пора!"), ("НЕТ", "Пора"), ("вкл", "Пора!"), ("off", "Пора"), ("true", "Пора!")] {
            #expect(await alice.says("/plugins remind loud \(word)").map(\.text) == ["remind: loud теперь везде \(word)"])
            #expect(await alice.says("/now").map(\.text) == [answer])
            await bot.advance(by: .seconds(2))
        }
        #expect(await alice.says("/plugins remind word да").map(\.text) == ["remind: word теперь везде да"])
        let refusal = await alice.says("/plugins remind pause 500ms").map(\.text)
        #expect(refusal == ["Не получилось: a cooldown is a second at least; this one is 0.5 seconds"])
        #expect(bot.problems == [])
    }

    @Test("leave a line in the log that says who changed what, and where")
    func log() async throws {
        let scene = try await Scene()
        _ = await scene.says(scene.boris, "/plugins echo command Скажи", scene.chat)
        _ = await scene.says(scene.alice, "/plugins off echo")
        let lines = scene.bot.diary.entries.map(Diary.line).filter { $0.contains("from a chat") }
        #expect(lines.count == 2, "\(lines)")
        #expect(lines.first?.contains("an option was set from a chat") == true)
        for fact in ["echo", "command", "\(scene.boris.id)", "\(scene.chat.peer.id)"] { #expect(lines.first?.contains(fact) == true) }
        #expect(lines.last?.contains("a plugin was switched off from a chat") == true)
        #expect(lines.last?.contains("everywhere") == true)
    }

    @Test(
        "are read from what people write",
        arguments: [
            ("echo", nil, nil, nil), ("echo command", "command", nil, nil), ("Echo  command  a b ", "command", .to("a b"), nil),
            ("echo command a везде", "command", .to("a"), .everywhere), ("echo command everywhere", "command", .to("everywhere"), nil),
            ("echo command \"a here\" here", "command", .to("a here"), .here), ("echo command «»", "command", .to(""), nil),
            ("echo command Сброс здесь", "command", .reset, .here),
        ] as [(String, String?, PluginsSetting.Change?, PluginsOrder.Place?)])
    func reading(text: String, key: String?, change: PluginsSetting.Change?, place: PluginsOrder.Place?) throws {
        let setting = try #require(PluginsSetting(text))
        #expect(setting.plugin == "echo")
        #expect(setting.key == key)
        #expect(setting.change == change)
        #expect(setting.place == place)
        #expect(PluginsSetting("off echo") == nil)
    }
}
