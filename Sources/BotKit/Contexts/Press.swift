// Govorun: a press of a button, and the ways to answer it. SPDX-License-Identifier: MIT

/// A press of a button, be it one that writes its label or one that calls back.
public struct Press: Sendable {
    let run: HandlerRun

    init(run: HandlerRun) { self.run = run }

    /// The bot whose button it was.
    public var bot: Bot { run.bot }
    /// The conversation.
    public var peer: Peer { Peer(id: run.update.peerID ?? 0) }
    /// Who pressed.
    public var user: Person { Person(id: run.update.userID ?? 0, run: run) }
    /// What the button carries, as JSON.
    public var payload: JSON { CarriedPayload.of(run.update) }
    /// The message that a text button or a location button wrote; `nil` when the button calls back.
    public var message: Message? { run.update.type == .messageNew ? Message(run: run) : nil }
    /// Writes lines that name this bot and plugin.
    public var logger: Logger { run.logger }

    /// Hands the press on: the next handler that matches gets it once this one returns.
    public func pass() { run.pass() }

    /// Shows a line over the keyboard for ten seconds, 1...90 characters; for a text button, which cannot, the line is sent as a reply.
    ///
    /// A press takes one answer: a later one is dropped with a line in the log.
    ///
    /// - Throws: `TextError` when the text has another length; `VKError`.
    public func snackbar(_ text: String) async throws {
        if let message { try await message.reply(.escaped(text)) } else { try await event.snackbar(text) }
    }

    /// The same with a formatted text, its formats left out: `press.snackbar(press.texts["done"])`.
    ///
    /// - Throws: as with a `String`.
    @_disfavoredOverload public func snackbar(_ text: FormattedText) async throws { try await snackbar(text.text) }

    /// Opens `link` for whoever pressed; for a text button, which cannot, the link is sent as a reply. Counts as the answer, as `snackbar`.
    ///
    /// - Throws: `VKError`.
    public func openLink(_ link: String) async throws {
        if let message { try await message.reply(FormattedText(link)) } else { try await event.openLink(link) }
    }

    /// Opens a mini app for whoever pressed, of the community `owner` (negative) if given, with `hash` behind its address; a text button
    /// sends its address as a reply. Counts as the answer, as `snackbar`.
    ///
    /// - Throws: `VKError`.
    public func openApp(_ id: Int, owner: Int? = nil, hash: String = "") async throws {
        if let message {
            let place = owner.map { "app\(id)_\($0)" } ?? "app\(id)"
            try await message.reply(FormattedText("https://vk.com/\(place)" + (hash.isEmpty ? "" : "#" + hash)))
        } else {
            try await event.openApp(id, owner: owner, hash: hash)
        }
    }

    /// The message that the pressed callback button stands in, to delete it, pin it and so on; `nil` for a text button, which stands in none,
    /// and under the input field.
    public var buttonMessage: SentMessage? {
        guard message == nil, let number = event.conversationMessageID else { return nil }
        return SentMessage(run: run, peerID: peer.id, messageID: 0, conversationMessageID: number)
    }
    /// The group chat it was pressed in; `nil` in private.
    public var chat: Chat? { Chat(peer, run) }

    /// Sends to the conversation; beside the text, or without one, a keyboard or cards, and attachments.
    ///
    /// - Returns: the last message sent; a long text goes out in parts.
    /// - Throws: `TextError` when there is nothing to send; `KeyboardError` when the keyboard breaks VK's limits; `UploadError`; `VKError`.
    @discardableResult
    public func send(
        _ text: FormattedText = "", keyboard: Keyboard? = nil, carousel: Carousel? = nil, attachments: [Attachment] = []
    ) async throws -> SentMessage {
        try await Outgoing(text: text, keyboard: keyboard, carousel: carousel, attachments: attachments).send(to: peer.id, from: run)
    }

    /// The same with a `String`, just as it is: a mention in it is a mention.
    @discardableResult
    @_disfavoredOverload public func send(
        _ text: String, keyboard: Keyboard? = nil, carousel: Carousel? = nil, attachments: [Attachment] = []
    ) async throws -> SentMessage {
        try await send(FormattedText(text), keyboard: keyboard, carousel: carousel, attachments: attachments)
    }

    /// A press quotes nothing.
    @available(*, unavailable, renamed: "send")
    public func reply(_ text: FormattedText) async throws -> SentMessage { throw TextError(.empty) }

    /// Sends with buttons inside the message; with none, as without a keyboard.
    ///
    /// - Throws: as `send`.
    @discardableResult
    public func send(
        _ text: FormattedText, attachments: [Attachment] = [], @KeyboardBuilder buttons: () -> [Row]
    ) async throws -> SentMessage {
        try await send(text, keyboard: .inline(buttons()), attachments: attachments)
    }

    /// Replaces text, buttons and attachments of the message that the button stands in; where it stands in none, and for a text button,
    /// sends instead.
    ///
    /// - Throws: as `send`; `VKError` 909 after 24 hours.
    public func edit(_ text: FormattedText, keyboard: Keyboard? = nil, attachments: [Attachment] = []) async throws {
        guard let buttonMessage else { return _ = try await send(text, keyboard: keyboard, attachments: attachments) }
        try await buttonMessage.edit(text, keyboard: keyboard, attachments: attachments)
    }

    /// Replaces text, buttons and attachments of the message that the button stands in; with no buttons, the old ones go.
    ///
    /// - Throws: as `send`; `VKError` 909 after 24 hours.
    public func edit(_ text: FormattedText, attachments: [Attachment] = [], @KeyboardBuilder buttons: () -> [Row]) async throws {
        try await edit(text, keyboard: .inline(buttons()), attachments: attachments)
    }

    private var event: EventContext<MessageEvent> { EventContext(run: run) }
}
