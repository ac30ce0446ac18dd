// Govorun: how index values compare. SPDX-License-Identifier: MIT

/// An index value in the one form in which equal ones are equal: Booleans as numbers, whole numbers as integers.
enum OrderedValue: Hashable, Comparable {
    case nothing
    case integer(Int64)
    /// Never a number that an `Int64` could hold, never NaN.
    case real(Double)
    case text(ByteText)

    init(_ value: IndexValue) {
        switch value {
        case .nil: self = .nothing
        case .bool(let flag): self = .integer(flag ? 1 : 0)
        case .integer(let number): self = .integer(number)
        case .double(let number): self = number.isNaN ? .nothing : Int64(exactly: number).map(Self.integer) ?? .real(number)
        case .string(let text): self = .text(ByteText(text))
        }
    }

    static func < (left: OrderedValue, right: OrderedValue) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.real(let left), .real(let right)): left < right
        case (.integer(let left), .real(let right)): isLess(left, than: right)
        case (.real(let left), .integer(let right)): !isLess(right, than: left)
        case (.text(let left), .text(let right)): left < right
        default: left.kind < right.kind
        }
    }

    /// Exact also where a `Double` cannot tell neighbouring integers apart; the two are never equal.
    private static func isLess(_ integer: Int64, than real: Double) -> Bool {
        guard real < 0x1p63 else { return true }
        guard real >= -0x1p63 else { return false }
        return integer <= Int64(real.rounded(.down))
    }

    /// Values of different kinds are in the order of their kinds; only those of one kind are in a range together.
    var kind: Int {
        switch self {
        case .nothing: 0
        case .integer, .real: 1
        case .text: 2
        }
    }
}
