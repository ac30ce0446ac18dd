// Govorun: the one error of VKSimulator. SPDX-License-Identifier: MIT

/// Why something that was to happen in the simulated world cannot.
///
/// A bot never sees it: what a bot does wrong is answered with VK's own codes.
public struct SimulatorError: Error, Sendable, CustomStringConvertible {
    /// What went wrong, to switch on.
    public enum Code: String, Sendable {
        /// No community, person, conversation, message or button of that kind.
        case notFound = "not_found"
        /// A name, id or token that must be unique is taken.
        case taken
        /// A value is missing or makes no sense.
        case invalid
        /// The world forbids it: the person is not in the chat, the community is blocked.
        case refused
    }

    /// What went wrong.
    public let code: Code
    /// What was wrong, in words: `person 510001009`.
    public let subject: String
    /// What would do instead; empty where that is plain.
    public let advice: String

    init(_ code: Code, _ subject: String, advice: String = "") {
        self.code = code
        self.subject = subject
        self.advice = advice
    }

    /// The sentence for people.
    public var description: String { advice.isEmpty ? sentence : sentence + "; " + advice }

    private var sentence: String {
        switch code {
        case .notFound: "there is no \(subject)"
        case .taken: "\(subject) is taken"
        case .invalid: "\(subject) makes no sense"
        case .refused: "refused: \(subject)"
        }
    }
}
