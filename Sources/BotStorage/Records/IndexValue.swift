// Govorun: what an index holds of a record. SPDX-License-Identifier: MIT

/// A value by which records are found and sorted.
///
/// In order: nil, then numbers, then texts by their UTF-8 bytes. `false` and `true` count as 0 and 1, and `3` equals `3.0`.
public enum IndexValue: Sendable {
    /// Absent, null, a list or an object.
    case `nil`
    /// A Boolean.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// Any other number.
    case double(Double)
    /// A text.
    case string(String)
}

extension IndexValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral
{
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// A Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// What is absent.
    public init(nilLiteral: ()) { self = .nil }

    /// A text.
    public init(_ value: String) { self = .string(value) }
    /// A whole number.
    public init(_ value: Int) { self = .integer(Int64(value)) }
}

extension IndexValue: Codable {
    /// Reads what `encode(to:)` wrote.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .nil
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let number = try? value.decode(Int64.self) {
            self = .integer(number)
        } else {
            self = .double(try value.decode(Double.self))
        }
    }

    /// Writes the value itself; a Boolean as 0 or 1, since that is how it is compared.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .nil: try value.encodeNil()
        case .bool(let flag): try value.encode(flag ? 1 : 0)
        case .integer(let number): try value.encode(number)
        case .double(let number): try value.encode(number)
        case .string(let text): try value.encode(text)
        }
    }
}
