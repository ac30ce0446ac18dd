// Govorun: texts with places for values. SPDX-License-Identifier: MIT
import Testing

@testable import BotKit

@Suite("A text with places for values")
struct TextTemplateTests {
    private func filled(_ source: String, _ values: KeyValuePairs<String, Any> = [:], language: String = "ru") throws -> FormattedText {
        try TextTemplate(source, language: language).filled(values) { Issue.record("\($0) is missing") }
    }

    @Test(
        "A word takes the form that goes with its number",
        arguments: [
            (1, "1 товар"), (2, "2 товара"), (5, "5 товаров"), (11, "11 товаров"), (21, "21 товар"), (0, "0 товаров"), (-3, "-3 товара"),
        ])
    func plural(number: Int, expected: String) throws {
        #expect(try filled("{n} {n|товар|товара|товаров}", ["n": number]).text == expected)
    }

    @Test(
        "Two forms are enough in other cases, and in English",
        arguments: [("ru", 21, "у 21 друга"), ("ru", 5, "у 5 друзей"), ("en", 1, "у 1 друга"), ("en", 0, "у 0 друзей")])
    func twoForms(language: String, number: Int, expected: String) throws {
        #expect(try filled("у {n} {n|друга|друзей}", ["n": number], language: language).text == expected)
    }

    @Test("A number with a fraction, and one of another width, are numbers, too")
    func numbers() throws {
        #expect(try filled("{n|час|часа|часов}", ["n": 1.5]).text == "часа")
        #expect(try filled("{n|час|часа|часов}", ["n": UInt8(5)]).text == "часов")
        #expect(try filled("{n|час|часа|часов}", ["n": Int64.max]).text == "часов")
    }

    @Test("What is put in stays text; only a mention mentions")
    func foreign() throws {
        #expect(try filled("Привет, {name}!", ["name": "[id1|Босс]"]).text == "Привет, [\u{200B}id1|Босс]!")
        #expect(try filled("@{name}", ["name": "all"]).text == "@\u{200B}all")
        #expect(try filled("{who}!", ["who": Mention(of: 5, as: "Аня")]).text == "[id5|Аня]!")
        #expect(try filled("{a}", ["a": FormattedText.bold("жир")]).spans == [.init(.bold, 0..<3)])
    }

    @Test("A text that is Markdown is formatted, and what is put in is not")
    func markdown() throws {
        let template = try TextTemplate("**Привет**, {name}", language: "ru", isMarkdown: true)
        let text = template.filled(["name": "**Аня**"]) { _ in }
        #expect(text.text == "Привет, **\u{200B}Аня**\u{200B}", "nor does a sign of it mention")
        #expect(text.spans == [.init(.bold, 0..<6)])
    }

    @Test("Doubled braces are braces", arguments: [("{{name}}", "{name}"), ("a {{ b }} c", "a { b } c"), ("{{{n}}}", "{5}")])
    func braces(source: String, expected: String) throws {
        #expect(try filled(source, ["n": 5]).text == expected)
    }

    @Test("A value that is not there is told, and stands as its name")
    func missing() throws {
        var missing: [String] = []
        let text = try TextTemplate("{a} {n|x|y|z}", language: "ru").filled(["n": "five"]) { missing.append($0) }
        #expect(text.text == "{a} z")
        #expect(missing == ["a", "n"])
    }

    @Test(
        "What cannot be read is explained",
        arguments: [
            ("a {name", "a '{' without '}'"), ("a } b", "a '}' without '{'"), ("{}", "names no value"), ("{ name }", "names no value"),
            ("{2}", "names no value"), ("{n|one}", "has 1 form of the word; the language 'ru' has 3 or 2"),
            ("{n|a|b|c|d}", "has 4 forms"),
        ])
    func faults(source: String, expected: String) {
        let fault = #expect(throws: TextTemplate.Fault.self) { try TextTemplate(source, language: "ru") }
        #expect(fault?.message.contains(expected) == true)
    }
}
