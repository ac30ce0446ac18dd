// Govorun: what a bot under test has sent. SPDX-License-Identifier: MIT
public import BotKit

/// One message of the bot, as it stands now; an edited one has its new text.
public struct TestReply: Sendable, CustomStringConvertible {
    /// The conversation it was sent to.
    public let peerID: Int
    /// Its number there.
    public let conversationMessageID: Int
    /// The fields of the call that sent or last edited it.
    public let parameters: [String: String]
    /// Whether the bot has deleted it since.
    public internal(set) var isDeleted = false
    /// What it said before each edit, the first text first.
    public let earlierTexts: [String]

    init(peerID: Int, conversationMessageID: Int, parameters: [String: String], earlierTexts: [String] = []) {
        self.peerID = peerID
        self.conversationMessageID = conversationMessageID
        self.parameters = parameters
        self.earlierTexts = earlierTexts
    }

    /// The text.
    public var text: String { parameters["message"] ?? "" }
    /// The keyboard as VK would get it; absent without one.
    public var keyboard: JSON { json("keyboard") }
    /// The labels of its buttons, row by row.
    public var buttons: [[String]] {
        keyboard["buttons"].items.map { row in row.items.map { $0["action"]["label"].string ?? "" } }
    }
    /// The number of the message it quotes.
    public var quotes: Int? { json("forward")["conversation_message_ids"][0].int }
    /// What is attached, as VK calls it.
    public var attachments: [String] { (parameters["attachment"] ?? "").split(separator: ",").map(String.init) }
    /// What VK knows repeats by; 0 after an edit.
    public var randomID: Int { Int(parameters["random_id"] ?? "") ?? 0 }

    /// Text, buttons and what is quoted, for the message of a test that fails.
    public var description: String {
        let shown = keyboard.exists ? " \(buttons)" : ""
        let before = earlierTexts.isEmpty ? "" : " edited from " + earlierTexts.map { "«\($0)»" }.joined(separator: ", ")
        return "«\(text)»\(shown)" + (quotes.map { " in answer to \($0)" } ?? "") + before
    }

    private func json(_ field: String) -> JSON {
        do {
            return try parameters[field].map { try JSONDocument($0).root } ?? .absent
        } catch {
            return .absent
        }
    }
}
