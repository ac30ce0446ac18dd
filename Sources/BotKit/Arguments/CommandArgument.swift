// Govorun: the arguments of a command. SPDX-License-Identifier: MIT

/// One argument of a command; a new kind is one small type.
public protocol CommandArgument<Value>: Sendable {
    /// What the handler receives.
    associatedtype Value: Sendable
    /// How usage shows it: `<count>`.
    var placeholder: String { get }
    /// Whether it may be left out; `false` unless a type says otherwise.
    var isOptional: Bool { get }
    /// Reads the argument from what is left; called more than once per message, so it only reads.
    ///
    /// - Throws: `ArgumentProblem`, which is answered with the usage; anything else counts as the handler's failure.
    func read(_ reader: inout ArgumentReader) throws -> Value
}

extension CommandArgument {
    /// Not optional.
    public var isOptional: Bool { false }
}

/// What is wrong with an argument; answered to the person who typed it.
public struct ArgumentProblem: Error, Sendable {
    /// What is wrong.
    public enum Kind: Sendable, Equatable {
        /// Nothing stands where the argument should.
        case missing
        /// What stands there cannot be read.
        case unreadable(String)
        /// More stands there than the command takes.
        case tooMany(String)
    }
    /// The argument's name; empty with `.tooMany`.
    public let argument: String
    /// What is wrong with it.
    public let kind: Kind

    /// A problem with `argument`.
    public init(_ argument: String, _ kind: Kind) {
        self.argument = argument
        self.kind = kind
    }
}
