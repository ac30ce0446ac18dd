// Govorun: the primitive types of Codable. SPDX-License-Identifier: MIT

/// A primitive type that coders read and write without asking it.
///
/// One generic function over it is the witness of every primitive overload of a container, apart from those that the
/// protocols answer by themselves unless a concrete one is there: `Int128`, `UInt128`, and `decodeIfPresent` of each.
protocol Leaf: Codable {
    /// What is expected, for errors.
    static var expectation: String { get }
    /// The value that stands there, if it can be meant.
    static func read(_ view: JSON, _ leniency: TapeDecoder.Leniency) -> Self?
    /// The value as JSON; `nil` when JSON has no form of it.
    var encoded: JSONValue? { get }
}

extension JSON {
    /// Whether a number stands here: in quotes only for the forgiving.
    func isNumber(_ leniency: TapeDecoder.Leniency) -> Bool {
        kind == .number || leniency == .forgiving && kind == .string && withNumber { _ in true } == true
    }
}

extension Bool: Leaf {
    static var expectation: String { "true or false" }

    static func read(_ view: JSON, _ leniency: TapeDecoder.Leniency) -> Bool? {
        leniency == .forgiving || view.kind == .bool ? view.bool : nil
    }

    var encoded: JSONValue? { .bool(self) }
}

extension String: Leaf {
    static var expectation: String { "a string" }
    static func read(_ view: JSON, _ leniency: TapeDecoder.Leniency) -> String? { view.string }
    var encoded: JSONValue? { .string(self) }
}

extension Double: Leaf {
    static var expectation: String { "a number" }

    static func read(_ view: JSON, _ leniency: TapeDecoder.Leniency) -> Double? {
        leniency == .forgiving || view.kind == .number ? view.double : nil
    }

    var encoded: JSONValue? { isFinite ? .double(self) : nil }
}

extension Float: Leaf {
    static var expectation: String { "a number" }

    static func read(_ view: JSON, _ leniency: TapeDecoder.Leniency) -> Float? {
        leniency == .forgiving || view.kind == .number ? view.withNumber { $0.floatingPoint() } : nil
    }

    /// By its own shortest digits: the `Double` nearest to them is not the one of the same value.
    var encoded: JSONValue? { isFinite ? .double(Double(description) ?? Double(self)) : nil }
}

extension Leaf where Self: FixedWidthInteger {
    static var expectation: String { "a whole number" }

    static func read(_ view: JSON, _ leniency: TapeDecoder.Leniency) -> Self? {
        if let small = view.smallInt { return Self(exactly: small) }
        return leniency == .forgiving || view.kind == .number ? view.integer(Self.self) : nil
    }

    var encoded: JSONValue? { JSONValue(self) }
}

extension Int: Leaf {}
extension Int8: Leaf {}
extension Int16: Leaf {}
extension Int32: Leaf {}
extension Int64: Leaf {}
extension Int128: Leaf {}
extension UInt: Leaf {}
extension UInt8: Leaf {}
extension UInt16: Leaf {}
extension UInt32: Leaf {}
extension UInt64: Leaf {}
extension UInt128: Leaf {}
