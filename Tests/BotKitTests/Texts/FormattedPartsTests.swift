// Govorun: formatting in texts that are too long. SPDX-License-Identifier: MIT
import Testing

@testable import BotKit

@Suite("Formatting in parts")
struct FormattedPartsTests {
    private typealias Span = FormattedText.Span

    @Test(
        "Each part has the formatting that falls into it, counted from its start",
        arguments: [
            ("\(bold: "one") two", 4, [("one", [0..<3]), ("two", [])]), ("one \(bold: "two")", 4, [("one", []), ("two", [0..<3])]),
            ("\(bold: "one two")", 4, [("one", [0..<3]), ("two", [0..<3])]),
            ("o\(bold: "ne t")wo", 4, [("one", [1..<3]), ("two", [0..<1])]),
            ("one\(bold: " ")two", 4, [("one", []), ("two", [])]), ("😀😀 \(bold: "😀")a", 5, [("😀😀", []), ("😀a", [0..<2])]),
            ("\(bold: "unbreakable")", 4, [("unbr", [0..<4]), ("eaka", [0..<4]), ("ble", [0..<3])]),
            ("\(bold: "all") fits", 20, [("all fits", [0..<3])]),
        ] as [(FormattedText, Int, [(String, [Range<Int>])])])
    func clipped(text: FormattedText, limit: Int, expected: [(String, [Range<Int>])]) {
        let parts = text.parts(limit: limit)
        #expect(parts.map(\.text) == expected.map(\.0))
        #expect(parts.map { $0.spans.map(\.range) } == expected.map(\.1))
    }

    @Test("A message that is too long goes out in parts with their formatting")
    func sent() {
        let word = FormattedText.bold("слово") + " "
        let text = Array(repeating: word, count: 2_000).joined()
        let parts = text.parts(limit: 4096)
        #expect(parts.count == 3)
        for part in parts {
            #expect(part.spans.allSatisfy { String(decoding: Array(part.text.utf16)[$0.range], as: UTF16.self) == "слово" })
        }
        #expect(parts.map(\.spans.count).reduce(0, +) == 2_000)
    }
}
