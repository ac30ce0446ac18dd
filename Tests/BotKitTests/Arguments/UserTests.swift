// Govorun: people among the arguments. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("People as arguments")
struct UserTests {
    private func bot() async throws -> TestBot {
        let bot = try await TestBot {
            Command("who", .user("кто")) { message, user in try await message.send("\(user.id)") }
            Command("ban", .user("кто").optionally, .rest("за что").optionally) { message, user, why in
                try await message.send(FormattedText("\(user?.id ?? 0) \(why ?? "nil")"))
            }
            Command("all", .user("кто").repeated) { message, users in try await message.send("\(users.map(\.id))") }
        }
        return bot
    }

    @Test(
        "A mention, a link, an id or a name of the address is somebody; a community has a negative id",
        arguments: [
            ("[id1|Павел Дуров]", 1), ("[club5|Мы]", -5), ("[public5|Мы]", -5), ("@id1 (Павел Дуров)", 1), ("*id1 (Павел)", 1), ("@id1", 1),
            ("*id1", 1),
            ("id1", 1), ("1", 1), ("-5", -5), ("club5", -5), ("public5", -5), ("event5", -5), ("vk.com/id1", 1), ("https://vk.com/id1", 1),
            ("http://vk.ru/id1", 1),
            ("https://m.vk.com/club5?w=wall", -5), ("VK.COM/ID1", 1), ("[https://vk.com/id1|тут]", 1),
        ])
    func known(typed: String, id: Int) async throws {
        let bot = try await bot()
        #expect(await bot.person("Алиса").says("/who \(typed)").map(\.text) == ["\(id)"])
        #expect(!bot.vk.calls.contains { $0.method == "utils.resolveScreenName" })
    }

    @Test(
        "A short name is looked up at VK, once",
        arguments: ["@durov", "durov", "*durov", "vk.com/durov", "https://vk.com/durov", "@durov (Павел)", "DUROV"])
    func shortName(typed: String) async throws {
        let bot = try await bot()
        bot.answer("utils.resolveScreenName", with: ["object_id": 1, "type": "user"])
        #expect(await bot.person("Алиса").says("/who \(typed)").map(\.text) == ["1"])
        #expect(await bot.person("Борис").says("/who \(typed)").map(\.text) == ["1"])
        let calls = bot.vk.calls.filter { $0.method == "utils.resolveScreenName" }
        #expect(calls.map { $0.parameters["screen_name"] } == ["durov"])
    }

    @Test("A community's short name has a negative id", arguments: ["group", "event", "page"])
    func community(type: String) async throws {
        let bot = try await bot()
        bot.answer("utils.resolveScreenName", with: ["object_id": 5, "type": .string(type)])
        #expect(await bot.person("Алиса").says("/who vk.com/team").map(\.text) == ["-5"])
    }

    @Test("Nobody, and an app, is answered with the usage", arguments: [[], ["object_id": 5, "type": "application"]] as [JSONValue])
    func nobody(answer: JSONValue) async throws {
        let bot = try await bot()
        bot.answer("utils.resolveScreenName", with: answer)
        #expect(
            await bot.person("Алиса").says("/who nobody").map(\.text) == ["Такой страницы нет: «nobody» (кто).\nКак написать: /who <кто>"])
    }

    @Test("What cannot be a page is refused unasked", arguments: ["Павел", "@all", "0", "https://example.org/id1", "a b c", "", "1x"])
    func refused(typed: String) async throws {
        let bot = try await bot()
        let answer = try #require(await bot.person("Алиса").says("/who \(typed)").first?.text)
        #expect(answer.hasSuffix("/who <кто>"))
        #expect(!bot.vk.calls.contains { $0.method == "utils.resolveScreenName" })
    }

    @Test(
        "Where somebody may be left out, a word that is nobody's name is the next argument's",
        arguments: [
            ("/ban id5 спам", "5 спам"), ("/ban спам", "0 спам"), ("/ban spam", "0 spam"), ("/ban", "0 nil"),
            ("/ban [id5|Вася Пупкин] за спам", "5 за спам"),
        ])
    func optional(typed: String, expected: String) async throws {
        let bot = try await bot()
        bot.answer("utils.resolveScreenName", with: [])
        #expect(await bot.person("Алиса").says(typed).map(\.text) == [expected])
        #expect(bot.problems == [])
    }

    @Test("Several are read up to the end, and VK is not asked for hundreds")
    func several() async throws {
        let bot = try await bot()
        #expect(await bot.person("Алиса").says("/all id1 club2 [id3|В Г]").map(\.text) == ["[1, -2, 3]"])
        bot.answer("utils.resolveScreenName", with: ["object_id": 1, "type": "user"])
        _ = await bot.person("Алиса").says("/all " + (0..<300).map { "name\($0)" }.joined(separator: " "))
        #expect(bot.vk.calls.filter { $0.method == "utils.resolveScreenName" }.count <= 10)
    }

    @Test("When VK fails, the handler has failed, and nobody is told nonsense")
    func failure() async throws {
        let bot = try await bot()
        bot.fail("utils.resolveScreenName", with: VKErrorCode(rawValue: 100))
        #expect(await bot.person("Алиса").says("/who durov").isEmpty)
        #expect(bot.problems.count == 1)
    }
}
