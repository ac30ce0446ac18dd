// Govorun: where a long text is cut. SPDX-License-Identifier: MIT
import Testing

@testable import BotKit

@Suite("Long texts")
struct MessageTextTests {
    @Test(
        "A text is cut at a paragraph, a line or a word, in this order",
        arguments: [
            ("short", 10, ["short"]), ("exactly 10", 10, ["exactly 10"]), (" kept  as\n it is ", 17, [" kept  as\n it is "]),
            ("one two three", 8, ["one two", "three"]), ("one two three", 7, ["one two", "three"]), ("12345 78", 5, ["12345", "78"]),
            ("aaaa bb\ncc dd", 10, ["aaaa bb", "cc dd"]), ("aaaa\n\nbb cc\ndd ee", 8, ["aaaa", "bb cc", "dd ee"]),
            ("a\n\nbbbb cccc dddd", 11, ["a\n\nbbbb", "cccc dddd"]), ("unbreakable", 4, ["unbr", "eaka", "ble"]),
            ("a     b", 3, ["a", "b"]), ("ab\r\n\r\ncd", 4, ["ab", "cd"]), ("      x", 3, ["x"]), ("abc    ", 4, ["abc"]),
            ("aa bb   ", 5, ["aa bb"]), ("", 5, [""]), ("text", 0, ["text"]),
        ])
    func cuts(text: String, limit: Int, expected: [String]) { #expect(MessageText.parts(of: text, limit: limit) == expected) }

    @Test(
        "A character of several code points stays whole",
        arguments: [
            ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 12, ["👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"]), ("🇷🇺🇷🇺🇷🇺", 9, ["🇷🇺🇷🇺", "🇷🇺"]), ("👍🏽👍🏽", 5, ["👍🏽", "👍🏽"]),
            ("e\u{301}e\u{301}", 3, ["e\u{301}", "e\u{301}"]), ("😀😀", 3, ["😀", "😀"]),
            ("a👨‍👩‍👧‍👦", 11, ["a", "👨‍👩‍👧‍👦"]), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁥󠁮󠁧󠁿", 14, ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"]), ("1️⃣2️⃣", 5, ["1️⃣", "2️⃣"]),
            ("\u{1100}\u{1161}\u{11A8}\u{1100}\u{1161}\u{11A8}", 4, ["\u{1100}\u{1161}\u{11A8}", "\u{1100}\u{1161}\u{11A8}"]),
            ("नमस्ते", 4, ["नम", "स्ते"]), ("❤️❤️", 3, ["❤️", "❤️"]), ("a 🇷🇺🇷🇺", 6, ["a", "🇷🇺", "🇷🇺"]),
        ])
    func whole(text: String, limit: Int, expected: [String]) { #expect(MessageText.parts(of: text, limit: limit) == expected) }

    @Test("A character longer than a message may be is cut between code points")
    func monster() {
        let parts = MessageText.parts(of: "e" + String(repeating: "\u{301}", count: 25), limit: 10)
        #expect(parts.map(\.utf16.count) == [10, 10, 6])
        #expect(MessageText.parts(of: "😀", limit: 1) == ["😀"])
    }

    @Test("An accent on a space is no space, and is not lost")
    func accent() {
        let text = "aaaa \u{301} bbbb"
        #expect(MessageText.parts(of: text, limit: 6).joined().unicodeScalars.contains("\u{301}"))
    }

    @Test("Whatever the text and the limit: no word is lost, no part is too long or blank", arguments: 1...40)
    func conserved(seed: UInt64) {
        var random = Numbers(state: seed)
        let pieces = ["слово", "a", " ", "  ", "\n", "\n\n", "👨‍👩‍👧", "🇷🇺", "\r\n", "оченьдлинноеслово", "\t", "e\u{301}", "."]
        let text = (0..<200).map { _ in pieces[random.next(below: pieces.count)] }.joined()
        let limit = 9 + random.next(below: 60)
        let parts = MessageText.parts(of: text, limit: limit)
        #expect(parts.allSatisfy { $0.utf16.count <= limit && !$0.isBlank })
        #expect(parts.joined().filter { !$0.isBlank } == text.filter { !$0.isBlank })
    }

    @Test(
        "A book is cut in passing, whatever it is made of", .timeLimit(.minutes(1)),
        arguments: ["слово ", "слово", "a", "😀", "🇷🇺", "👨‍👩‍👧", "\u{301}", " ", "\n", "a\n\n"])
    func large(piece: String) {
        let text = String(repeating: piece, count: 2_000_000 / piece.utf8.count)
        #expect(MessageText.parts(of: text, limit: 4096).allSatisfy { $0.utf16.count <= 4096 })
    }

    /// A small generator, so that a failing seed fails again.
    private struct Numbers {
        var state: UInt64
        mutating func next(below bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
    }
}
