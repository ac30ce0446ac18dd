// Govorun: arithmetic of VKScript. SPDX-License-Identifier: MIT
import TapeJSON

/// A number: whole as long as it fits.
enum ScriptNumber: Sendable, Equatable {
    case whole(Int)
    case real(Double)

    /// What a value is as a number; nil when it is none. A string is one when it reads as one.
    init?(_ value: JSONValue) {
        switch value {
        case .integer(let value): self = .whole(value)
        case .unsigned(let value): self = .real(Double(value))
        case .double(let value): self = .real(value)
        case .bool(let value): self = .whole(value ? 1 : 0)
        case .string(let text), .digits(let text):
            guard text.utf8.count <= Self.longest else { return nil }
            if let whole = Int(text) {
                self = .whole(whole)
            } else {
                guard let real = Double(text), real.isFinite else { return nil }
                self = .real(real)
            }
        case .null, .array, .object: return nil
        }
    }

    /// The number that a text begins with: digits, for a real one also fraction and exponent; 0 when it begins with none.
    init(beginning text: String, isWhole: Bool) {
        let text = text.utf8.drop { $0 == 0x20 || 0x09...0x0d ~= $0 }.prefix(Self.longest)
        let sign = text.prefix { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }.prefix(1)
        let digits = text.dropFirst(sign.count).prefix(while: \.isDigit)
        if isWhole {
            let overflow = sign.first == UInt8(ascii: "-") ? Int.min : Int.max
            self = .whole(digits.isEmpty ? 0 : Int(Substring(text[..<digits.endIndex])) ?? overflow)
        } else {
            let number = Double(Substring(text[..<Self.end(of: text, after: digits.endIndex)])) ?? 0
            self = .real(number.isFinite ? number : 0)
        }
    }

    /// No number is written with more bytes than this.
    private static let longest = 400

    /// Where a number ends whose digits before the point are known.
    private static func end(of text: Substring.UTF8View, after digits: String.Index) -> String.Index {
        var rest = text[digits...]
        if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst().drop(while: \.isDigit) }
        guard rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") else { return rest.startIndex }
        let exponent = rest.dropFirst()
        let isSigned = exponent.first == UInt8(ascii: "-") || exponent.first == UInt8(ascii: "+")
        let power = exponent.dropFirst(isSigned ? 1 : 0).prefix(while: \.isDigit)
        return power.isEmpty ? rest.startIndex : power.endIndex
    }

    var double: Double {
        switch self {
        case .whole(let value): Double(value)
        case .real(let value): value
        }
    }

    var value: JSONValue {
        switch self {
        case .whole(let value): .integer(value)
        case .real(let value): .double(value)
        }
    }

    /// What is left of the fraction when it is cut off.
    var truncated: Int {
        switch self {
        case .whole(let value): value
        case .real(let value): Int(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
        }
    }

    /// Arithmetic; whole results stay whole, what does not fit becomes real.
    func applying(_ sign: ScriptSign, _ other: ScriptNumber) throws(ScriptFault) -> ScriptNumber {
        if sign == .divide || sign == .remainder, other.double == 0 { throw ScriptFault("division by zero") }
        if case .whole(let left) = self, case .whole(let right) = other, let whole = Self.whole(left, sign, right) { return .whole(whole) }
        let result = Self.real(double, sign, other.double)
        guard result.isFinite else { throw ScriptFault("a number is too big") }
        return .real(result)
    }

    private static func whole(_ left: Int, _ sign: ScriptSign, _ right: Int) -> Int? {
        let (result, isTooBig) =
            switch sign {
            case .plus: left.addingReportingOverflow(right)
            case .minus: left.subtractingReportingOverflow(right)
            case .times: left.multipliedReportingOverflow(by: right)
            case .remainder: left.remainderReportingOverflow(dividingBy: right)
            default: left.dividedReportingOverflow(by: right)
            }
        if sign == .remainder { return isTooBig ? 0 : result }
        guard !isTooBig, sign != .divide || result * right == left else { return nil }
        return result
    }

    private static func real(_ left: Double, _ sign: ScriptSign, _ right: Double) -> Double {
        switch sign {
        case .plus: left + right
        case .minus: left - right
        case .times: left * right
        case .remainder: left.truncatingRemainder(dividingBy: right)
        default: left / right
        }
    }

    static func < (left: ScriptNumber, right: ScriptNumber) -> Bool {
        if case .whole(let left) = left, case .whole(let right) = right { left < right } else { left.double < right.double }
    }

    static func == (left: ScriptNumber, right: ScriptNumber) -> Bool {
        if case .whole(let left) = left, case .whole(let right) = right { left == right } else { left.double == right.double }
    }
}
