// Govorun: texts with formatting. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Formatted texts")
struct FormattedTextTests {
    private typealias Span = FormattedText.Span

    @Test("Offsets count UTF-16 units: an emoji is two, a flag four, a family eleven")
    func offsets() {
        let text: FormattedText = "a😀\(bold: "b")🇷🇺\(italic: "в")👨‍👩‍👧‍👦\(underline: "y")"
        #expect(text.text == "a😀b🇷🇺в👨‍👩‍👧‍👦y")
        #expect(text.spans == [Span(.bold, 3..<4), Span(.italic, 8..<9), Span(.underline, 20..<21)])
        #expect(text.length == text.text.utf16.count)
    }

    @Test("Texts are joined, nested and styled anew; each stretch keeps its place")
    func joined() {
        var text = FormattedText.bold("Заказ") + " " + .link("№ 5", to: "https://example.org")
        text += .italic("!")
        #expect(text.text == "Заказ № 5!")
        #expect(text.spans == [Span(.bold, 0..<5), Span(.link("https://example.org"), 6..<9), Span(.italic, 9..<10)])
        let nested: FormattedText = "\(bold: "a \(italic: "b") c")"
        #expect(nested.spans == [Span(.bold, 0..<5), Span(.italic, 2..<3)])
        #expect([FormattedText.bold("a"), "b"].joined(separator: ", ") == .bold("a") + ", b")
    }

    @Test("Nothing formatted is no format_data; an empty stretch is none")
    func plain() {
        #expect(FormattedText("a").formatData == nil)
        #expect(FormattedText("a\(bold: "")").formatData == nil)
        #expect(
            FormattedText("ab", spans: [Span(.bold, 1..<9), Span(.italic, 5..<6), Span(.italic, -3..<1)]).spans == [
                Span(.bold, 1..<2), Span(.italic, 0..<1),
            ])
    }

    @Test("format_data is written as VK reads it, and read as VK writes it")
    func wire() throws {
        let text: FormattedText = "\(bold: "a")\(link: "b", to: "https://example.org/?a=\"")"
        let json = try #require(text.formatData)
        #expect(
            json.serialized == #"{"version":1,"items":[{"type":"bold","offset":0,"length":1},"#
                + #"{"type":"url","offset":1,"length":1,"url":"https://example.org/?a=\""}]}"#)
        #expect(FormattedText("ab", formatData: json.view) == text)
        let foreign: JSONValue = [
            "version": "1",
            "items": [
                ["type": "blink", "offset": 0, "length": 1], ["type": "bold", "offset": 9_223_372_036_854_775_807, "length": 2],
                ["type": "bold", "offset": 0], ["type": "italic", "offset": 1, "length": 7],
            ],
        ]
        #expect(FormattedText("ab", formatData: foreign.view).spans == [Span(.italic, 1..<2)])
    }

    @Test("What is interpolated mentions nobody, wherever it stands")
    func interpolated() {
        for evil in ["[id1|Босс]", "[club1|Мы]", "@all", "@durov", "*id1 (Босс)", "@id1", "[https://vk.com/a|b]", "&#91;id1|x]", "@все"] {
            let text: FormattedText = "Привет, \(evil)! \(bold: evil) \(italic: evil)"
            #expect(Mention.all(in: text.text).isEmpty, "\(evil)")
            #expect(text.text.replacing("\u{200B}", with: "").contains(evil))
        }
        let (first, second) = ("[id1", "|x]")
        #expect(Mention.all(in: ("\(first)\(second)" as FormattedText).text).isEmpty)
        let (bracket, rest, everyone) = ("[", "id1|x]", "all")
        #expect(Mention.all(in: ("\(bracket)\(rest)" as FormattedText).text).isEmpty)
        #expect(Mention.all(in: ("@\(everyone)" as FormattedText).text).isEmpty)
        #expect(Mention.all(in: FormattedText.escaped("[id1|x] @all").text).isEmpty)
    }

    @Test(
        "What harms nobody stays as it is",
        arguments: ["a@b.ru", "2*3", "2 * 3", "[1, 2]", "@1", "R & D", "5", "Анна-Мария", "привет!"])
    func harmless(text: String) { #expect(FormattedText("\(text)").text == text) }

    @Test("The author's own words, mentions and values keep their meaning")
    func own() {
        #expect(("[id1|Павел]" as FormattedText).text == "[id1|Павел]")
        #expect(("\(mention: Mention(of: -5, as: "Мы [нас] и\nвы"))" as FormattedText).text == "[club5|Мы (нас) и вы]")
        #expect(("\(verbatim: "@all")" as FormattedText).text == "@all")
        #expect(("[id\(5)|Имя]" as FormattedText).text == "[id5|Имя]")
        let missing: Int? = nil
        #expect(("\(missing, default: "нет") \(Optional(5), default: "нет") \(1.5) \(true)" as FormattedText).text == "нет 5 1.5 true")
    }

    @Test("A message takes a text written in place, a formatted one and a String, and VK gets the formatting")
    func sent() async throws {
        let bot = try await TestBot {
            Command("place", .rest("name")) { message, name in try await message.send("Привет, \(bold: name)!") }
            Command("plain") { message in
                let text = "[id1|Павел]"
                try await message.send(text)
            }
            Command("reply") { message in try await message.reply(.bold("да")) { Row { Button("ок") } } }
            Command("edit") { message in try await message.send("раз").edit("\(italic: "два")") }
        }
        let alice = bot.person("Алиса")
        let reply = try #require(await alice.says("/place @all").first)
        #expect(Mention.all(in: reply.text).isEmpty)
        #expect(reply.parameters["format_data"] == #"{"version":1,"items":[{"type":"bold","offset":8,"length":5}]}"#)
        #expect(await alice.says("/plain").map(\.text) == ["[id1|Павел]"])
        #expect(
            await alice.says("/reply").map { $0.parameters["format_data"] } == [
                #"{"version":1,"items":[{"type":"bold","offset":0,"length":2}]}"#
            ])
        #expect(
            await alice.says("/edit").map { $0.parameters["format_data"] } == [
                #"{"version":1,"items":[{"type":"italic","offset":0,"length":3}]}"#
            ])
    }

    @Test("What is quoted leaves to the letter, and nobody gets a notice")
    func quoted() async throws {
        let bot = try await TestBot(messageLimit: 20) {
            Command("echo", .rest("text")) { message, text in try await message.send("эхо: \(FormattedText.quoted(text))") }
            Command("loud") { message in try await message.send("[id1|Павел]") }
        }
        let alice = bot.person("Алиса")
        let replies = await alice.says("/echo [id1|Павел] и ещё слова")
        #expect(replies.map(\.text) == ["эхо: [id1|Павел] и", "ещё слова"])
        #expect(replies.map { $0.parameters["disable_mentions"] } == ["1", "1"])
        #expect(await alice.says("/loud").map { $0.parameters["disable_mentions"] } == [nil])
    }

    @Test("A usage answer quotes what was typed without mentioning anybody")
    func usage() async throws {
        let bot = try await TestBot { Command("n", .int("n")) { _, _ in } }
        let answer = try #require(await bot.person("Алиса").says("/n [id1|x]").first)
        #expect(Mention.all(in: answer.text).isEmpty)
    }
}
