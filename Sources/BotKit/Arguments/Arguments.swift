// Govorun: the kinds of arguments that are one word, or all words. SPDX-License-Identifier: MIT

/// One word, or several in quotes.
public struct WordArgument: CommandArgument {
    /// The name that usage shows.
    public let name: String
    /// `<name>`.
    public var placeholder: String { "<\(name)>" }

    /// Reads one word.
    public func read(_ reader: inout ArgumentReader) throws -> String {
        guard let word = reader.word() else { throw ArgumentProblem(name, .missing) }
        return word
    }
}

/// One word of a fixed set, in any letter case; the handler receives what was declared for it.
public struct ChoiceArgument<Value: Sendable>: CommandArgument {
    /// The name that problems show.
    public let name: String
    /// What may stand there, and what it means.
    let choices: [(word: String, value: Value)]
    /// `<a|b>`.
    public var placeholder: String { "<\(choices.map(\.word).joined(separator: "|"))>" }

    init(_ name: String, _ choices: [(String, Value)]) {
        self.name = name
        self.choices = choices
    }

    /// No choice, or one that is there twice.
    public var flaw: String? {
        guard !choices.isEmpty else { return "'\(name)' has nothing to choose from" }
        var seen: Set<String> = []
        let twice = choices.first { !seen.insert(TextMatcher.normalized($0.word)).inserted }
        return twice.map { "'\($0.word)' can be chosen twice for '\(name)'" }
    }

    /// Reads one word.
    public func read(_ reader: inout ArgumentReader) throws -> Value {
        guard let word = reader.word() else { throw ArgumentProblem(name, .missing) }
        let key = TextMatcher.normalized(word)
        guard let choice = choices.first(where: { TextMatcher.normalized($0.word) == key }) else {
            throw ArgumentProblem(name, .unreadable(word), expected: .choice(choices.map(\.word)))
        }
        return choice.value
    }
}

/// Everything after the command, as it was typed.
public struct RestArgument: CommandArgument {
    /// The name that usage shows.
    public let name: String
    /// `<name…>`.
    public var placeholder: String { "<\(name)…>" }
    /// It does.
    public var takesRest: Bool { true }

    /// Reads to the end.
    public func read(_ reader: inout ArgumentReader) throws -> String {
        guard let rest = reader.rest() else { throw ArgumentProblem(name, .missing) }
        return rest
    }
}

/// One word that a closure reads: `Parsed("цвет") { Color($0) }`; a kind of one's own in place.
public struct Parsed<Value: Sendable>: CommandArgument {
    /// The name that usage shows.
    public let name: String
    /// `<name>`.
    public var placeholder: String { "<\(name)>" }
    private let parse: @Sendable (String) -> Value?

    /// An argument that `parse` reads; `nil` for a word that does not fit.
    public init(_ name: String, _ parse: @escaping @Sendable (String) -> Value?) {
        self.name = name
        self.parse = parse
    }

    /// Reads one word.
    public func read(_ reader: inout ArgumentReader) throws -> Value {
        guard let word = reader.word() else { throw ArgumentProblem(name, .missing) }
        guard let value = parse(word) else { throw ArgumentProblem(name, .unreadable(word)) }
        return value
    }
}

extension CommandArgument where Self == WordArgument {
    /// One word, or several in quotes: `"green tea"`, `«зелёный чай»`.
    public static func word(_ name: String) -> Self { Self(name: name) }
}
extension CommandArgument where Self == ChoiceArgument<String> {
    /// One of `choices`.
    public static func choice(_ name: String, _ choices: String...) -> Self { Self(name, choices.map { ($0, $0) }) }
    /// One of `choices`, for a list that options give.
    public static func choice(_ name: String, anyOf choices: [String]) -> Self { Self(name, choices.map { ($0, $0) }) }
}
extension CommandArgument {
    /// One of the cases of a type, by their raw values: `enum Size: String, CaseIterable { case small, large }`.
    public static func choice<Case: CaseIterable & RawRepresentable & Sendable>(_ name: String, _ type: Case.Type) -> Self
    where Self == ChoiceArgument<Case>, Case.RawValue == String {
        Self(name, Case.allCases.map { ($0.rawValue, $0) })
    }
}
extension CommandArgument where Self == RestArgument {
    /// Everything that is left.
    public static func rest(_ name: String) -> Self { Self(name: name) }
}
