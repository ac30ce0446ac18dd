// Govorun: a text on its way out. SPDX-License-Identifier: MIT

/// What is sent: cut into parts where it is too long, with the quotation on the first, keyboard and attachments on the last.
struct Outgoing {
    var text: FormattedText
    var keyboard: Keyboard?
    var carousel: Carousel?
    var quoted: MessagesMessage?
    var attachments: [Attachment] = []
    /// Messages of another conversation that go out with it, as VK's `forward`; in the place of a quotation.
    var forward: JSONValue?

    /// One message of several.
    struct Part {
        var text: FormattedText
        var attachments: [String] = []
        /// As VK takes them.
        var attachmentList: String? { attachments.isEmpty ? nil : attachments.joined(separator: ",") }
        var forward: JSONValue?
        var keyboard: JSONValue?
        var carousel: JSONValue?
    }

    /// Attachments of one message (source: the reference, "Attachments", where the number is unconfirmed).
    static let attachmentLimit = 10

    /// Sends the parts in order; when one fails, those after it are not sent, and when an upload fails, none is.
    func send(to peer: Int, from run: HandlerRun) async throws -> SentMessage {
        guard !text.isBlank || !attachments.isEmpty || forward != nil else { throw TextError(.empty) }
        try run.checkIsAlive()
        // An instance under a name of its own says so in its buttons, or a press would reach another instance of the plugin.
        let instance = run.route.instance.ownName
        let keyboard = try keyboard?.json(for: instance)
        let carousel = try carousel?.json(for: instance)
        guard carousel == nil || self.keyboard?.place != .inline else {
            throw KeyboardError(.keyboardBesideCarousel, "a keyboard inside the message beside a carousel")
        }
        let names = try await run.names(of: attachments, at: .message(peer: peer))
        let content = [text.text, keyboard?.serialized ?? "", carousel?.serialized ?? "", text.formatData?.serialized ?? ""]
        let more = names.isEmpty && forward == nil ? [] : [names.joined(separator: ","), forward?.serialized ?? ""]
        let ordinal = run.number(of: CallDigest("send", content: content + more), to: peer)
        var parts = parts(limit: run.bot.messageLimit, names)
        parts[0].forward = forward ?? quotation
        parts[parts.count - 1].keyboard = keyboard
        parts[parts.count - 1].carousel = carousel
        var sent = SentMessage(run: run, peerID: peer, messageID: 0, conversationMessageID: 0)
        for (index, part) in parts.enumerated() { sent = try await send(part, index, ordinal, to: peer, from: run) }
        return sent
    }

    /// The text in parts, ten attachments with the last of them, and further tens in messages without a text. Never empty.
    func parts(limit: Int, _ names: [String]) -> [Part] {
        var parts = text.isBlank && !names.isEmpty ? [] : text.parts(limit: limit).map { Part(text: $0) }
        for start in stride(from: 0, to: names.count, by: Self.attachmentLimit) {
            let some = Array(names[start..<min(start + Self.attachmentLimit, names.count)])
            if start == 0, !parts.isEmpty {
                parts[parts.count - 1].attachments = some
            } else {
                parts.append(Part(text: "", attachments: some))
            }
        }
        return parts
    }

    /// Sends one part; under another `random_id` when VK has taken it for an older message that had the same.
    private func send(_ part: Part, _ index: Int, _ ordinal: Int, to peer: Int, from run: HandlerRun) async throws -> SentMessage {
        let newest = run.newestNumber(in: peer)
        for salt in 0..<Self.salts {
            let id = run.randomID(to: peer, ordinal: ordinal, part: index, salt: salt)
            let item = try await run.bot.sending(
                to: peer, randomID: id, message: part.text.text.isEmpty ? nil : part.text.text, attachment: part.attachmentList,
                forward: part.forward, keyboard: part.keyboard, template: part.carousel,
                disableMentions: part.text.notifies ? nil : true, formatData: part.text.formatData
            ).send()
            var sent = try Self.sent(item, to: peer, run)
            let isSuspect = newest > 0 && (1...newest).contains(sent.conversationMessageID)
            guard isSuspect, try await run.wasTaken(part, randomID: id, for: sent.conversationMessageID, in: peer) else {
                run.router.newest.note(sent.conversationMessageID, in: peer)
                sent.attachments = part.attachments
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

    private static func sent(_ item: SentItem, to peer: Int, _ run: HandlerRun) throws -> SentMessage {
        if let error = item.error { throw error }
        return SentMessage(
            run: run, peerID: item.peerID == 0 ? peer : item.peerID, messageID: item.messageID,
            conversationMessageID: item.conversationMessageID)
    }
}
