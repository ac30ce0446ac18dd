// Govorun: what a plain scalar means: YAML 1.2's core schema. SPDX-License-Identifier: MIT

/// The readings of plain scalars (source: YAML 1.2.2, 10.3).
enum CoreSchema {
    /// What `!!` stands for.
    static let prefix = "tag:yaml.org,2002:"
    static let textTag = "tag:yaml.org,2002:str"
    /// Tags that say no more than the value's own form.
    static let knownTags: Set<String> = Set(
        ["str", "int", "float", "bool", "null", "seq", "map"].map { "tag:yaml.org,2002:" + $0 } + ["!"])
    static let nulls: Set<String> = ["", "~", "null", "Null", "NULL"]

    /// `true` and `false`, and for people `on off yes no`, in any letter case.
    static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }

    /// The digits of an integer and their base: decimal with a sign, `0x…`, `0o…`; nil for anything else.
    static func integer(_ text: String) -> (digits: Substring, radix: Int)? {
        for (prefix, radix) in [("0x", 16), ("0o", 8)] where text.hasPrefix(prefix) {
            let digits = text.dropFirst(2)
            let isNumber = !digits.isEmpty && digits.allSatisfy { $0.isASCII && ($0.hexDigitValue ?? 16) < radix }
            return isNumber ? (digits, radix) : nil
        }
        let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
        return isDigits(digits) ? (text[...], 10) : nil
    }

    /// A number with a point or an exponent, `.inf`, `.nan`; integers count too.
    static func number(_ text: String) -> Double? {
        if let (digits, radix) = integer(text) { return radix == 10 ? Double(digits) : UInt64(digits, radix: radix).map { Double($0) } }
        let unsigned = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
        switch unsigned {
        case ".inf", ".Inf", ".INF": return text.first == "-" ? -.infinity : .infinity
        case ".nan", ".NaN", ".NAN": return text.first == "." ? .nan : nil
        default: return isDecimal(unsigned) ? Double(text) : nil
        }
    }

    /// Whether a plain scalar of this text might be read as something other than text, here or by another reader.
    static func isAmbiguous(_ text: String) -> Bool {
        nulls.contains(text) || boolean(text) != nil || ["y", "n"].contains(text.lowercased()) || number(text) != nil
    }

    private static func isDecimal(_ text: Substring) -> Bool {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let mantissa = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard mantissa.contains(where: { !$0.isEmpty }), mantissa.allSatisfy({ $0.isEmpty || isDigits($0) }) else { return false }
        guard parts.count == 2 else { return true }
        let exponent = parts[1].first == "-" || parts[1].first == "+" ? parts[1].dropFirst() : parts[1]
        return isDigits(exponent)
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
