// Govorun: messages that belong to no update. SPDX-License-Identifier: MIT
import BotStorage

extension Bot {
    /// Sends a message that belongs to no update, once per key and conversation: `bot.send("Новости!", to: peer, dedupe: "news-2026-11-30")`.
    ///
    /// The `random_id` is made from the key, and the key is remembered for 90 days once VK has taken the message: so neither a repeat of the
    /// whole mailing nor a crash in the middle of it doubles anything.
    ///
    /// - Parameter key: what is sent, in your words: equal keys are one message, whatever the text.
    /// - Returns: whether it was sent now; `false` when it had been before.
    /// - Throws: `TextError` when there is no text; `KeyboardError` when the keyboard breaks VK's limits; `VKError`; `StorageError`.
    @discardableResult
    public func send(_ text: FormattedText, to peer: Peer, keyboard: Keyboard? = nil, dedupe key: String) async throws -> Bool {
        guard !text.isBlank else { throw TextError(.empty) }
        let place = StorageKey("sent/\(source)", "\(peer.id) \(key)")
        guard try await storage.value(for: place) == nil else { return false }
        let keyboard = try keyboard?.json(for: nil)
        let parts = text.parts(limit: messageLimit)
        for (index, part) in parts.enumerated() {
            let id = CallDigest("dedupe", content: [String(communityID), key, String(peer.id), String(index)]).randomID
            let outcome = try await vk.messages.send(
                peerIDs: [peer.id], randomID: id, message: part.text, keyboard: index == parts.count - 1 ? keyboard : nil,
                disableMentions: part.notifies ? nil : true, formatData: part.formatData
            ).send()
            if let error = outcome[0].error { throw VKError(item: error, method: "messages.send") }
        }
        try await storage.set([1], for: place, lifetime: .days(90))
        return true
    }

    /// The same with a `String`, just as it is: a mention in it is a mention.
    @discardableResult
    @_disfavoredOverload public func send(_ text: String, to peer: Peer, keyboard: Keyboard? = nil, dedupe key: String) async throws -> Bool
    {
        try await send(FormattedText(text), to: peer, keyboard: keyboard, dedupe: key)
    }
}

extension BotActing {
    /// Sends a message once per key and conversation, whichever errand it is sent in; see ``Bot``'s.
    ///
    /// - Returns: whether it was sent now; `false` when it had been before.
    /// - Throws: `TextError` when there is no text; `KeyboardError` when the keyboard breaks VK's limits; `VKError`; `StorageError`.
    @discardableResult
    public func send(_ text: FormattedText, to peer: Peer, keyboard: Keyboard? = nil, dedupe key: String) async throws -> Bool {
        try await bot.send(text, to: peer, keyboard: keyboard, dedupe: key)
    }

    /// The same with a `String`, just as it is: a mention in it is a mention.
    @discardableResult
    @_disfavoredOverload public func send(_ text: String, to peer: Peer, keyboard: Keyboard? = nil, dedupe key: String) async throws -> Bool
    {
        try await bot.send(FormattedText(text), to: peer, keyboard: keyboard, dedupe: key)
    }
}
