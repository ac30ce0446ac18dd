// Govorun: mentions in a text. SPDX-License-Identifier: MIT
import BotKit
import Testing

@Suite("Mentions")
struct MentionTests {
    @Test(
        "Every form that VK knows is found with its page and its name",
        arguments: [
            ("[id1|Павел]", .page(1), "Павел"), ("[club5|Мы]", .page(-5), "Мы"), ("[public5|Мы]", .page(-5), "Мы"),
            ("[event5|Сбор]", .page(-5), "Сбор"), ("[ID1|X]", .page(1), "X"), ("[id1|]", .page(1), ""), ("[id1|a|b]", .page(1), "a|b"),
            ("[id1|Павел Дуров]", .page(1), "Павел Дуров"), ("[id1|@durov]", .page(1), "@durov"), ("@id1 (Павел)", .page(1), "Павел"),
            ("*id1 (Павел Дуров)", .page(1), "Павел Дуров"), ("@club5 (Мы)", .page(-5), "Мы"), ("@id1", .page(1), ""),
            ("*id1", .page(1), ""),
            ("@durov", .shortName("durov"), ""), ("@Durov.P_1", .shortName("durov.p_1"), ""),
            ("@durov (Павел)", .shortName("durov"), "Павел"),
            ("[https://vk.com/durov|тут]", .link("https://vk.com/durov"), "тут"), ("@all", .everyone, ""), ("@online", .online, ""),
            ("@все", .everyone, ""), ("@ALL", .everyone, ""),
        ] as [(String, Mention.Target, String)])
    func forms(text: String, target: Mention.Target, name: String) {
        for around in ["\(text)", "ну \(text) да", "(\(text))", "\n\(text),"] {
            let found = Mention.all(in: around)
            #expect(found.map(\.mention.target) == [target], "\(around)")
            #expect(found.map(\.mention.name) == [name])
            #expect(found.map { String(around[$0.range]) } == [text])
        }
    }

    @Test(
        "What only looks like one is none",
        arguments: [
            "[id|x]", "[id0|x]", "[idx|x]", "[id1]", "[id1|x", "[durov|x]", "[1|x]", "a@b.ru", "2*id1", "@", "@ durov", "* слово", "@1",
            "[]", "[|x]",
            "[ id1|x]", "[id99999999999999999999|x]", "@идиот", "", "[vk.com|x]",
        ])
    func none(text: String) { #expect(Mention.all(in: text).isEmpty) }

    @Test("A sentence's full stop is not the name's")
    func fullStop() { #expect(Mention.all(in: "Спроси @durov.").map(\.mention.target) == [.shortName("durov")]) }

    @Test("A text is shown with names in place of brackets")
    func shown() {
        #expect(Mention.shown(in: "[id1|Павел], привет от [club5|нас] и @durov (Павла)!") == "Павел, привет от нас и Павла!")
        #expect(Mention.shown(in: "без упоминаний [1]") == "без упоминаний [1]")
    }

    @Test(
        "A mention is written so that it is read back",
        arguments: [
            (Mention(of: 1, as: "Павел"), "[id1|Павел]"), (Mention(of: -5, as: "a]b[c"), "[club5|a)b(c]"), (Mention(of: 1), "@id1"),
            (Mention(of: -5, as: " "), "@club5"), (Mention(.shortName("durov")), "@durov"),
            (Mention(.shortName("durov"), as: "П"), "@durov (П)"),
            (Mention(.everyone), "@all"), (Mention(.online), "@online"),
            (Mention(.link("https://vk.com/a"), as: "b"), "[https://vk.com/a|b]"),
        ])
    func written(mention: Mention, expected: String) {
        #expect(mention.written == expected)
        #expect(Mention.all(in: expected).map(\.mention.target) == [mention.target])
    }

    @Test(
        "A megabyte of brackets that close nothing is read in passing", .timeLimit(.minutes(1)), arguments: ["[", "[id1|", "@a (", "[a|b"])
    func large(piece: String) { #expect(Mention.all(in: String(repeating: piece, count: 200_000)).count >= 0) }
}
