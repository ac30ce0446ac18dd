// Govorun: RFC 8259, case by case. SPDX-License-Identifier: MIT
import Foundation
import TapeJSON
import Testing

@Suite("JSON texts")
struct ConformanceTests {
    @Test("A well-formed text is accepted, and writes back as the same value", arguments: acceptedTexts)
    func accepted(text: Text) throws {
        let root = try JSONDocument(text.bytes).root
        let copy = JSONValue(root)
        #expect(try JSONValue(JSONDocument(copy.bytes).root) == copy)
    }

    @Test("A text that is not JSON is refused with its reason and place", arguments: refusedTexts)
    func refused(text: Text) throws {
        let error = try #require(throws: JSONError.self) { try JSONDocument(text.bytes) }
        #expect(0...text.bytes.count ~= error.offset)
        #expect(error.line >= 1 && error.column >= 1)
    }

    @Test("Where the standard leaves a choice, VK's mistakes are read", arguments: toleratedTexts)
    func tolerated(text: Text, read: String) throws {
        #expect(try JSONValue(JSONDocument(text.bytes).root).serialized == JSONValue(JSONDocument(read).root).serialized)
    }

    @Test("Where the standard leaves a choice, other encodings and deep nesting are refused", arguments: declinedTexts)
    func declined(text: Text) {
        #expect(throws: JSONError.self) { try JSONDocument(text.bytes) }
    }

    @Test("An array or object cut anywhere is refused", arguments: acceptedTexts.filter(\.isContainer))
    func cut(text: Text) {
        let end = text.bytes.lastIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "}") } ?? 0
        for length in 0..<end { #expect(throws: JSONError.self) { try JSONDocument(Array(text.bytes.prefix(length))) } }
    }

    @Test("Foundation agrees on what is well-formed", arguments: acceptedTexts)
    func foundation(text: Text) {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.bytes), options: .fragmentsAllowed) }
    }
}
