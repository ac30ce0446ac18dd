// Govorun: forgiving reads of one value. SPDX-License-Identifier: MIT

extension JSON {
    /// A whole number, exact: a number or a numeric string, also written `1e3` or `5.0`; `nil` when it is none or does not fit.
    public var int: Int? { smallInt ?? integer(Int.self) }

    /// As `int`, for numbers up to 2^64 − 1.
    public var uint64: UInt64? { integer(UInt64.self) }

    /// A whole number of any integer type, read as `int` is; `nil` when it does not fit the type.
    public func integer<T: FixedWidthInteger>(_ type: T.Type) -> T? {
        withNumber { number in number.integer(type) }
    }

    /// The nearest finite number: of a number or a numeric string; `nil` when it is none, or larger than any `Double`.
    public var double: Double? { withNumber { number in number.double() } }

    /// `true` and `false`, 1 and 0, also in quotes; `nil` for anything else.
    public var bool: Bool? {
        switch word.kind {
        case .true: return true
        case .false: return false
        default:
            switch int {
            case 1: return true
            case 0: return false
            default: return nil
            }
        }
    }

    /// The text of a string, its escapes replaced; `nil` for anything else, also for a number.
    public var string: String? {
        document.read { tape, bytes in
            let word = tape[index]
            return word.kind == .string || word.kind == .escapedString ? bytes.text(word) : nil
        }
    }

    /// The text of a string, or a number as it is written: VK's `ts` comes as either. `nil` for anything else.
    public var text: String? { kind == .number ? rawText : string }

    /// The common case of `int`: an integer of so few digits that nothing can overflow.
    @inline(__always) var smallInt: Int? {
        document.read { tape, bytes in
            let word = tape[index]
            guard word.kind == .integer, word.length <= 18 else { return nil }
            let isNegative = bytes[word.offset] == UInt8(ascii: "-")
            var value = 0
            for offset in word.offset + (isNegative ? 1 : 0)..<word.offset + word.length {
                value = value &* 10 &+ Int(bytes[offset] &- UInt8(ascii: "0"))
            }
            return isNegative ? -value : value
        }
    }

    /// Lends the number that stands here, bare or in quotes.
    func withNumber<Result>(_ body: (NumberText) -> Result?) -> Result? {
        document.read { tape, bytes in
            let word = tape[index]
            switch word.kind {
            case .integer, .decimal, .string:
                return NumberText(bytes.source(word)).flatMap(body)
            case .escapedString:
                var text = bytes.unescaped(word)
                return text.withUTF8 { NumberText($0).flatMap(body) }
            default: return nil
            }
        }
    }
}
