// Govorun: why handlers cannot be put to work. SPDX-License-Identifier: MIT

/// Two handlers that cannot live together, or one that cannot live at all.
public struct RoutingProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: Sendable {
        /// One command is claimed twice.
        case commandClaimedTwice
        /// `commands:` renames what is not there.
        case unknownCommand
        /// A name with a prefix, with space, or without a letter.
        case unusableName
        /// A pattern that does not compile.
        case brokenPattern
        /// Two types of payload have one name.
        case payloadClaimedTwice
        /// Arguments that cannot be read in this order, or have one name.
        case impossibleArguments
        /// One step of a scene has two handlers.
        case stepClaimedTwice
        /// Two handlers do one kind of job, or take one hook.
        case errandClaimedTwice
    }

    /// What is wrong.
    public let code: Code
    /// What is wrong and what to do, in words.
    public let message: String
    /// The name in `commands:` that it is about, in lower case.
    public internal(set) var command: String?
    /// What is wrong, without the places in the plugin's source, for those who have none; `nil`: the message names none.
    var reason: String?
    /// The instances concerned.
    public let plugins: [String]

    /// The message.
    public var description: String { message }
}
