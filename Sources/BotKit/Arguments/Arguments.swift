// Govorun: the kinds of arguments that come with the library. SPDX-License-Identifier: MIT

/// One word read as a whole number, or kept as text.
public struct WordArgument<Value: LosslessStringConvertible & Sendable>: CommandArgument {
    /// The name that usage shows.
    public let name: String
    /// `<name>`.
    public var placeholder: String { "<\(name)>" }

    /// An argument called `name`.
    public init(_ name: String) { self.name = name }

    /// Reads one word.
    public func read(_ reader: inout ArgumentReader) throws -> Value {
        guard let word = reader.word() else { throw ArgumentProblem(name, .missing) }
        guard let value = Value(word) else { throw ArgumentProblem(name, .unreadable(word)) }
        return value
    }
}

/// A number with a fraction after a point or, as Russian writes it, a comma; neither infinite nor in another base.
public struct DecimalArgument: CommandArgument {
    /// The name that usage shows.
    public let name: String
    /// `<name>`.
    public var placeholder: String { "<\(name)>" }

    /// Reads one word.
    public func read(_ reader: inout ArgumentReader) throws -> Double {
        guard let word = reader.word() else { throw ArgumentProblem(name, .missing) }
        let digits = String(word.map { $0 == "," ? "." : $0 })
        guard digits.allSatisfy({ "0123456789.+-eE".contains($0) }), let value = Double(digits), value.isFinite else {
            throw ArgumentProblem(name, .unreadable(word))
        }
        return value
    }
}

/// One word of a fixed set, in any letter case; the handler receives it as it was declared.
public struct ChoiceArgument: CommandArgument {
    /// The name that problems show.
    public let name: String
    /// What may stand there.
    public let choices: [String]
    /// `<a|b>`.
    public var placeholder: String { "<\(choices.joined(separator: "|"))>" }

    /// Reads one word.
    public func read(_ reader: inout ArgumentReader) throws -> String {
        guard let word = reader.word() else { throw ArgumentProblem(name, .missing) }
        guard let choice = choices.first(where: { $0.lowercased() == word.lowercased() }) else {
            throw ArgumentProblem(name, .unreadable(word))
        }
        return choice
    }
}

/// Everything after the command, as it was typed.
public struct RestArgument: CommandArgument {
    /// The name that usage shows.
    public let name: String
    /// `<name…>`.
    public var placeholder: String { "<\(name)…>" }

    /// Reads to the end.
    public func read(_ reader: inout ArgumentReader) throws -> String {
        guard let rest = reader.rest() else { throw ArgumentProblem(name, .missing) }
        return rest
    }
}

/// An argument that may be left out, at the end or in the middle.
public struct OptionalArgument<Base: CommandArgument>: CommandArgument {
    let base: Base
    /// The base's placeholder in square brackets.
    public var placeholder: String {
        let text = base.placeholder
        return text.count > 2 && text.hasPrefix("<") && text.hasSuffix(">") ? "[\(text.dropFirst().dropLast())]" : "[\(text)]"
    }
    /// It is.
    public var isOptional: Bool { true }

    /// Reads the base; `nil` where something else stands, or nothing.
    public func read(_ reader: inout ArgumentReader) throws -> Base.Value? { try reader.optional(base) }
}

extension CommandArgument {
    /// The same argument, which may be left out.
    public var optionally: OptionalArgument<Self> { OptionalArgument(base: self) }
}
extension CommandArgument where Self == WordArgument<Int> {
    /// A whole number.
    public static func int(_ name: String) -> Self { Self(name) }
}
extension CommandArgument where Self == DecimalArgument {
    /// A number with a fraction: `1.5` or `1,5`.
    public static func double(_ name: String) -> Self { Self(name: name) }
}
extension CommandArgument where Self == WordArgument<String> {
    /// One word, or several in quotes: `"green tea"`, `«зелёный чай»`.
    public static func word(_ name: String) -> Self { Self(name) }
}
extension CommandArgument where Self == ChoiceArgument {
    /// One of `choices`.
    public static func choice(_ name: String, _ choices: String...) -> Self { Self(name: name, choices: choices) }
}
extension CommandArgument where Self == RestArgument {
    /// Everything that is left.
    public static func rest(_ name: String) -> Self { Self(name: name) }
}
