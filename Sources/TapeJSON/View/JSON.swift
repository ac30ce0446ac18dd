// Govorun: a view of one JSON value. SPDX-License-Identifier: MIT

/// A view of one value in a document: two words, cheap to copy, never traps.
///
/// What is not there (a missing key, an index out of range, a member of a number) is the absent view, so a path is
/// written without checks: `update["object"]["message"]["peer_id"].int`. Reads forgive what VK is known to send, such as
/// a number in quotes, and are `nil` when the value cannot be meant.
public struct JSON: Sendable {
    /// What a value is.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// There is no such value in the document.
        case absent
        /// Written `null`.
        case null
        /// Written `true` or `false`.
        case bool
        /// Digits, with or without fraction and exponent.
        case number
        /// Text in quotes.
        case string
        /// A list of values.
        case array
        /// Named values.
        case object
    }

    /// The view of no value.
    public static let absent = JSON(document: .nothing, index: 0)

    let document: JSONDocument
    /// Index of the value's first word, always inside the tape; 0 is the absent value of every document.
    let index: Int

    @inline(__always) var word: TapeWord { document.read { tape, _ in tape[index] } }

    /// What the value is.
    public var kind: Kind {
        switch word.kind {
        case .absent: .absent
        case .null: .null
        case .false, .true: .bool
        case .integer, .decimal: .number
        case .string, .escapedString: .string
        case .array: .array
        case .object: .object
        }
    }

    /// Whether there is a value, and it is not `null`.
    public var exists: Bool { word.bits >> 60 > TapeWord.Kind.null.rawValue }

    /// Whether the value is written `null`; an absent one is not.
    public var isNull: Bool { word.kind == .null }

    /// Elements of an array or members of an object as written, duplicate keys counted; 0 for anything else.
    public var count: Int { word.isContainer ? word.length : 0 }

    /// The source bytes of the value, just as they arrived; none for the absent view.
    public var rawBytes: [UInt8] { withSource { Array($0) } }

    /// The source text of the value, just as it arrived; empty for the absent view.
    public var rawText: String { withSource { String(decoding: $0, as: UTF8.self) } }

    /// Lends the source bytes of the value.
    func withSource<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        document.read { tape, bytes in
            let word = tape[index]
            switch word.kind {
            case .absent: return body(bytes.run(from: 0, count: 0))
            case .string, .escapedString: return body(bytes.run(from: word.offset - 1, count: word.length + 2))
            case .array, .object:
                let span = tape[index + 1]
                return body(bytes.run(from: span.offset, count: span.length))
            default: return body(bytes.source(word))
            }
        }
    }
}

extension JSON: CustomStringConvertible {
    /// The source text, or `absent`.
    public var description: String { kind == .absent ? "absent" : rawText }
}
