// Govorun: messages that belong to no update. SPDX-License-Identifier: MIT

extension Bot {
    /// Sends a message that belongs to no update, once per key and conversation: `bot.send("Новости!", to: peer, dedupe: "news-2026-11-30")`.
    ///
    /// The `random_id` is made from the key, and the key is remembered for 90 days once VK has taken the message: so neither a repeat of the
    /// whole mailing nor a crash in the middle of it doubles anything. What was uploaded for a message is remembered as well, under its key
    /// and conversation: a repeat attaches it and uploads nothing. Equal photos are uploaded once for all conversations, within a day.
    ///
    /// - Parameter key: what is sent, in your words: equal keys are one message, whatever the text.
    /// - Returns: whether it was sent now; `false` when it had been before.
    /// - Throws: `TextError` when there is nothing to send; `KeyboardError` when the keyboard breaks VK's limits; `UploadError`; `VKError`;
    ///   `StorageError`.
    @discardableResult
    public func send(
        _ text: FormattedText = "", to peer: Peer, keyboard: Keyboard? = nil, attachments: [Attachment] = [], dedupe key: String
    ) async throws -> Bool {
        guard !text.isBlank || !attachments.isEmpty else { throw TextError(.empty) }
        let message = KeyedMessage(
            content: Outgoing(text: text, keyboard: keyboard, attachments: attachments), peer: peer.id, key: key, bot: self)
        guard let run = HandlerRun.ofThisTask else { return try await message.send() }
        // Later steps of a dialogue are told whether it was sent; they do not look again.
        let told = try await run.once("keyed message", ContentHash(of: key, "\(peer.id)")) {
            try await run.unjournalled { Array((try await message.send() ? "1" : "0").utf8) }
        }
        return told == Array("1".utf8)
    }

    /// The same with a `String`, just as it is: a mention in it is a mention.
    @discardableResult
    @_disfavoredOverload public func send(
        _ text: String, to peer: Peer, keyboard: Keyboard? = nil, attachments: [Attachment] = [], dedupe key: String
    ) async throws -> Bool {
        try await send(FormattedText(text), to: peer, keyboard: keyboard, attachments: attachments, dedupe: key)
    }
}

extension BotActing {
    /// Sends a message once per key and conversation, whichever errand it is sent in; see ``Bot``'s.
    ///
    /// - Returns: whether it was sent now; `false` when it had been before.
    /// - Throws: as ``Bot``'s does.
    @discardableResult
    public func send(
        _ text: FormattedText = "", to peer: Peer, keyboard: Keyboard? = nil, attachments: [Attachment] = [], dedupe key: String
    ) async throws -> Bool {
        try await bot.send(text, to: peer, keyboard: keyboard, attachments: attachments, dedupe: key)
    }

    /// The same with a `String`, just as it is: a mention in it is a mention.
    @discardableResult
    @_disfavoredOverload public func send(
        _ text: String, to peer: Peer, keyboard: Keyboard? = nil, attachments: [Attachment] = [], dedupe key: String
    ) async throws -> Bool {
        try await bot.send(FormattedText(text), to: peer, keyboard: keyboard, attachments: attachments, dedupe: key)
    }
}
