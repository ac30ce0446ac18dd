// Govorun: flags of commands. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Flags")
struct FlagTests {
    private func bot() async throws -> TestBot {
        try await TestBot {
            Command("ban", .word("who"), .flag("Silent"), .int("days").asFlag, .rest("why").optionally) { message, who, silent, days, why in
                try await message.send(FormattedText("\(who)|\(silent)|\(days ?? -1)|\(why ?? "nil")"))
            }
            Command("title", .word("title").asFlag, .duration("for").asFlag) { message, title, span in
                try await message.send(FormattedText("\(title ?? "nil")|\(span.map { "\($0.components.seconds)" } ?? "nil")"))
            }
            Command("none", .rest("text")) { message, text in try await message.send(text) }
        }
    }

    @Test(
        "A flag stands anywhere, in any letter case; -- ends them; quotes hide them",
        arguments: [
            ("ban x", "x|false|-1|nil"), ("ban x --silent", "x|true|-1|nil"), ("ban --silent x", "x|true|-1|nil"),
            ("ban --SILENT x y  z", "x|true|-1|y  z"),
            ("ban x --days=3 за  спам", "x|false|3|за  спам"), ("ban x за --days=3 спам", "x|false|3|за спам"),
            ("ban x спам --days=3", "x|false|3|спам"),
            ("ban —silent x", "x|true|-1|nil"), ("ban x — спам", "x|false|-1|— спам"), ("ban x -- --silent", "x|false|-1|--silent"),
            ("ban -- x", "x|false|-1|nil"), ("ban \"--silent\"", "--silent|false|-1|nil"), ("ban x a--silent", "x|false|-1|a--silent"),
            ("ban x -5", "x|false|-1|-5"), ("ban x --days=1 --days=2", "x|false|2|nil"), ("ban x --", "x|false|-1|nil"),
            ("title --title=\"a b\" --for=2h", "a b|7200"), ("title --title=«а б»", "а б|nil"), ("title --for=\"2 часа\"", "nil|7200"),
            ("title --title=a=b", "a=b|nil"), ("title", "nil|nil"), ("none a --silent", "a --silent"),
        ])
    func read(typed: String, expected: String) async throws {
        let bot = try await bot()
        #expect(await bot.person("Алиса").says("/" + typed).map(\.text) == [expected])
        #expect(bot.problems == [])
    }

    @Test(
        "What is wrong with a flag is answered with its name",
        arguments: [
            ("ban x --loud", "Такого ключа нет: --loud."), ("ban x --days=много", "«много» не подходит: --days — нужно целое число."),
            ("ban x --days", "Не хватает: --days."),
            ("ban x --days=", "Не хватает: --days."), ("ban x --silent=да", "«да» не подходит: --Silent — пишется без значения."),
            ("title --for=2", "«2» не подходит: --for — нужно время: 5m, 2 часа."),
        ])
    func wrong(typed: String, expected: String) async throws {
        let answer = try #require(await bot().person("Алиса").says("/" + typed).first?.text)
        #expect(answer.hasPrefix(expected + "\n"))
    }

    @Test("Usage shows them")
    func usage() async throws {
        let answer = try #require(await bot().person("Алиса").says("/ban").first?.text)
        #expect(answer.hasSuffix("/ban <who> [--Silent] [--days=<days>] [why…]"))
    }
}
