// Govorun: arithmetic and comparisons of a script. SPDX-License-Identifier: MIT
public import TapeJSON

// MARK: arithmetic
extension VKScript.Value {
    /// VK's sum: numbers are added, lists joined, anything else is joined as text.
    public static func + (left: Self, right: some VKScriptOperand) -> VKScript.Value<JSON> { left.applying(.plus, right) }
    /// A text, and a value as text behind it.
    public static func + (left: String, right: Self) -> VKScript.Value<String> { .init(.joined([.text(left), right.expression])) }
    /// A value as text, and a text behind it.
    public static func + (left: Self, right: String) -> VKScript.Value<String> { .init(.joined([left.expression, .text(right)])) }
    /// The difference.
    public static func - (left: Self, right: some VKScriptOperand) -> VKScript.Value<JSON> { left.applying(.minus, right) }
    /// The product.
    public static func * (left: Self, right: some VKScriptOperand) -> VKScript.Value<JSON> { left.applying(.times, right) }
    /// The quotient; VK may give a fraction.
    public static func / (left: Self, right: some VKScriptOperand) -> VKScript.Value<JSON> { left.applying(.divide, right) }
    /// The remainder.
    public static func % (left: Self, right: some VKScriptOperand) -> VKScript.Value<JSON> { left.applying(.remainder, right) }
}

// MARK: conditions
extension VKScript.Value {
    /// Whether they are equal; VK reads a text as a number where the other is one.
    public static func == (left: Self, right: some VKScriptOperand) -> VKScript.Value<Bool> { left.applying(.equal, right) }
    /// Whether they differ.
    public static func != (left: Self, right: some VKScriptOperand) -> VKScript.Value<Bool> { left.applying(.different, right) }
    /// Whether it is less.
    public static func < (left: Self, right: some VKScriptOperand) -> VKScript.Value<Bool> { left.applying(.less, right) }
    /// Whether it is greater.
    public static func > (left: Self, right: some VKScriptOperand) -> VKScript.Value<Bool> { left.applying(.greater, right) }
    /// Whether it is less or equal.
    public static func <= (left: Self, right: some VKScriptOperand) -> VKScript.Value<Bool> { left.applying(.lessOrEqual, right) }
    /// Whether it is greater or equal.
    public static func >= (left: Self, right: some VKScriptOperand) -> VKScript.Value<Bool> { left.applying(.greaterOrEqual, right) }
    /// Whether both hold.
    public static func && (left: Self, right: some VKScriptOperand) -> VKScript.Value<Bool> { left.applying(.and, right) }
    /// Whether one of them holds.
    public static func || (left: Self, right: some VKScriptOperand) -> VKScript.Value<Bool> { left.applying(.or, right) }
    /// Whether it does not hold: it is `false`, `null`, 0 or empty.
    public static prefix func ! (value: Self) -> VKScript.Value<Bool> { .init(.not(value.expression)) }

    private func applying<Result>(_ sign: ScriptOperator, _ right: some VKScriptOperand) -> VKScript.Value<Result> {
        .init(.binary(expression, sign, right.operand.expression))
    }
}

/// A text with values in it: `script.text("Hello, \(users[0].firstName)!")`.
public struct VKScriptText: ExpressibleByStringInterpolation, Sendable {
    let pieces: [ScriptExpression]

    /// A text without values.
    public init(stringLiteral value: String) { pieces = [.text(value)] }
    /// A text with values.
    public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    /// Collects the pieces.
    public struct StringInterpolation: StringInterpolationProtocol {
        var pieces: [ScriptExpression] = []

        /// Room for so many.
        public init(literalCapacity: Int, interpolationCount: Int) { pieces.reserveCapacity(interpolationCount * 2 + 1) }
        /// A piece of the text itself.
        public mutating func appendLiteral(_ literal: String) { if !literal.isEmpty { pieces.append(.text(literal)) } }
        /// What VK computes, or a text, number or flag of yours.
        public mutating func appendInterpolation(_ value: some VKScriptOperand) { pieces.append(value.operand.expression) }
    }
}
