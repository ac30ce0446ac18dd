// Govorun: attachments of a bot at work by itself. SPDX-License-Identifier: MIT

extension BotActing {
    /// Sends to a conversation what is attached, with a text over it or without one, a keyboard or cards.
    ///
    /// - Returns: the last message sent; a long text goes out in parts.
    /// - Throws: `TextError` when there is nothing to send; `KeyboardError` when the keyboard breaks VK's limits; `UploadError`; `VKError`.
    @discardableResult
    public func send(
        _ text: FormattedText = "", to peer: Peer, keyboard: Keyboard? = nil, carousel: Carousel? = nil, attachments: [Attachment]
    ) async throws -> SentMessage {
        try await Outgoing(text: text, keyboard: keyboard, carousel: carousel, attachments: attachments).send(
            to: peer.id, from: context.run)
    }

    /// A group chat of the bot's; `nil` when `peer` is none.
    public func chat(_ peer: Peer) -> Chat? { Chat(peer, context.run) }
}
