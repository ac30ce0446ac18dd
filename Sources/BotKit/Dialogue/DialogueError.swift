// Govorun: how a question ends a run, and what an author did wrong. SPDX-License-Identifier: MIT

/// Thrown by a question that waits for its answer, and by everything that is called after it: the handler is to end. Its next run goes on.
struct DialoguePause: Error, CustomStringConvertible {
    var description: String { "the handler waits for an answer; let this error through" }
}

/// Why a run can do nothing more.
enum DialogueClosure: Sendable {
    /// It waits for an answer.
    case paused(DialogueRecord, asked: Origin)
    /// It does not go the way that it went before.
    case diverged(DialogueScript.Divergence)
    /// Nobody could answer its question in as many tries as there are.
    case exhausted
    /// It was only run to see whether it goes the same way.
    case rehearsed
    /// What has happened is not what it waits for.
    case unmoved
}

/// What is wrong with a question.
public struct DialogueError: Error, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: Sendable {
        /// Asked from a child task, where two could ask at once: a person answers one question at a time.
        case askedAside
        /// Nobody is there who could answer: the event names no person.
        case nobodyToAsk
        /// The handler has learnt more than a dialogue keeps: 200 answers of VK, the storage and people, or 64 KB of them.
        case tooLong
        /// Messages and presses are not waited for: `ask` asks for them, and so knows which of them is an answer.
        case toBeAsked
    }

    /// What is wrong.
    public let code: Code
    private let origin: Origin

    init(_ code: Code, _ origin: Origin) { (self.code, self.origin) = (code, origin) }

    /// For the log, with the author's line.
    public var description: String {
        switch code {
        case .askedAside:
            "\(origin): a question was asked from a child task; a person answers one question at a time, so ask in the handler itself"
        case .nobodyToAsk: "\(origin): nobody can answer here, the event names no person"
        case .toBeAsked: "\(origin): messages and presses are not waited for; ask for them: try await message.ask(…)"
        case .tooLong: "\(origin): the handler has learnt more than a dialogue keeps (200 answers or 64 KB); ask before it reads so much"
        }
    }
}
