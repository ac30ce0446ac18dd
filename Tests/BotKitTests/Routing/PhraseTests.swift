// Govorun: templates, similar texts and typed captures. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Phrases")
struct PhraseTests {
    private func said(_ text: String, to bot: TestBot) async -> [String] { await bot.person("Алиса").says(text).map(\.text) }

    @Test(
        "A template fits the whole message in any letter case and spacing, signs at its end aside",
        arguments: [
            ("дай 5 яблок", "5 яблок"), ("ДАЙ  +5\nяблок!", "5 яблок"), ("дай 5 яблок?!..", "5 яблок"), ("дай пять яблок", nil),
            ("дай 5", nil), ("дай 5 яблок и груш", nil),
            ("ну дай 5 яблок", nil), ("дай5 яблок", nil),
        ])
    func template(text: String, expected: String?) async throws {
        let bot = try await TestBot {
            Hears(template: "дай <count:int> <что>") { message, match in
                try await message.send("\(match["count", as: Int.self] ?? -1) \(match["что"] ?? "")")
            }
        }
        #expect(await said(text, to: bot) == (expected.map { [$0] } ?? []))
    }

    @Test(
        "Places have kinds",
        arguments: [("цена 1,5", "1.5"), ("цена 2", "2.0"), ("скажи а б  в", "а б  в"), ("(сколько) 5+5?", "10")])
    func kinds(text: String, expected: String) async throws {
        let bot = try await TestBot {
            Hears(template: "цена <n:double>") { message, match in try await message.send("\(match["n", as: Double.self] ?? 0)") }
            Hears(template: "скажи <text:rest>") { message, match in try await message.send("\(match["text"] ?? "")") }
            Hears(template: "(сколько) <a:int>+<b:int>?") { message, match in
                try await message.send("\((match["a", as: Int.self] ?? 0) + (match["b", as: Int.self] ?? 0))")
            }
        }
        #expect(await said(text, to: bot) == [expected])
    }

    @Test("Typed captures reach the closure; what cannot be read is somebody else's")
    func captures() async throws {
        let bot = try await TestBot {
            Hears(matching: #"^дай (?<n>\d+)\s+(?<what>\w+)"#, .int("n", in: 1...9), .word("what")) { message, n, what in
                try await message.send("\(n + 1) \(what)")
            }
            Hears(template: "напомни <text> через <when:rest>", .rest("text"), .duration("when")) { message, text, span in
                try await message.send("\(text)|\(span.components.seconds)")
            }
            Hears(matching: #"^позови(?: (?<who>.+))?$"#, .user("who").optionally) { message, user in
                try await message.send("зову \(user?.id ?? 0)")
            }
            Fallback { message in try await message.send("мимо") }
        }
        bot.answer("utils.resolveScreenName", with: ["object_id": 1, "type": "user"])
        #expect(await said("дай 5 яблок", to: bot) == ["6 яблок"])
        #expect(await said("дай 50 яблок", to: bot) == ["мимо"])
        #expect(await said("напомни купить хлеб через 2 часа", to: bot) == ["купить хлеб|7200"])
        #expect(await said("напомни купить хлеб через потом", to: bot) == ["мимо"])
        #expect(await said("позови [id5|Вася Пупкин]", to: bot) == ["зову 5"])
        #expect(await said("позови @durov", to: bot) == ["зову 1"])
        #expect(await said("позови", to: bot) == ["зову 0"])
        #expect(bot.problems == [])
    }

    @Test(
        "A similar text has at most so many wrong letters; signs, spaces and ё do not count",
        arguments: [
            ("здравствуйте", true), ("Здраствуйте!", true), ("здавствуйте", true), ("здарвствуйте", true), ("здрааствуйте", true),
            ("здрасте", false),
            ("здравствуйте все", false), ("здравствуй те", true), ("", false), ("зравствуте", true), ("зравствутe", false),
        ])
    func similar(text: String, matches: Bool) async throws {
        let bot = try await TestBot { Hears(similarTo: "здравствуйте", distance: 2) { message in try await message.send("да") } }
        #expect(await said(text, to: bot) == (matches ? ["да"] : []))
    }

    @Test("ё is е unless told otherwise", arguments: [(false, "елка", true), (true, "елка", false), (true, "ёлка", true)])
    func yo(distinguishes: Bool, text: String, matches: Bool) async throws {
        let bot = try await TestBot {
            Hears(oneOf: .similar(to: "ёлка", distance: 0, distinguishesYo: distinguishes)) { message, _ in try await message.send("да") }
        }
        #expect(await said(text, to: bot) == (matches ? ["да"] : []))
    }

    @Test(
        "One of several kinds is enough, whole texts before the rest",
        arguments: [("привет", "привет"), ("привет, Боб", "Боб"), ("првет", "првет"), ("12 раз", "12")])
    func several(text: String, expected: String) async throws {
        let bot = try await TestBot {
            Hears(oneOf: "привет", .template("привет, <who>"), .similar(to: "привет"), .pattern(#"^(?<who>\d+)"#)) { message, match in
                try await message.send("\(match["who"] ?? match[0] ?? "")")
            }
        }
        #expect(await said(text, to: bot) == [expected])
    }

    @Test("What can never be heard stops the start with its author's line")
    func broken() {
        let plugin = PluginInstance.trial {
            Hears(template: "дай <count") { _, _ in }
            Hears(template: "дай <>") { _, _ in }
            Hears(template: "<a> <a>") { _, _ in }
            Hears(template: "<a:число>") { _, _ in }
            Hears(template: " ") { _, _ in }
            Hears(similarTo: "да", distance: 2) { _ in }
            Hears(similarTo: "!", distance: 0) { _ in }
            Hears(matching: #"(?<n>\d+)"#, .int("count")) { _, _ in }
            Hears(template: "дай <n>", .int("count")) { _, _ in }
        }
        let reasons = Router.problems(of: [plugin]).map { $0.message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "" }
        #expect(
            reasons == [
                "'<' without '>' in «дай <count»", "'<>' is no name: letters, digits and low lines, a letter first",
                "'<a>' stands twice in «<a> <a>»",
                "'число' is no kind of place; there are double, int, rest, word", "an empty template fits nothing",
                "a distance of 2 is for texts of more letters", "a text without letters is like nothing",
                #"there is no 'count' in «(?<n>\d+)»"#,
                "there is no 'count' in «дай <n>»",
            ])
    }

    @Test("A long message is compared in passing", .timeLimit(.minutes(1)))
    func long() async throws {
        let bot = try await TestBot {
            Hears(similarTo: String(repeating: "аб", count: 2_000), distance: 3) { message in try await message.send("да") }
            Fallback { message in try await message.send("нет") }
        }
        #expect(await said(String(repeating: "ба", count: 2_000), to: bot) == ["да"])
        #expect(await said(String(repeating: "вг", count: 2_000), to: bot) == ["нет"])
    }
}
