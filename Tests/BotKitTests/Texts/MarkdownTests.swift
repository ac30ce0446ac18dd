// Govorun: the small Markdown. SPDX-License-Identifier: MIT
import BotKit
import Testing

@Suite("Markdown")
struct MarkdownTests {
    private static func written(_ text: FormattedText) -> String {
        text.text + text.spans.map { " \($0.style)\($0.range.lowerBound)-\($0.range.upperBound)" }.joined()
    }

    @Test(
        "Marks with a partner format, others stay text",
        arguments: [
            ("plain", "plain"), ("**b**", "b bold0-1"), ("*i*", "i italic0-1"), ("_i_", "i italic0-1"), ("__u__", "u underline0-1"),
            ("a **b c** d", "a b c d bold2-5"), ("**b *i* b**", "b i b bold0-5 italic2-3"), ("***x***", "x bold0-1 italic0-1"),
            ("*a **b** c*", "a b c italic0-5 bold2-3"), ("**a", "**a"), ("a**", "a**"), ("*a", "*a"), ("a * b * c", "a * b * c"),
            ("2*3*4", "234 italic1-2"), ("snake_case_name", "snake_case_name"), ("__init__", "init underline0-4"), ("**", "**"),
            ("****", "****"),
            ("* *", "* *"), ("**a*", "**a*"), ("*a**", "a* italic0-1"), ("_a*b_c*", "_ab_c italic2-5"),
            ("-----*****-----", "-----*****-----"),
            (#"\*a\*"#, "*a*"), (#"\\"#, #"\"#), (#"\a"#, #"\a"#), (#"**a\*b**"#, "a*b bold0-3"), (#"\"#, #"\"#),
            ("[t](u)", #"t link("u")0-1"#), ("[**b**](u)", #"b link("u")0-1 bold0-1"#), ("**[t](u)**", #"t bold0-1 link("u")0-1"#),
            ("[t](https://a.b/c_(d)?e=*f*)", #"t link("https://a.b/c_(d)?e=*f*")0-1"#), ("[t]", "[t]"), ("[t](", "[t]("),
            ("[t](a b)", "[t](a b)"),
            ("[t]()", "[t]()"), ("](u)", "](u)"), ("[id1|Имя]", "[id1|Имя]"), ("[a [b](u)", #"[a b link("u")3-4"#), ("[](u)", "[](u)"),
            ("😀 **b**", "😀 b bold3-4"), ("", ""), ("**a\nb**", "a\nb bold0-3"), ("**жирный**текст", "жирныйтекст bold0-6"),
        ])
    func read(source: String, expected: String) { #expect(Self.written(FormattedText(markdown: Markdown(source))) == expected) }

    @Test(
        "What is interpolated is text, marks, mentions and all", arguments: ["**x**", "[t](u)", "_x_", #"a\*b"#, "]", "*", "](http://a)"])
    func interpolated(evil: String) {
        let text = FormattedText(markdown: "**a** \(evil) _b_")
        #expect(text.text.replacing("\u{200B}", with: "") == "a \(evil) b")
        #expect(text.spans.map(\.style) == [.bold, .italic])
        let inside = FormattedText(markdown: "**\(evil)**")
        #expect(inside.text.replacing("\u{200B}", with: "") == evil)
        #expect(inside.spans.map(\.style) == [.bold])
        #expect(FormattedText(markdown: Markdown(Markdown.escaped(evil))).spans.isEmpty)
    }

    @Test(
        "Thousands of marks without a partner are read in passing", .timeLimit(.minutes(1)),
        arguments: ["**a ", "[", "*a **b ", "[a](", "_a"])
    func large(piece: String) {
        let source = String(repeating: piece, count: 20_000)
        #expect(!FormattedText(markdown: Markdown(source)).isBlank)
    }
}
