// Govorun: a text on its way out. SPDX-License-Identifier: MIT

/// What is sent: cut into parts where it is too long, with the quotation on the first and the keyboard on the last.
struct Outgoing {
    var text: FormattedText
    var keyboard: Keyboard?
    var carousel: Carousel?
    var quoted: MessagesMessage?

    /// Sends the parts in order; when one fails, those after it are not sent.
    func send(to peer: Int, from run: HandlerRun) async throws -> SentMessage {
        guard !text.isBlank else { throw TextError(.empty) }
        try run.checkIsAlive()
        // An instance under a name of its own says so in its buttons, or a press would reach another instance of the plugin.
        let instance = run.route.instance.ownName
        let keyboard = try keyboard?.json(for: instance)
        let carousel = try carousel?.json(for: instance)
        guard carousel == nil || self.keyboard?.place != .inline else {
            throw KeyboardError(.keyboardBesideCarousel, "a keyboard inside the message beside a carousel")
        }
        let content = [text.text, keyboard?.serialized ?? "", carousel?.serialized ?? "", text.formatData?.serialized ?? ""]
        let ordinal = run.number(of: CallDigest("send", content: content), to: peer)
        let parts = text.parts(limit: run.bot.messageLimit)
        var sent = SentMessage(run: run, peerID: peer, messageID: 0, conversationMessageID: 0)
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            sent = try await send(part, index, ordinal, isLast ? keyboard : nil, isLast ? carousel : nil, to: peer, from: run)
        }
        return sent
    }

    /// Sends one part; under another `random_id` when VK has taken it for an older message that had the same.
    private func send(
        _ part: FormattedText, _ index: Int, _ ordinal: Int, _ keyboard: JSONValue?, _ carousel: JSONValue?, to peer: Int,
        from run: HandlerRun
    ) async throws -> SentMessage {
        let newest = run.newestNumber(in: peer)
        for salt in 0..<Self.salts {
            // With `peer_ids` VK tells the number within the conversation, which editing in chats needs.
            let outcome = try await run.bot.vk.messages.send(
                peerIDs: [peer], randomID: run.randomID(to: peer, ordinal: ordinal, part: index, salt: salt), message: part.text,
                forward: index == 0 ? quotation : nil, keyboard: keyboard, template: carousel,
                disableMentions: part.notifies ? nil : true, formatData: part.formatData
            ).send()
            let sent = try Self.sent(outcome[0], to: peer, run)
            guard (1...max(1, newest)).contains(sent.conversationMessageID), newest > 0 else {
                run.router.newest.note(sent.conversationMessageID, in: peer)
                return sent
            }
            run.logger.debug("VK knows the random_id from an older message; sent with another", ["vk.peer": peer])
        }
        throw VKError(.refused, method: "messages.send", message: "VK takes the message for an older one, whatever its random_id")
    }

    /// Numbers tried for one message.
    private static let salts = 4

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
