// Govorun: one word of a tape. SPDX-License-Identifier: MIT

/// One word of a tape.
///
/// A scalar is one word: kind, length and offset of its source bytes (a string without its quotes).
/// An array or object is two words and then its content: kind, count and the index after its end; then its `span`.
/// A member is the word of its key, a string, followed by the words of its value.
/// `JSONDocument.maximumBytes` makes every length, count, offset and index fit.
struct TapeWord {
    enum Kind: UInt64 {
        case absent, null, `false`, `true`, integer, decimal, string, escapedString, array, object

        /// Written out, since the compiler's own `init(rawValue:)` stays a call on the hottest path.
        @inline(__always) init(of word: UInt64) {
            switch word >> 60 {
            case 1: self = .null
            case 2: self = .false
            case 3: self = .true
            case 4: self = .integer
            case 5: self = .decimal
            case 6: self = .string
            case 7: self = .escapedString
            case 8: self = .array
            case 9: self = .object
            default: self = .absent
            }
        }
    }

    let bits: UInt64

    @inline(__always) init(_ kind: Kind, length: Int, offset: Int) {
        bits = kind.rawValue << 60 | UInt64(truncatingIfNeeded: length) << 32 | UInt64(truncatingIfNeeded: offset)
    }

    /// The second word of an array or object: where its source bytes begin and how many they are.
    @inline(__always) init(spanFrom offset: Int, length: Int) {
        bits = UInt64(truncatingIfNeeded: length) << 32 | UInt64(truncatingIfNeeded: offset)
    }

    @inline(__always) var kind: Kind { Kind(of: bits) }
    /// Kind and length in one number, so that one comparison finds the keys worth a closer look.
    @inline(__always) var shape: UInt64 { bits >> 32 }
    @inline(__always) var isContainer: Bool { bits >> 60 >= Kind.array.rawValue }
    /// Bytes of a scalar; elements or members of a container.
    @inline(__always) var length: Int { Int(truncatingIfNeeded: bits >> 32 & 0xfff_ffff) }
    /// First byte of a scalar or span; the index after a container.
    @inline(__always) var offset: Int { Int(truncatingIfNeeded: bits & 0xffff_ffff) }
}
