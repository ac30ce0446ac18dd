// Govorun: what bytes a file may hold. SPDX-License-Identifier: MIT
import Foundation
import MarkedYAML
import Testing

@Suite("Encoding: UTF-8 is read, anything else is explained")
struct EncodingTests {
    @Test("A byte order mark and CRLF are accepted") func accepted() throws {
        let text = "\u{FEFF}bots:\r\n  one: привет\r\n"
        #expect(try document(text).root["bots"]?["one"]?.scalar == "привет")
    }

    @Test(
        "UTF-16 and UTF-32 are named",
        arguments: [
            (String.Encoding.utf16LittleEndian, [0xFF, 0xFE], "UTF-16"), (.utf16BigEndian, [0xFE, 0xFF], "UTF-16"),
            (.utf16LittleEndian, [], "UTF-16"), (.utf16BigEndian, [], "UTF-16"), (.utf32LittleEndian, [0xFF, 0xFE, 0, 0], "UTF-32"),
        ] as [(String.Encoding, [UInt8], String)])
    func wide(encoding: String.Encoding, mark: [UInt8], name: String) throws {
        let bytes = mark + Array(try #require("bots:\n  one: 1\n".data(using: encoding)))
        #expect(errors(bytes).map(\.message) == ["the file is in \(name); save the file as UTF-8"])
    }

    @Test(
        "Windows-1251, Latin-1 and broken UTF-8 are shown where they begin",
        arguments: [
            ([0x61, 0x3A, 0x20, 0xEF, 0xF0, 0xE8], 4, "0xEF"), ([0x61, 0x3A, 0x0A, 0x62, 0x3A, 0x20, 0xE9], 4, "0xE9"),
            ([0x61, 0x3A, 0x20, 0xC0, 0x80], 4, "0xC0"), ([0x61, 0x3A, 0x20, 0xED, 0xA0, 0x80], 4, "0xED"), ([0x61, 0xFF], 2, "0xFF"),
        ] as [([UInt8], Int, String)])
    func narrow(bytes: [UInt8], column: Int, byte: String) {
        let problems = errors(bytes)
        #expect(problems.count == 1)
        #expect(problems.first?.code == .encoding)
        #expect(problems.first?.mark.column == column)
        #expect(problems.first?.message == "byte \(byte) is not UTF-8 (Windows-1251 or Latin-1?); save the file as UTF-8")
    }

    @Test(
        "Characters that nobody sees are refused, each at its place",
        arguments: [
            ("key: a\u{0}b", ["1:7 a NUL character (U+0000) is not allowed in YAML"]),
            (
                "a: \u{7}\nb: \u{1B}",
                [
                    "1:4 the invisible character U+0007 is not allowed in YAML; delete it",
                    "2:4 the invisible character U+001B is not allowed in YAML; delete it",
                ]
            ),
            ("key: a\u{FEFF}b", ["1:7 the invisible character U+FEFF is not allowed in YAML; delete it"]),
            ("key: a\u{9F}b", ["1:7 the invisible character U+009F is not allowed in YAML; delete it"]),
            ("key: \u{7F}", ["1:6 the invisible character U+007F is not allowed in YAML; delete it"]),
        ])
    func invisible(text: String, expected: [String]) {
        #expect(problems(of: text) == expected)
    }

    @Test("Escapes may write what may not stand there itself") func escapes() throws {
        #expect(try document(#"key: "a\0b\x07\u0416""#).root["key"]?.scalar == "a\0b\u{7}Ж")
    }

    private func errors(_ bytes: [UInt8]) -> [YAMLProblem] {
        do {
            _ = try YAMLDocument(bytes: bytes, name: "bots.yaml")
            return []
        } catch {
            return error.problems
        }
    }
}
