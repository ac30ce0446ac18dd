// Govorun: which texts a plugin's source says. SPDX-License-Identifier: MIT

/// The keys of texts in a Swift source: those that are asked for by name, and whatever else may be one.
struct TextUses {
    /// A key in `texts["cart"]` or `reply: .key("cart")`, and where its quotes begin.
    struct Key {
        let name: String
        let line: Int
        let column: Int
    }

    /// Keys that are asked for by name, in the order of the file; not where a dictionary of that name is written to.
    private(set) var keys: [Key] = []
    /// Every string, as the pieces around what is put into it: `"list.\(state)"` and `"list." + state` are `["list.", ""]`.
    private var strings: Set<[String]> = []

    /// Reads `source`.
    init(_ source: String) {
        var reader = SwiftTokens(source, deep: true)
        var tokens: [SwiftTokens.Token] = []
        while let token = reader.next() { tokens.append(token) }
        for (index, token) in tokens.enumerated() {
            if token.isString { note(token, after: Self.sign(tokens, index - 1), before: Self.sign(tokens, index + 1)) }
            if token.text == "texts", Self.sign(tokens, index + 1) == "[" { readKeys(tokens, from: index + 2) }
            if token.text == "reply" { readReply(tokens, from: index + 1) }
        }
    }

    /// Whether some string is `key`, or becomes it by what is put into it.
    func mayName(_ key: String) -> Bool {
        strings.contains([key]) || strings.contains { $0.count > 1 && Self.fits(key[...], $0[...]) }
    }

    private static func sign(_ tokens: [SwiftTokens.Token], _ index: Int) -> String {
        tokens.indices.contains(index) ? tokens[index].text : ""
    }

    private mutating func note(_ token: SwiftTokens.Token, after: String, before: String) {
        var pieces = token.pieces
        if before == "+" { pieces.append("") }
        if after == "+" { pieces.insert("", at: 0) }
        if pieces.contains(where: { !$0.isEmpty }) { strings.insert(pieces) }
    }

    /// A cooldown's `: .key("wait")`.
    private mutating func readReply(_ tokens: [SwiftTokens.Token], from start: Int) {
        guard (start..<start + 4).map({ Self.sign(tokens, $0) }) == [":", ".", "key", "("], Self.sign(tokens, start + 5) == ")" else {
            return
        }
        let token = tokens[start + 4]
        if token.isString, let name = token.pieces.first, token.pieces.count == 1 {
            keys.append(Key(name: name, line: token.line, column: token.column))
        }
    }

    /// The strings that stand for the key themselves: `["cart"]`, `[isEmpty ? "empty" : "cart", ["count": 3]]`.
    private mutating func readKeys(_ tokens: [SwiftTokens.Token], from start: Int) {
        var (index, depth, found) = (start, 0, [Key]())
        while index < tokens.count {
            let (token, next) = (tokens[index], Self.sign(tokens, index + 1))
            if depth == 0, token.isString, let name = token.pieces.first, token.pieces.count == 1,
                ["[", "?", ":"].contains(Self.sign(tokens, index - 1)), ["]", ",", ":"].contains(next)
            {
                found.append(Key(name: name, line: token.line, column: token.column))
            }
            if "([{".contains(token.text) { depth += 1 }
            if ")]}".contains(token.text) { depth -= 1 }
            if depth < 0 || depth == 0 && token.text == "," { break }
            index += 1
        }
        let isWritten = Self.sign(tokens, index + 1) == "=" && Self.sign(tokens, index + 2) != "="
        if Self.sign(tokens, index) == "," || !isWritten { keys += found }
    }

    /// Whether `key` begins with the first piece, ends with the last, and has the others between them in their order.
    private static func fits(_ key: Substring, _ pieces: ArraySlice<String>) -> Bool {
        guard let first = pieces.first, key.hasPrefix(first) else { return false }
        let rest = key.dropFirst(first.count)
        guard let next = pieces.dropFirst().first else { return rest.isEmpty }
        return rest.indices.contains { rest[$0...].hasPrefix(next) && fits(rest[$0...], pieces.dropFirst()) }
            || next.isEmpty && pieces.count == 2
    }
}

extension SwiftTokens.Token {
    /// Whether it is a string.
    var isString: Bool { text.hasSuffix("\"") || text.hasSuffix("\"#") }

    /// The lines between those of the quotes, without the white space before the closing ones.
    private static func undented(_ block: Substring) -> String {
        let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > 2, let indent = lines.last else { return String(block) }
        return lines.dropFirst().dropLast().map { $0.hasPrefix(indent) ? $0.dropFirst(indent.count) : $0 }.joined(separator: "\n")
    }

    /// A string's text around what is interpolated in it; one piece where nothing is.
    var pieces: [String] {
        var (pieces, depth) = ([""], 0)
        var signs = text.drop { $0 == "#" }
        let isBlock = signs.hasPrefix("\"\"\"")
        signs = signs.drop { $0 == "\"" }
        while let last = signs.last, last == "#" || last == "\"" { signs.removeLast() }
        if isBlock { signs = Self.undented(signs)[...] }
        var before: Character?
        for sign in signs {
            if sign == "(", depth > 0 || before == "\\" {
                if depth == 0 { pieces.append("") }
                depth += 1
            } else if sign == ")", depth > 0 {
                depth -= 1
            } else if depth == 0, sign != "\\" {
                pieces[pieces.count - 1].append(sign)
            }
            before = sign
        }
        return pieces
    }
}
