// Govorun: one JSON text of a conformance table. SPDX-License-Identifier: MIT
import Testing

/// A text under test, shown in a failure by its label: bytes may be no text at all.
struct Text: Sendable, CustomTestStringConvertible {
    let label: String
    let bytes: [UInt8]

    init(_ label: String, _ text: String) {
        self.label = label
        bytes = Array(text.utf8)
    }

    init(_ label: String, bytes: [UInt8]) {
        self.label = label
        self.bytes = bytes
    }

    /// Bytes as the one element of an array, in quotes.
    init(_ label: String, quoted: [UInt8]) {
        self.init(label, bytes: Array("[\"".utf8) + quoted + Array("\"]".utf8))
    }

    /// Whether the text is an array or object, apart from white space.
    var isContainer: Bool { bytes.first { $0 > 0x20 }.map { "[{".utf8.contains($0) } ?? false }

    var testDescription: String { label }
}
