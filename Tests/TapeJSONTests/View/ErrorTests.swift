// Govorun: what a refusal says. SPDX-License-Identifier: MIT
import TapeJSON
import Testing

@Suite("JSON errors")
struct ErrorTests {
    @Test(
        "A refusal names its reason, line and column",
        arguments: [
            ("", JSONError.Code.empty, 0, 1, 1), ("\n ", .empty, 2, 2, 2), ("[1,\n 2", .unexpectedEnd, 6, 2, 3),
            ("[1 2]", .unexpectedByte, 3, 1, 4),
            ("{\"a\" 1}", .unexpectedByte, 5, 1, 6), ("[trve]", .invalidLiteral, 3, 1, 4), ("[tru", .unexpectedEnd, 4, 1, 5),
            ("01", .invalidNumber, 2, 1, 3),
            ("[1.]", .invalidNumber, 3, 1, 4), ("-", .unexpectedEnd, 1, 1, 2), ("[\"\\x\"]", .invalidEscape, 3, 1, 4),
            ("\"\\u12", .unexpectedEnd, 5, 1, 6),
            ("\"a\nb\"", .controlCharacter, 2, 1, 3), ("[[[", .unexpectedEnd, 3, 1, 4), ("1\n\n x", .trailingData, 4, 3, 2),
            ("[1]]", .trailingData, 3, 1, 4),
            ("]", .unexpectedByte, 0, 1, 1), ("\"abc", .unexpectedEnd, 4, 1, 5),
        ])
    func place(text: String, code: JSONError.Code, offset: Int, line: Int, column: Int) throws {
        let error = try #require(throws: JSONError.self) { try JSONDocument(text) }
        #expect(error.code == code)
        #expect([error.offset, error.line, error.column] == [offset, line, column])
    }

    @Test("Bytes that are not UTF-8 are named as such")
    func notUTF8() throws {
        let error = try #require(throws: JSONError.self) { try JSONDocument([0x5b, 0x22, 0x61, 0xff, 0x22, 0x5d]) }
        #expect(error.code == .invalidUTF8 && error.offset == 3)
    }

    @Test("A document above the limit is refused before it is read")
    func tooLarge() throws {
        let bytes = [UInt8](repeating: 0x20, count: JSONDocument.maximumBytes + 1)
        let error = try #require(throws: JSONError.self) { try JSONDocument(bytes) }
        #expect(error.code == .tooLarge)
    }

    @Test(
        "Nesting is limited to what is asked for, and never above the ceiling",
        arguments: [(0, 0), (1, 1), (2, 2), (128, 128), (1_024, 1_024), (.max, 1_024), (-1, 0), (.min, 0)])
    func depth(asked: Int, allowed: Int) throws {
        let deepest = String(repeating: "[", count: allowed) + "1" + String(repeating: "]", count: allowed)
        #expect(throws: Never.self) { try JSONDocument(deepest, maximumDepth: asked) }
        let error = try #require(throws: JSONError.self) { try JSONDocument("[" + deepest + "]", maximumDepth: asked) }
        #expect(error.code == .tooDeep)
    }

    @Test("A refusal is a sentence that quotes nothing of the text")
    func description() throws {
        let error = try #require(throws: JSONError.self) { try JSONDocument(#"{"token":"s3cret"x}"#) }
        #expect(error.description == "not JSON at line 1, column 18 (byte 17): this byte cannot stand here")
    }
}
