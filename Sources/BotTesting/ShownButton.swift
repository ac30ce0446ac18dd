// Govorun: the buttons that a person sees. SPDX-License-Identifier: MIT
import BotKit

/// A button in sight.
struct ShownButton {
    let label: String
    /// As it stands in the keyboard: JSON text.
    let payload: JSON
    /// The message it is inside of; `nil` under the input field.
    let message: Int?
    private let action: String

    /// Whether a press writes nothing and is an event.
    var callsBack: Bool { action == "callback" }
    /// Whether the bot learns of a press at all.
    var tellsBot: Bool { callsBack || action == "text" }

    /// All of one conversation, the latest first: those inside messages, and those of the last keyboard under the input field.
    static func all(in replies: [TestReply]) -> [ShownButton] {
        var isFieldKnown = false
        return replies.reversed().flatMap { reply -> [ShownButton] in
            guard reply.keyboard.exists else { return [] }
            let isInline = reply.keyboard["inline"].bool == true
            defer { isFieldKnown = isFieldKnown || !isInline }
            return isInline || !isFieldKnown ? buttons(of: reply, isInline: isInline) : []
        }
    }

    private static func buttons(of reply: TestReply, isInline: Bool) -> [ShownButton] {
        reply.keyboard["buttons"].items.flatMap { row in
            row.items.map { button in
                let action = button["action"]
                return ShownButton(
                    label: action["label"].string ?? "", payload: action["payload"],
                    message: isInline ? reply.conversationMessageID : nil, action: action["type"].string ?? "")
            }
        }
    }

    /// The value of a payload, which VK puts into a press as JSON.
    static func carried(by payload: JSON) -> JSON {
        do {
            return try JSONDocument(payload.string ?? "null").root
        } catch {
            return .absent
        }
    }
}
