// Govorun: what runs a command. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Commands")
struct CommandTests {
    private static let own = "200000001"

    private func bot(_ prefixes: Prefixes = .init()) async throws -> TestBot {
        try await TestBot(prefixes: prefixes) {
            Command("echo", .rest("text").optionally, aliases: ["Эхо"]) { message, text in
                try await message.send("echo(\(text ?? ""))")
            }
            Fallback { message in try await message.send("fallback") }
        }
    }

    @Test(
        "In chats a command needs a prefix or the bot's mention",
        arguments: [
            ("/echo a  b", "echo(a  b)"), ("!echo a", "echo(a)"), ("/ECHO", "echo()"), ("/эхо x", "echo(x)"), ("/ЭХО x", "echo(x)"),
            ("  /echo a \n", "echo(a)"), ("/echo\nдве\nстроки", "echo(две\nстроки)"), ("echo a", "fallback"), ("echo", "fallback"),
            ("/", "fallback"), ("!", "fallback"), ("/ echo", "fallback"), ("//echo", "fallback"), ("/echoes", "fallback"),
            ("[club\(own)|@bot] echo a", "echo(a)"), ("[club\(own)|Бот], эхо a", "echo(a)"), ("[public\(own)|b],echo", "echo()"),
            ("[event\(own)|b]\n echo a", "echo(a)"), ("[club\(own)|@bot] /echo a", "echo(a)"), ("[club\(own)|b]", "fallback"),
            ("[club\(own)|b], ", "fallback"), ("[club\(own)|b] /", "fallback"), ("[club1|b] echo a", "fallback"),
            ("[club\(own)1|b] echo a", "fallback"), ("[id\(own)|b] echo a", "fallback"), ("hi [club\(own)|b] echo", "fallback"),
        ])
    func chats(text: String, expected: String) async throws {
        let bot = try await bot()
        #expect(await bot.person("Алиса").says(text, in: bot.chat()).map(\.text) == [expected])
    }

    @Test(
        "In private the lone name is enough, in any letter case",
        arguments: [
            ("echo", "echo()"), (" ECHO ", "echo()"), ("Эхо", "echo()"), ("эХО", "echo()"), ("/echo a", "echo(a)"), ("echo a", "fallback"),
            ("эхо a", "fallback"), ("[club\(own)|b] echo a", "echo(a)"), ("", "fallback"), ("/", "fallback"),
        ])
    func personal(text: String, expected: String) async throws {
        #expect(try await bot().person("Алиса").says(text).map(\.text) == [expected])
    }

    @Test(
        "A prefix that is a word stands apart from the command",
        arguments: [
            ("бот, echo a", "echo(a)"), ("Бот echo a", "echo(a)"), ("бот,echo a", "echo(a)"), ("ботecho a", "fallback"),
            ("бот", "fallback"),
            ("бот,", "fallback"),
        ])
    func words(text: String, expected: String) async throws {
        let bot = try await bot(Prefixes(chats: ["бот,", "бот"]))
        #expect(await bot.person("Алиса").says(text, in: bot.chat()).map(\.text) == [expected])
    }

    @Test("Where the prefix is required in private, the lone name runs nothing")
    func required() async throws {
        let bot = try await bot(Prefixes(chats: ["/"], isOptionalInPrivate: false))
        #expect(await bot.person("Алиса").says("echo").map(\.text) == ["fallback"])
        #expect(await bot.person("Алиса").says("/echo").map(\.text) == ["echo()"])
    }

    @Test(
        "The longest prefix wins; letters of a prefix match in any case",
        arguments: [
            ("!!echo a", "echo(a)"), ("!echo a", "echo(a)"), ("Бот, echo a", "echo(a)"), ("БОТ, эхо", "echo()"), ("бот echo", "fallback"),
        ])
    func longest(text: String, expected: String) async throws {
        let bot = try await bot(Prefixes(chats: ["!", "!!", "бот, "]))
        #expect(await bot.person("Алиса").says(text, in: bot.chat()).map(\.text) == [expected])
    }

    @Test("An empty prefix makes every first word a command")
    func emptyPrefix() async throws {
        let bot = try await bot(Prefixes(chats: [""]))
        #expect(await bot.person("Алиса").says("echo a", in: bot.chat()).map(\.text) == ["echo(a)"])
    }

    @Test(
        "A message without text runs no command; the fallback gets it",
        arguments: [[:], ["text": nil], ["text": [] as JSONValue]] as [JSONObject])
    func silent(fields: JSONObject) async throws {
        let bot = try await bot()
        var message = fields
        message["attachments"] = [["type": "sticker", "sticker": ["sticker_id": 1]]]
        #expect(await bot.person("Алиса").writes(message).map(\.text) == ["fallback"])
    }

    @Test(
        "null or an empty list in place of anything breaks nothing",
        arguments: [nil, [] as JSONValue],
        ["attachments", "fwd_messages", "payload", "date", "action", "reply_message", "geo", "id", "version", "out"])
    func absent(value: JSONValue, field: String) async throws {
        var fields: JSONObject = ["text": "/echo a"]
        fields[field] = value
        #expect(try await bot().person("Алиса").writes(fields).map(\.text) == ["echo(a)"])
    }
}
