// Govorun: the words of a Swift source. SPDX-License-Identifier: MIT

/// Reads names and signs that stand outside `{}`, `()` and `[]`, comments and strings; a group in brackets is one token, its opening bracket.
///
/// A deep one reads what stands in brackets as well, and strings: each is a token as it is written, followed by what is interpolated in it.
struct SwiftTokens {
    /// A name, an attribute with its `@`, one sign, or a string with its quotes.
    struct Token {
        let text: String
        /// From 1.
        let line: Int
        /// From 1, in Unicode scalars.
        let column: Int
        var isName: Bool { text.unicodeScalars.first.map(SwiftTokens.beginsName) ?? false }
    }

    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var line = 1
    private var lineStart = 0
    /// The last sign or letter that was read: a slash after a value divides, elsewhere it begins a regular expression.
    private var last: Unicode.Scalar?

    private let isDeep: Bool
    /// What was interpolated in the string that was read last.
    private var waiting: [Token] = []
    /// Where the interpolations of the string that is being read begin.
    private var interpolations: [SwiftTokens] = []

    init(_ source: String, deep isDeep: Bool = false) {
        scalars = Array(source.unicodeScalars)
        self.isDeep = isDeep
    }

    /// The next token; `nil` at the end.
    mutating func next() -> Token? {
        if !waiting.isEmpty { return waiting.removeFirst() }
        while index < scalars.count {
            if isDeep, beginsString { return string() }
            if skipsQuiet() { continue }
            let (scalar, line, column) = (scalars[index], line, index - lineStart + 1)
            if Self.beginsName(scalar) || scalar == "@" || scalar == "`" { return Token(text: name(), line: line, column: column) }
            if !isDeep, "{([".unicodeScalars.contains(scalar) { skipGroup() } else { advance() }
            return Token(text: String(Character(scalar)), line: line, column: column)
        }
        return nil
    }

    static func beginsName(_ scalar: Unicode.Scalar) -> Bool { scalar == "_" || scalar.properties.isAlphabetic }

    // MARK: Reading

    /// A name without its backticks; an attribute keeps its `@`.
    private mutating func name() -> String {
        var text = String.UnicodeScalarView()
        if scalars[index] == "@" { text.append("@") }
        if scalars[index] == "@" || scalars[index] == "`" { advance() }
        while let scalar = peek(), Self.beginsName(scalar) || scalar.properties.numericType != nil {
            text.append(scalar)
            advance()
        }
        if peek() == "`" { advance() }
        return String(text)
    }

    /// A string as it is written; what is interpolated in it comes next.
    private mutating func string() -> Token {
        let (start, line, column) = (index, line, index - lineStart + 1)
        interpolations = []
        skipString()
        waiting = interpolations.flatMap { $0.group }
        return Token(text: String(String.UnicodeScalarView(scalars[start..<index])), line: line, column: column)
    }

    /// What stands in the brackets that begin here.
    private var group: [Token] {
        var (inner, depth, tokens) = (self, 0, [Token]())
        inner.waiting = []
        while let token = inner.next() {
            if ["(", "[", "{"].contains(token.text) { depth += 1 }
            if [")", "]", "}"].contains(token.text) { depth -= 1 }
            if depth == 0 { break }
            tokens.append(token)
        }
        return Array(tokens.dropFirst())
    }

    private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        index + distance < scalars.count ? scalars[index + distance] : nil
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where index < scalars.count {
            let isBreak = scalars[index] == "\n"
            if !scalars[index].properties.isWhitespace { last = scalars[index] }
            index += 1
            if isBreak { (line, lineStart) = (line + 1, index) }
        }
    }

    // MARK: Passing over

    /// Passes over white space, a comment, a string or a regular expression; whether there was one.
    private mutating func skipsQuiet() -> Bool {
        guard let scalar = peek() else { return false }
        let before = last
        if scalar.properties.isWhitespace {
            advance()
        } else if scalar == "/", peek(1) == "/" {
            while let next = peek(), next != "\n" { advance() }
            last = before
        } else if scalar == "/", peek(1) == "*" {
            skipComment()
            last = before
        } else if beginsString {
            skipString()
        } else if let length = lengthOfRegex {
            advance(length)
        } else {
            return false
        }
        return true
    }

    /// Comments nest.
    private mutating func skipComment() {
        var depth = 0
        while let scalar = peek() {
            if scalar == "/", peek(1) == "*" {
                depth += 1
                advance(2)
            } else if scalar == "*", peek(1) == "/" {
                depth -= 1
                advance(2)
                if depth == 0 { return }
            } else {
                advance()
            }
        }
    }

    /// Passes over what stands in brackets, from the opening one on.
    private mutating func skipGroup() {
        var depth = 0
        while let scalar = peek() {
            if skipsQuiet() { continue }
            advance()
            if "{([".unicodeScalars.contains(scalar) { depth += 1 }
            if "})]".unicodeScalars.contains(scalar) { depth -= 1 }
            if depth == 0 { return }
        }
    }

    /// How long the regular expression is that begins here, on this line; `nil` when none does.
    private var lengthOfRegex: Int? {
        let isExtended = peek() == "#" && peek(1) == "/"
        guard isExtended || (peek() == "/" && last.map { "(,=:[{};!&|?".unicodeScalars.contains($0) } ?? true) else { return nil }
        var distance = isExtended ? 2 : 1
        guard let first = peek(distance), isExtended || !first.properties.isWhitespace else { return nil }
        while let scalar = peek(distance), scalar != "\n" {
            if scalar == "\\" {
                distance += 1
            } else if scalar == "/", !isExtended || peek(distance + 1) == "#" {
                return distance + (isExtended ? 2 : 1)
            }
            distance += 1
        }
        return nil
    }

    private var beginsString: Bool { peek() == "\"" || (peek() == "#" && beginsRawString) }

    private var beginsRawString: Bool {
        var distance = 0
        while peek(distance) == "#" { distance += 1 }
        return peek(distance) == "\""
    }

    /// Passes over a string of any kind, and what is interpolated in it.
    private mutating func skipString() {
        var signs = 0
        while peek() == "#" {
            signs += 1
            advance()
        }
        let quotes = peek(1) == "\"" && peek(2) == "\"" ? 3 : 1
        advance(quotes)
        while let scalar = peek() {
            if scalar == "\\", follows(signs, after: 1) {
                advance(1 + signs)
                if peek() == "(" { skipInterpolation() } else { advance() }
            } else if scalar == "\"", (0..<quotes).allSatisfy({ peek($0) == "\"" }), follows(signs, after: quotes) {
                return advance(quotes + signs)
            } else {
                // A string on one line that is not closed ends with it.
                if scalar == "\n", quotes == 1 { return }
                advance()
            }
        }
    }

    /// Passes over what is interpolated; strings in it have interpolations of their own.
    private mutating func skipInterpolation() {
        guard isDeep else { return skipGroup() }
        let known = interpolations + [self]
        skipGroup()
        interpolations = known
    }

    private func follows(_ signs: Int, after distance: Int) -> Bool { (0..<signs).allSatisfy { peek(distance + $0) == "#" } }
}
