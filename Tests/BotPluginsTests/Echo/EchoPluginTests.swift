// Govorun: what the plugin echo promises. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotPlugins

@Suite("The plugin echo")
struct EchoPluginTests {
    @Test(
        "repeats what stands after its command, inner spaces and lines included",
        arguments: [("/echo привет", "привет"), ("/ECHO  привет,\n  мир ", "привет,\n  мир"), ("!echo /echo", "/echo")])
    func command(text: String, expected: String) async throws {
        let bot = try await TestBot(EchoPlugin.self)
        #expect(await bot.person("Алиса").says(text).map(\.text) == [expected])
        #expect(await bot.person("Алиса").says(text, in: bot.chat()).map(\.text) == [expected])
    }

    @Test("says how to write the command when there is nothing to repeat")
    func usage() async throws {
        let bot = try await TestBot(EchoPlugin.self)
        #expect(await bot.person("Алиса").says("/echo").map(\.text) == ["Не хватает: текст.\nКак написать: /echo <текст…>"])
    }

    @Test("is silent about everything else", arguments: ["привет", "", "/", "/другое"])
    func silence(text: String) async throws {
        #expect(try await TestBot(EchoPlugin.self).person("Алиса").says(text).isEmpty)
    }

    @Test("answers to another name where the options say so")
    func renamed() async throws {
        let bot = try await TestBot(EchoPlugin.self, options: EchoPlugin.Options(command: "Повтори"))
        #expect(await bot.person("Алиса").says("/повтори раз").map(\.text) == ["раз"])
        #expect(await bot.person("Алиса").says("/echo раз").isEmpty)
    }

    @Test("refuses a name that nobody could write", arguments: ["", "/echo", "два слова", "!"])
    func unusable(name: String) async {
        let error = await #expect(throws: OptionProblem.self) {
            _ = try await TestBot(EchoPlugin.self, options: EchoPlugin.Options(command: name))
        }
        #expect(error?.key == "command")
    }

    @Test(
        "with everything on, repeats every text just as it came",
        arguments: ["привет", "  с пробелами \n\n и строками  ", "/echo x", "echo", "Начать", "[club200000001|Бот], эй", "👨‍👩‍👧 & <b> \"%\"+"])
    func everything(text: String) async throws {
        let bot = try await TestBot(EchoPlugin.self, options: EchoPlugin.Options(everything: true))
        #expect(await bot.person("Алиса").says(text).map(\.text) == [text])
        let reply = await bot.person("Алиса").says(text, in: bot.chat())
        #expect(reply.map { Array($0.text.utf8) } == [Array(text.utf8)])
        #expect(reply.map(\.quotes) == [nil])
    }

    @Test("with everything on, is silent where there is no text", arguments: ["", "  \n"])
    func nothing(text: String) async throws {
        let bot = try await TestBot(EchoPlugin.self, options: EchoPlugin.Options(everything: true))
        #expect(await bot.person("Алиса").says(text).isEmpty)
        #expect(bot.problems == [])
    }
}
