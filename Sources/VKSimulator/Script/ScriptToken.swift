// Govorun: the words of VKScript. SPDX-License-Identifier: MIT
import TapeJSON

/// One word of a script and the line it stands on, from 1.
struct ScriptToken: Sendable {
    enum Kind: Sendable, Equatable {
        case name(String)
        case constant(JSONValue)
        case sign(ScriptSign)
        case end
    }

    let kind: Kind
    let line: Int

    /// How a message calls it; a long text is not repeated.
    var spelling: String {
        switch kind {
        case .name(let name): "'\(name.prefix(40))'"
        case .constant(.string): "a string"
        case .constant: "a number"
        case .sign(let sign): "'\(sign.rawValue)'"
        case .end: "the end"
        }
    }
}

/// The signs of VKScript.
enum ScriptSign: String, Sendable, CaseIterable {
    case semicolon = ";"
    case comma = ","
    case colon = ":"
    case question = "?"
    case dot = "."
    case projection = "@."
    case parenthesis = "("
    case parenthesisEnd = ")"
    case bracket = "["
    case bracketEnd = "]"
    case brace = "{"
    case braceEnd = "}"
    case assign = "="
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divide = "/"
    case remainder = "%"
    case less = "<"
    case greater = ">"
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case equal = "=="
    case different = "!="
    case and = "&&"
    case or = "||"
    case not = "!"

    private static let byBytes = Dictionary(
        uniqueKeysWithValues: allCases.map { sign in (sign.rawValue.utf8.reduce(0) { $0 << 8 | UInt16($1) }, sign) })

    /// The sign of one byte, or of two.
    init?(_ first: UInt8, _ second: UInt8 = 0) {
        let key = second == 0 ? UInt16(first) : UInt16(first) << 8 | UInt16(second)
        guard let sign = Self.byBytes[key] else { return nil }
        self = sign
    }
}
