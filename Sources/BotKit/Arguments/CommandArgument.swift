// Govorun: what an argument of a command is. SPDX-License-Identifier: MIT

/// One argument of a command; a new kind is one small type, or `Parsed("hh:mm") { … }` in place.
public protocol CommandArgument<Value>: Sendable {
    /// What the handler receives.
    associatedtype Value: Sendable
    /// How usage shows it: `<count>`.
    var placeholder: String { get }
    /// What problems call it; the placeholder without its brackets unless a type says otherwise.
    var name: String { get }
    /// Whether it may be left out; `false` unless a type says otherwise.
    var isOptional: Bool { get }
    /// Whether nothing can stand after it; `false` unless a type says otherwise.
    var takesRest: Bool { get }
    /// The word after `--` by which it is given anywhere among the others; `nil` unless a type says otherwise.
    var flag: String? { get }
    /// Why it can never be read, for its author; `nil` unless a type says otherwise.
    var flaw: String? { get }
    /// Reads the argument from what is left; called more than once per message, so it only reads.
    ///
    /// - Throws: `ArgumentProblem`, which is answered with the usage; anything else counts as the handler's failure.
    func read(_ reader: inout ArgumentReader) throws -> Value
}

extension CommandArgument {
    /// The placeholder without its brackets.
    public var name: String { placeholder.trimmingCharacters { "<>[]…".contains($0) } }
    /// Not optional.
    public var isOptional: Bool { false }
    /// Others may follow.
    public var takesRest: Bool { false }
    /// It has its place among the others.
    public var flag: String? { nil }
    /// None.
    public var flaw: String? { nil }
}

/// What is wrong with an argument; answered to the person who typed it.
public struct ArgumentProblem: Error, Sendable {
    /// What is wrong.
    public enum Kind: Sendable, Equatable {
        /// Nothing stands where the argument should.
        case missing
        /// What stands there cannot be read.
        case unreadable(String)
        /// What stands there is too small or too large; what may stand there as numbers.
        case outOfRange(String, from: String?, to: String?)
        /// No page of VK is called so.
        case unknownPage(String)
        /// The command has no such flag.
        case unknownFlag(String)
        /// More stands there than the command takes.
        case tooMany(String)
    }
    /// The argument's name; empty with `.tooMany` and `.unknownFlag`.
    public let argument: String
    /// What is wrong with it.
    public let kind: Kind
    /// What would fit, said with `.unreadable`; `nil`: nothing is said.
    public let expected: Expectation?

    /// A problem with `argument`; `expected` tells what would fit.
    public init(_ argument: String, _ kind: Kind, expected: Expectation? = nil) {
        self.argument = argument
        self.kind = kind
        self.expected = expected
    }
}

extension String {
    fileprivate func trimmingCharacters(where isTrimmed: (Character) -> Bool) -> String {
        var text = self[...]
        while let first = text.first, isTrimmed(first) { text.removeFirst() }
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return String(text)
    }
}
