// Govorun: spans of time. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Spans of time")
struct DurationTests {
    @Test(
        "Numbers with units are read, in Russian and English, together or apart",
        arguments: [
            ("5m", 300), ("5м", 300), ("5 минут", 300), ("5 минуты", 300), ("1h30m", 5400), ("1ч30м", 5400), ("1ч 30м", 5400),
            ("2 часа", 7200),
            ("2 часа 15 минут", 8100), ("2 часа и 15 минут", 8100), ("2 hours and 15 minutes", 8100), ("1 day", 86_400), ("10s", 10),
            ("10 сек", 10),
            ("10 сек.", 10), ("10сек.", 10), ("90 секунд", 90), ("полчаса", 1800), ("полтора часа", 5400), ("час", 3600), ("минуту", 60),
            ("сутки", 86_400),
            ("неделя", 604_800), ("2 недели", 1_209_600), ("1.5h", 5400), ("1,5 часа", 5400), ("1w2d", 777_600), ("an hour", 3600),
            ("две минуты", 120),
            ("5 МИНУТ", 300), ("1d12h30m15s", 131_415), ("месяц", 2_592_000), ("1 год", 31_536_000), ("день и час", 90_000),
            ("2 дня 3 часа 4 минуты 5 секунд", 183_845),
        ])
    func read(text: String, seconds: Int64) { #expect(DurationArgument.duration(of: text) == .seconds(seconds)) }

    @Test("Milliseconds count too") func fine() { #expect(DurationArgument.duration(of: "500ms") == .milliseconds(500)) }

    @Test(
        "What is none is refused",
        arguments: [
            "", "5", "m", "5x", "пять", "-5m", "0m", "5m5m", "5m 1h", "1h1h", "1e3s", "nan m", "inf s", "1..5h", "999999999999999999999m",
            "101 год",
            "5 минут потом", "1h30", "5 m x", "через час", "½ часа",
        ])
    func refused(text: String) { #expect(DurationArgument.duration(of: text) == nil) }

    @Test(
        "As an argument it takes no more words than belong to it",
        arguments: [
            ("/mute 5m спам", "300 спам"), ("/mute 2 часа спам", "7200 спам"), ("/mute 5m 10 яблок", "300 10 яблок"),
            ("/mute 1 час 30 минут спам", "5400 спам"),
            ("/mute час и ещё", "3600 и ещё"), ("/mute 5m 10m", "300 10m"), ("/mute 5m", "300 nil"),
        ])
    func argument(typed: String, expected: String) async throws {
        let bot = try await TestBot {
            Command("mute", .duration("for"), .rest("why").optionally) { message, span, why in
                try await message.send(FormattedText("\(span.components.seconds) \(why ?? "nil")"))
            }
        }
        #expect(await bot.person("Алиса").says(typed).map(\.text) == [expected])
        #expect(await bot.person("Алиса").says("/mute потом")[0].text.hasPrefix("«потом» не подходит: for — нужно время: 5m, 2 часа."))
    }
}
