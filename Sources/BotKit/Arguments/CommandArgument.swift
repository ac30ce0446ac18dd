// Govorun: the arguments of a command. SPDX-License-Identifier: MIT

/// One argument of a command; a new kind is one small type.
public protocol CommandArgument<Value>: Sendable {
    /// What the handler receives.
    associatedtype Value: Sendable
    /// How usage shows it: `<count>`.
    var placeholder: String { get }
    /// Reads the argument from what is left.
    ///
    /// - Throws: `ArgumentProblem`, which is answered with the usage.
    func read(_ reader: inout ArgumentReader) throws -> Value
}

/// What is wrong with an argument; answered to the person who typed it.
public struct ArgumentProblem: Error, Sendable {
    /// What is wrong.
    public enum Kind: Sendable {
        /// Nothing stands where the argument should.
        case missing
        /// What stands there cannot be read.
        case unreadable(String)
        /// More stands there than the command takes.
        case tooMany(String)
    }
    /// The argument's name.
    public let argument: String
    /// What is wrong with it.
    public let kind: Kind

    /// A problem with `argument`.
    public init(_ argument: String, _ kind: Kind) {
        self.argument = argument
        self.kind = kind
    }
}

/// Reads words from the text after a command's name.
public struct ArgumentReader: Sendable {
    private var text: Substring

    init(_ text: Substring) { self.text = text }

    /// The next word; a word in quotes may hold spaces. `nil` at the end.
    public mutating func word() -> String? {
        skipSpace()
        guard let first = text.first else { return nil }
        if let closing = Self.quotes[first], let end = text.dropFirst().firstIndex(of: closing) {
            defer { text = text[text.index(after: end)...] }
            return String(text[text.index(after: text.startIndex)..<end])
        }
        let word = text.prefix { !$0.isWhitespace }
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
    public var isAtEnd: Bool { text.allSatisfy(\.isWhitespace) }

    mutating func finish() throws {
        guard !isAtEnd else { return }
        throw ArgumentProblem("", .tooMany(rest() ?? ""))
    }

    private mutating func skipSpace() { text = text.drop(while: \.isWhitespace) }

    private static let quotes: [Character: Character] = ["\"": "\"", "«": "»", "“": "”"]
}
