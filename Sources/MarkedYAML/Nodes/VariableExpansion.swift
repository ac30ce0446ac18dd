// Govorun: replacing ${NAME} within one text. SPDX-License-Identifier: MIT

/// Expands one text: `${NAME}`, `${NAME:-default}`, `${NAME:?message}`, `$$` for a dollar.
///
/// As in a shell, `:-` and `:?` also act on a variable that is set but empty. A default may hold variables; a value is never
/// looked into. A `$` before anything else is just a dollar, so patterns such as `^\d+$` stay as they are.
struct VariableExpansion {
    private let lookup: (String) -> String?
    /// The values that went into the text.
    private(set) var secrets: [String] = []
    private(set) var faults: [Fault] = []
    /// How many defaults the present text lies in.
    private var depth = 0
    private var opened = 0

    /// What is wrong, and with which `${` of the text, from 0.
    struct Fault {
        let message: String
        let ordinal: Int
    }

    private static let depthLimit = 8
    private static let faultLimit = 100

    init(_ lookup: @escaping (String) -> String?) {
        self.lookup = lookup
    }

    mutating func expand(_ text: Substring) -> String {
        var result = ""
        var rest = text
        while let dollar = rest.firstIndex(of: "$") {
            result += rest[..<dollar]
            rest = rest[dollar...].dropFirst()
            switch rest.first {
            case "$":
                result += "$"
                rest = rest.dropFirst()
            case "{":
                let end = Self.closingBrace(rest)
                result += variable(rest[..<(end ?? rest.endIndex)].dropFirst(), isClosed: end != nil)
                rest = end.map { rest[$0...].dropFirst() } ?? ""
            default: result += "$"
            }
        }
        return result + rest
    }

    /// The value of one `${…}`, given what is between the braces.
    private mutating func variable(_ body: Substring, isClosed: Bool) -> String {
        let ordinal = opened
        opened += 1
        let name = body.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        let rest = body.dropFirst(name.count)
        let isName = name.first.map { !$0.isNumber } ?? false
        guard isClosed, isName, rest.isEmpty || rest.hasPrefix(":-") || rest.hasPrefix(":?") else {
            let problem = isClosed ? "is not a variable" : "is never closed by '}'"
            return fault(
                "'${\(Quote.short(String(body)))' \(problem); write ${NAME}, ${NAME:-default} or ${NAME:?message}, $$ for a dollar", ordinal
            )
        }
        let value = lookup(String(name))
        let isAbsent = value?.isEmpty ?? true
        if rest.hasPrefix(":-"), isAbsent {
            guard depth < Self.depthLimit else {
                return fault("defaults lie in each other more than \(Self.depthLimit) levels deep", ordinal)
            }
            depth += 1
            defer { depth -= 1 }
            return expand(rest.dropFirst(2))
        }
        opened += Self.openings(in: rest)
        if rest.hasPrefix(":?"), isAbsent { return fault("\(name) is not set: \(rest.dropFirst(2))", ordinal) }
        guard let value else { return fault("the variable \(name) is not set", ordinal) }
        if !value.isEmpty { secrets.append(value) }
        return value
    }

    private mutating func fault(_ message: String, _ ordinal: Int) -> String {
        if faults.count < Self.faultLimit { faults.append(Fault(message: message, ordinal: ordinal)) }
        return ""
    }

    /// The brace that ends a variable, over variables within its default; the text begins at its own `{`.
    private static func closingBrace(_ text: Substring) -> Substring.Index? {
        var depth = 0
        var previous: Character = "$"
        for index in text.indices {
            let character = text[index]
            if character == "{", previous == "$" { depth += 1 }
            if character == "}" { depth -= 1 }
            if depth == 0 { return index }
            previous = character == "$" && previous == "$" ? " " : character
        }
        return nil
    }

    /// How many `${` a text holds: those of a default that was not needed.
    static func openings(in text: Substring) -> Int {
        starts(in: text).count
    }

    /// Where each `${` of a text begins, escaped dollars left out.
    static func starts(in text: Substring) -> [Substring.Index] {
        var starts: [Substring.Index] = []
        var dollar: Substring.Index?
        for index in text.indices {
            switch (text[index], dollar) {
            case ("{", let start?):
                starts.append(start)
                dollar = nil
            case ("$", nil): dollar = index
            default: dollar = nil
            }
        }
        return starts
    }
}
