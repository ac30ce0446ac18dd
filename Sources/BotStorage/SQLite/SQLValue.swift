// Govorun: what is bound to a statement. SPDX-License-Identifier: MIT

/// A parameter of a statement.
enum SQLValue: Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
    /// Text that need not be valid UTF-8: the end of a range of texts.
    case rawText([UInt8])

    static func time(_ time: UnixTime?) -> SQLValue { time.map { .integer($0.milliseconds) } ?? .null }

    /// The end of the range of texts that begin with `prefix`: its last byte and one, for no byte of UTF-8 is 255.
    static func behind(prefix: String) -> SQLValue {
        let bytes = Array(prefix.utf8)
        guard let last = bytes.last else { return behindTexts }
        return .rawText(bytes.dropLast() + [last + 1])
    }

    /// The end of the range of all texts: every text is before every blob.
    static let behindTexts = SQLValue.bytes([])

    static func count(_ count: Int) -> SQLValue { .integer(Int64(count)) }
}
