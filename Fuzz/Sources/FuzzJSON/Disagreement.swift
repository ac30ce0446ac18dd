// Govorun: where TapeJSON and Foundation are known to differ. SPDX-License-Identifier: MIT
import TapeJSON

/// The cases on which the two need not agree, each with its reason.
enum Disagreement {
    static func isKnown(_ bytes: [UInt8], accepted root: JSON?) -> Bool {
        mayBeUTF16(bytes) || mayBeTooDeep(bytes) || (root.map(holdsAnException) ?? hasTrailingComma(bytes))
    }

    /// Foundation guesses UTF-16 and UTF-32 from NUL bytes and byte order marks; here only UTF-8 is JSON (RFC 8259 section 8.1).
    private static func mayBeUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.contains(0) || bytes.starts(with: [0xfe, 0xff]) || bytes.starts(with: [0xff, 0xfe])
    }

    /// Foundation's limit is 512, with another count.
    private static func mayBeTooDeep(_ bytes: [UInt8]) -> Bool { bytes.count { $0 == 0x5b || $0 == 0x7b } >= 500 }

    /// Foundation reads `[1,]`; RFC 8259 does not.
    private static func hasTrailingComma(_ bytes: [UInt8]) -> Bool {
        let solid = bytes.filter { $0 > 0x20 }
        return zip(solid, solid.dropFirst()).contains { $0 == 0x2c && ($1 == 0x5d || $1 == 0x7d) }
    }

    private static func holdsAnException(_ view: JSON) -> Bool {
        switch view.kind {
        case .number: isBeyondDouble(view)
        case .string: isMended(view.rawText, view.string)
        case .array: view.items.contains(where: holdsAnException)
        case .object:
            keysAreEquivalent(view) || hidesAnException(view)
                || view.members.contains { isMended(view.rawText, $0.key) || holdsAnException($0.value) }
        default: false
        }
    }

    /// Foundation refuses a number that no `Double` holds; here its digits are kept.
    private static func isBeyondDouble(_ view: JSON) -> Bool { view.double == nil }

    /// Foundation refuses half a surrogate pair; here it is U+FFFD, as VK cuts texts inside an emoji.
    private static func isMended(_ source: String, _ text: String?) -> Bool {
        source.utf8.contains(0x5c) && text?.unicodeScalars.contains("\u{FFFD}") == true
    }

    /// Foundation's dictionary takes keys that Unicode calls equivalent for one.
    private static func keysAreEquivalent(_ view: JSON) -> Bool {
        let keys = view.members.map(\.key)
        return Set(keys).count != keys.count
    }

    /// What a duplicate key overrules is not seen from here, but Foundation may refuse it: an escape or a large number.
    private static func hidesAnException(_ view: JSON) -> Bool {
        view.count != Array(view.members).count && view.rawBytes.contains { "eEuU".utf8.contains($0) }
    }
}
