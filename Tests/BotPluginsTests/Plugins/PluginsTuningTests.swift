// Govorun: options that are shown and set by the plugin plugins. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotPlugins

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

@Suite("Options by the plugin plugins")
struct PluginsTuningTests {
    @Test("are set by the administrator of a chat for the chat, and taken back")
    func chat() async throws {
        let scene = try await Scene()
        #expect(await scene.says(scene.boris, "/plugins echo command Скажи", scene.chat) == "echo: command теперь здесь Скажи")
        #expect(await scene.says(scene.vera, "/скажи раз", scene.chat) == "раз")
        #expect(await scene.says(scene.vera, "/echo раз", scene.chat) == "")
        #expect(await scene.says(scene.vera, "/echo два", scene.other) == "два")
        let refusal = "Везде включают и выключают только администраторы бота."
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
        #expect(await scene.says(scene.alice, "/plugins echo everything reset") == "echo: everything снова как в bots.yaml")
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
                == "Не получилось: для everything нужно true или false, а не «иногда».")
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
