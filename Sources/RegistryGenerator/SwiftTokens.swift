// Govorun: the words of a Swift source outside its brackets. SPDX-License-Identifier: MIT

/// Reads names and signs that stand outside `{}`, `()` and `[]`, comments and strings; a group in brackets is one token, its opening bracket.
struct SwiftTokens {
    /// A name, an attribute with its `@`, or one sign.
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

    init(_ source: String) { scalars = Array(source.unicodeScalars) }

    /// The next token; `nil` at the end.
    mutating func next() -> Token? {
        while index < scalars.count {
            if skipsQuiet() { continue }
            let (scalar, line, column) = (scalars[index], line, index - lineStart + 1)
            if Self.beginsName(scalar) || scalar == "@" || scalar == "`" { return Token(text: name(), line: line, column: column) }
            if "{([".unicodeScalars.contains(scalar) { skipGroup() } else { advance() }
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
        } else if scalar == "\"" || (scalar == "#" && beginsRawString) {
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
                if peek() == "(" { skipGroup() } else { advance() }
            } else if scalar == "\"", (0..<quotes).allSatisfy({ peek($0) == "\"" }), follows(signs, after: quotes) {
                return advance(quotes + signs)
            } else {
                // A string on one line that is not closed ends with it.
                if scalar == "\n", quotes == 1 { return }
                advance()
            }
        }
    }

    private func follows(_ signs: Int, after distance: Int) -> Bool { (0..<signs).allSatisfy { peek(distance + $0) == "#" } }
}
