// Govorun: a text on its way out. SPDX-License-Identifier: MIT

/// What is sent: cut into parts where it is too long, with the quotation on the first and the keyboard on the last.
struct Outgoing {
    var text: String
    var keyboard: Keyboard?
    var quoted: MessagesMessage?

    /// Sends the parts in order; when one fails, those after it are not sent.
    func send(to peer: Int, from run: HandlerRun) async throws -> SentMessage {
        guard !text.isBlank else { throw TextError(.empty) }
        let keyboard = try keyboard?.json()
        let ordinal = run.nextOrdinal(to: peer)
        let parts = MessageText.parts(of: text, limit: run.bot.messageLimit)
        var sent = SentMessage(run: run, peerID: peer, messageID: 0, conversationMessageID: 0)
        for (index, part) in parts.enumerated() {
            // With `peer_ids` VK tells the number within the conversation, which editing in chats needs.
            let outcome = try await run.bot.vk.messages.send(
                peerIDs: [peer], randomID: run.randomID(to: peer, ordinal: ordinal, part: index), message: part,
                forward: index == 0 ? quotation : nil, keyboard: index == parts.count - 1 ? keyboard : nil
            ).send()
            sent = try Self.sent(outcome[0], to: peer, run)
        }
        return sent
    }

    /// How a reply is written in chats, where a message has no id of its own (source: the reference, "messages.send").
    private var quotation: JSONValue? {
        guard let quoted, quoted.conversationMessageID > 0 else { return nil }
        return [
            "peer_id": .integer(quoted.peerID), "conversation_message_ids": [.integer(quoted.conversationMessageID)], "is_reply": true,
        ]
    }

    private static func sent(_ item: MessagesSendUserIDsResponseItem, to peer: Int, _ run: HandlerRun) throws -> SentMessage {
        if let error = item.error { throw VKError(item: error, method: "messages.send") }
        return SentMessage(
            run: run, peerID: item.peerID == 0 ? peer : item.peerID, messageID: item.messageID,
            conversationMessageID: item.conversationMessageID)
    }
}
