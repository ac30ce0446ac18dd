// Govorun: what an argument could have been, said to people. SPDX-License-Identifier: MIT
import BotKit
import BotTesting
import Testing

@Suite("What does not fit is answered with what would")
struct ExpectationTests {
    private enum Size: String, CaseIterable { case small, large }

    private func answer(_ language: String, to text: String) async throws -> String {
        let bot = try await TestBot(language: language) {
            Command("int", .int("n")) { _, _ in }
            Command("number", .double("n")) { _, _ in }
            Command("in", .duration("n")) { _, _ in }
            Command("on", .date("n")) { _, _ in }
            Command("who", .user("n")) { _, _ in }
            Command("size", .choice("n", Size.self)) { _, _ in }
            Command("own", Parsed("n") { Int($0, radix: 16) }) { _, _ in }
            Command("loud", .flag("n")) { _, _ in }
        }
        let lines = await bot.person("Алиса").says(text).first?.text.split(separator: "\n") ?? []
        return lines.first.map(String.init) ?? ""
    }

    @Test(
        "In Russian and in English, for each kind",
        arguments: [
            ("/int q", "n — нужно целое число.", "n, a whole number."), ("/number q", "n — нужно число.", "n, a number."),
            ("/in q", "n — нужно время: 5m, 2 часа.", "n, a span of time such as 5m or 2 hours."),
            (
                "/on q", "n — нужна дата или время: завтра, 25.12, 18:30.",
                "n, a date or a time such as tomorrow, 25.12 or 18:30."
            ),
            ("/who !", "n — нужен человек: упоминание через @, ссылка или id.", "n, a mention with @, a link or an id."),
            ("/size q", "n — нужно одно из: small, large.", "n, one of small, large."), ("/own q", "n.", "n."),
            ("/loud --n=q", "--n — пишется без значения.", "--n, which takes no value."),
        ])
    func kinds(typed: String, russian: String, english: String) async throws {
        let word = typed.split(separator: "=").count > 1 ? "q" : String(typed.split(separator: " ")[1])
        #expect(try await answer("ru", to: typed) == "«\(word)» не подходит: \(russian)")
        #expect(try await answer("en", to: typed) == "«\(word)» does not fit here: \(english)")
    }
}
