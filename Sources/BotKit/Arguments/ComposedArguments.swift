// Govorun: arguments made of others: left out, repeated, given as flags. SPDX-License-Identifier: MIT

/// An argument that may be left out, at the end or in the middle.
public struct OptionalArgument<Base: CommandArgument>: CommandArgument {
    let base: Base
    /// The base's placeholder in square brackets.
    public var placeholder: String {
        "[\(Placeholder.bare(base.placeholder) ?? base.placeholder[...])]"
    }
    /// The base's.
    public var name: String { base.name }
    /// It is.
    public var isOptional: Bool { true }
    /// As the base.
    public var takesRest: Bool { base.takesRest }
    /// The base's, and that a flag may be left out as it is.
    public var flaw: String? { base.flag.map { "'--\($0)' may be left out as it is" } ?? base.flaw }

    /// Reads the base; `nil` where something else stands, or nothing.
    public func read(_ reader: inout ArgumentReader) throws -> Base.Value? { try reader.optional(base) }
}

/// One or more of a kind, up to the end.
public struct RepeatedArgument<Base: CommandArgument>: CommandArgument {
    let base: Base
    /// `<name…>`, `(<name>|word)…`.
    public var placeholder: String {
        if let name = Placeholder.bare(base.placeholder) { return "<\(name)…>" }
        return base.placeholder.contains("|") ? "(\(base.placeholder))…" : base.placeholder + "…"
    }
    /// The base's.
    public var name: String { base.name }
    /// It does.
    public var takesRest: Bool { true }
    /// The base's, and that what ends no sooner than the text cannot be repeated.
    public var flaw: String? {
        guard !base.takesRest, !base.isOptional, base.flag == nil else { return "'\(base.name)' cannot be repeated" }
        return base.flaw
    }

    /// Reads the base until nothing is left.
    public func read(_ reader: inout ArgumentReader) throws -> [Base.Value] {
        var values = [try base.read(&reader)]
        while !reader.isAtEnd { values.append(try base.read(&reader)) }
        return values
    }
}

/// A flag that is given or not: `--silent`, anywhere among the arguments.
public struct FlagArgument: CommandArgument {
    /// The word after `--`.
    public let name: String
    /// `[--name]`.
    public var placeholder: String { "[--\(name)]" }
    /// It is.
    public var isOptional: Bool { true }
    /// The name.
    public var flag: String? { name }

    /// Whether it was given; a value of its own it does not take.
    public func read(_ reader: inout ArgumentReader) throws -> Bool {
        guard let value = reader.flag(name) else { return false }
        if let text = value.text { throw ArgumentProblem("--" + name, .unreadable(text), expected: .nothing) }
        return true
    }
}

/// A flag with a value: `--count=3`, anywhere among the arguments.
public struct OptionArgument<Base: CommandArgument>: CommandArgument {
    let base: Base
    /// The word after `--`, which is the base's name.
    public var name: String { base.name }
    /// `[--count=<count>]`.
    public var placeholder: String { "[--\(name)=\(base.placeholder)]" }
    /// It is.
    public var isOptional: Bool { true }
    /// The name.
    public var flag: String? { name }
    /// The base's, and that a flag cannot be the value of one.
    public var flaw: String? { base.isOptional || base.flag != nil ? "'--\(name)' needs a value that is always there" : base.flaw }

    /// Reads what stands after `=`; `nil` when the flag was not given.
    public func read(_ reader: inout ArgumentReader) throws -> Base.Value? {
        guard let given = reader.flag(name) else { return nil }
        guard let text = given.text, !text.isBlank else { throw ArgumentProblem("--" + name, .missing) }
        do {
            let (value, names) = try ArgumentReader.readWhole(text, as: base, in: reader.surroundings)
            reader.want(names)
            return value
        } catch let problem as ArgumentProblem {
            throw ArgumentProblem("--" + name, problem.kind, expected: problem.expected)
        }
    }
}

extension CommandArgument {
    /// The same argument, which may be left out.
    public var optionally: OptionalArgument<Self> { OptionalArgument(base: self) }
    /// One or more of them, up to the end: `.int("число").repeated`.
    public var repeated: RepeatedArgument<Self> { RepeatedArgument(base: self) }
    /// The same argument as a flag by its name, anywhere among the others: `.int("count").asFlag` is `--count=3`.
    public var asFlag: OptionArgument<Self> { OptionArgument(base: self) }
}
extension CommandArgument where Self == FlagArgument {
    /// `--name`, given or not.
    public static func flag(_ name: String) -> Self { Self(name: name) }
}

/// How usage shows an argument.
enum Placeholder {
    /// The name in `<name>`; `nil` where other brackets stand, or more than one pair of these.
    static func bare(_ placeholder: String) -> Substring? {
        guard placeholder.count > 2, placeholder.hasPrefix("<"), placeholder.hasSuffix(">") else { return nil }
        let name = placeholder.dropFirst().dropLast()
        return name.contains { $0 == "<" || $0 == ">" } ? nil : name
    }
}

/// What is wrong with arguments whatever is typed.
enum ArgumentOrder {
    /// Why these can never all be read; `nil` when they can.
    static func flaw<each Argument: CommandArgument>(of arguments: repeat each Argument) -> String? {
        var names: Set<String> = []
        var last: String?
        for argument in repeat each arguments {
            if let flaw = argument.flaw { return flaw }
            let name = argument.name
            if let flag = argument.flag {
                let isWord = flag.first?.isLetter == true && !flag.contains { $0.isBlank || $0 == "=" }
                guard isWord else { return "'\(flag)' cannot stand after '--': it begins with a letter and has no space" }
            } else if let last {
                return "'\(name)' can never be read: '\(last)' before it takes everything"
            } else if argument.takesRest {
                last = name
            }
            guard names.insert(name.lowercased()).inserted else { return "two arguments are called '\(name)'" }
        }
        return nil
    }
}
