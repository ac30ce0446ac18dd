// Govorun: an argument of one kind or another. SPDX-License-Identifier: MIT

/// One of two values; three are `Either<A, Either<B, C>>`.
public enum Either<First: Sendable, Second: Sendable>: Sendable {
    /// The first kind fits.
    case first(First)
    /// The second does, and takes more.
    case second(Second)

    /// The value, if it is of the first kind.
    public var first: First? { if case .first(let value) = self { value } else { nil } }
    /// The value, if it is of the second kind.
    public var second: Second? { if case .second(let value) = self { value } else { nil } }
}

extension Either where First == Second {
    /// The value, of whichever kind.
    public var value: First {
        switch self {
        case .first(let value), .second(let value): value
        }
    }
}

extension Either: Equatable where First: Equatable, Second: Equatable {}

/// What either of two arguments reads, whichever reads more of the text.
public struct EitherArgument<First: CommandArgument, Second: CommandArgument>: CommandArgument {
    let first: First
    let second: Second

    /// Both names, or the one that they share.
    public var name: String { first.name == second.name ? first.name : "\(first.name)|\(second.name)" }
    /// `<first|second>`; a name beside words that are typed as they stand is told from them: `<time>|forever`.
    public var placeholder: String {
        let parts = alternatives.reduce(into: [Alternative]()) { if !$0.contains($1) { $0.append($1) } }
        let isMixed = parts.contains(where: \.isTyped) && !parts.allSatisfy(\.isTyped)
        guard isMixed else { return "<\(parts.map(\.text).joined(separator: "|"))>" }
        return parts.map { $0.isTyped ? $0.text : "<\($0.text)>" }.joined(separator: "|")
    }
    /// Where one of them does.
    public var takesRest: Bool { first.takesRest || second.takesRest }
    /// Theirs, and that what may be left out, or stands anywhere, is no choice.
    public var flaw: String? {
        let isChoice = !first.isOptional && !second.isOptional && first.flag == nil && second.flag == nil
        guard isChoice else { return "'\(name)': what may be left out, and flags, stand in no 'either'; write .either(…).optionally" }
        if first.takesRest { return "'\(second.name)' can never be read: '\(first.name)' before it in 'either' takes everything" }
        return first.flaw ?? second.flaw
    }

    /// Reads both: the one that takes more of the text counts, of equal ones the first.
    public func read(_ reader: inout ArgumentReader) throws -> Either<First.Value, Second.Value> {
        var (one, other) = (reader, reader)
        let (found, meant) = (try Self.attempt(first, &one), try Self.attempt(second, &other))
        switch (found, meant) {
        case (.success(let value), .failure): return took(.first(value), one, &reader)
        case (.success(let value), .success) where one.left <= other.left: return took(.first(value), one, &reader)
        case (_, .success(let value)): return took(.second(value), other, &reader)
        case (.failure(let problem), .failure(let last)): throw merged(problem, last)
        }
    }

    private func took(
        _ value: Either<First.Value, Second.Value>, _ end: ArgumentReader, _ reader: inout ArgumentReader
    ) -> Either<First.Value, Second.Value> {
        reader = end
        return value
    }

    private static func attempt<Argument: CommandArgument>(
        _ argument: Argument, _ reader: inout ArgumentReader
    ) throws -> Result<Argument.Value, ArgumentProblem> {
        do { return .success(try argument.read(&reader)) } catch let problem as ArgumentProblem { return .failure(problem) }
    }

    /// What is told where neither fits: what either would take, or the mistake in the one that was nearly meant.
    private func merged(_ one: ArgumentProblem, _ other: ArgumentProblem) -> ArgumentProblem {
        switch (one.kind, other.kind) {
        case (.missing, _): ArgumentProblem(name, .missing)
        case (.unreadable, .unreadable(let word)):
            ArgumentProblem(name, .unreadable(word), expected: .anyOf([one.expected, other.expected].compactMap { $0 }))
        case (_, .unreadable): one
        default: other
        }
    }

}

/// One of what may stand in a place, as usage shows it.
struct Alternative: Equatable {
    let text: String
    /// Whether it is typed as it stands; else it is the name of something.
    let isTyped: Bool
}

/// An argument in whose place one of several things stands.
protocol AlternativeArgument {
    var alternatives: [Alternative] { get }
}

extension ChoiceArgument: AlternativeArgument {
    var alternatives: [Alternative] { choices.map { Alternative(text: $0.word, isTyped: true) } }
}

extension EitherArgument: AlternativeArgument {
    var alternatives: [Alternative] { Self.alternatives(of: first) + Self.alternatives(of: second) }

    private static func alternatives(of argument: some CommandArgument) -> [Alternative] {
        if let argument = argument as? any AlternativeArgument { return argument.alternatives }
        return [Alternative(text: String(Placeholder.bare(argument.placeholder) ?? argument.placeholder[...]), isTyped: false)]
    }
}

extension CommandArgument {
    /// What either reads, as an `Either`: `.either(.user("кому"), .choice("кому", "всем"))`, `.either(.int("n"), .either(.date("when"), .word("what")))`.
    ///
    /// The one that takes more of the text counts («2 часа» is a duration and no number), of equal ones the first. Of a lone Latin word `.user`
    /// asks VK whether somebody is called so.
    public static func either<First: CommandArgument, Second: CommandArgument>(_ first: First, _ second: Second) -> Self
    where Self == EitherArgument<First, Second> { Self(first: first, second: second) }
}
