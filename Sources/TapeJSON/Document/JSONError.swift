// Govorun: why a text is not JSON, and where. SPDX-License-Identifier: MIT

/// Why a text was refused as JSON, and the place where that was seen.
///
/// It never quotes the text: a document may hold a token or a private message.
public struct JSONError: Error, Sendable {
    /// The reason, to switch on.
    public enum Code: Sendable, CaseIterable {
        /// Nothing but white space.
        case empty
        /// The text stops inside a value.
        case unexpectedEnd
        /// A byte that no value begins with, or another than the comma, colon or bracket that must stand here.
        case unexpectedByte
        /// A word that begins like `true`, `false` or `null` and is none of them.
        case invalidLiteral
        /// A number in a form that RFC 8259 section 6 does not know, such as `01`, `1.` or `.5`.
        case invalidNumber
        /// A backslash that begins no escape of RFC 8259 section 7.
        case invalidEscape
        /// A byte below 0x20 inside a string.
        case controlCharacter
        /// Bytes that are not UTF-8 inside a string.
        case invalidUTF8
        /// More nested arrays and objects than `maximumDepth` allows.
        case tooDeep
        /// A document above `JSONDocument.maximumBytes`; it is not looked at, so the place is its first byte.
        case tooLarge
        /// Something stands after the end of the one value.
        case trailingData
    }

    /// The reason.
    public let code: Code
    /// The byte where the reason was seen, from 0; the length of the document when it ended too early.
    public let offset: Int
    /// The line of that byte, from 1.
    public let line: Int
    /// The column of that byte in its line, in bytes, from 1.
    public let column: Int

    init(_ fault: ParseFault, in bytes: [UInt8]) {
        let before = bytes.prefix(fault.offset)
        code = fault.code
        offset = fault.offset
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        column = fault.offset - (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1)
    }
}

extension JSONError: CustomStringConvertible {
    /// One sentence for people, without any of the text itself.
    public var description: String { "not JSON at line \(line), column \(column) (byte \(offset)): \(code.reason)" }
}

extension JSONError.Code {
    fileprivate var reason: String {
        switch self {
        case .empty: "there is no value"
        case .unexpectedEnd: "the text ends inside a value"
        case .unexpectedByte: "this byte cannot stand here"
        case .invalidLiteral: "only true, false and null are words"
        case .invalidNumber: "this is not how JSON writes a number"
        case .invalidEscape: "this is not an escape"
        case .controlCharacter: "a control character must be escaped"
        case .invalidUTF8: "this is not UTF-8"
        case .tooDeep: "too many arrays and objects inside each other"
        case .tooLarge: "the document is above \(JSONDocument.maximumBytes) bytes"
        case .trailingData: "something follows the value"
        }
    }
}

/// A reason and its byte, as the parser throws it; the line is counted only once it is reported.
struct ParseFault: Error {
    let code: JSONError.Code
    let offset: Int
}
