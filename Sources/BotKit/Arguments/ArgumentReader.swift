// Govorun: reads arguments from the text after a command's name. SPDX-License-Identifier: MIT

/// Reads words from the text after a command's name.
public struct ArgumentReader: Sendable {
    private var text: Substring
    /// Which optional arguments are left out although something stands there: a bit each, the last of them lowest.
    private let omitted: Int
    /// The optional arguments not reached yet.
    private var optionalsAhead: Int
    /// Why an optional argument was taken as left out.
    private var obstacle: ArgumentProblem?

    init(_ text: Substring, omitting omitted: Int = 0, ofOptionals count: Int = 0) {
        self.text = text
        self.omitted = omitted
        optionalsAhead = count
    }

    /// The next word; a word in quotes may hold spaces. `nil` at the end.
    public mutating func word() -> String? {
        skipSpace()
        guard let first = text.first else { return nil }
        if let closing = Self.quotes[first], let end = text.dropFirst().firstIndex(of: closing) {
            defer { text = text[text.index(after: end)...] }
            return String(text[text.index(after: text.startIndex)..<end])
        }
        let word = text.prefix { !$0.isBlank }
        text = text[word.endIndex...]
        return String(word)
    }

    /// Everything that is left, as it was typed; `nil` when nothing is.
    public mutating func rest() -> String? {
        skipSpace()
        guard !text.isEmpty else { return nil }
        defer { text = text[text.endIndex...] }
        return String(text)
    }

    /// Whether nothing is left.
    public var isAtEnd: Bool { text.allSatisfy(\.isBlank) }

    /// An argument that may be left out: `nil` at the end, where it is omitted on trial, and where something else stands.
    mutating func optional<Argument: CommandArgument>(_ argument: Argument) throws -> Argument.Value? {
        optionalsAhead -= 1
        guard !isAtEnd, optionalsAhead < 0 || omitted & (1 << optionalsAhead) == 0 else { return nil }
        let start = text
        do {
            return try argument.read(&self)
        } catch let problem as ArgumentProblem {
            text = start
            obstacle = obstacle ?? problem
            return nil
        }
    }

    /// - Throws: `ArgumentProblem` when something is left: the optional argument it may have been meant for, else that it is too much.
    mutating func finish() throws {
        guard let rest = rest() else { return }
        throw obstacle ?? ArgumentProblem("", .tooMany(rest))
    }

    private mutating func skipSpace() { text = text.drop(while: \.isBlank) }

    private static let quotes: [Character: Character] = ["\"": "\"", "«": "»", "“": "”", "„": "“"]
}
