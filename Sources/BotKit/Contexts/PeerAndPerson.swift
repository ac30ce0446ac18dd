// Govorun: conversations and the people in them. SPDX-License-Identifier: MIT

/// A conversation by VK's number (source: the reference, "Ids and peers").
public struct Peer: Sendable, Hashable {
    /// What chats begin at.
    static let firstChat = 2_000_000_001
    /// The highest chat: 100 000 000 of them are possible.
    static let lastChat = 2_100_000_000

    /// VK's `peer_id`.
    public let id: Int

    /// The conversation `id`.
    public init(id: Int) { self.id = id }

    /// Whether it is a group chat.
    public var isChat: Bool { (Self.firstChat...Self.lastChat).contains(id) }
    /// The chat's number, `peer_id` less 2 000 000 000; `nil` when it is no chat.
    public var chatID: Int? { isChat ? id - Self.firstChat + 1 : nil }
    /// Whether it is one person's dialog; ids above the chats are people too.
    public var isPrivate: Bool { id > 0 && !isChat }
}

/// Somebody an event is about.
public struct Person: Sendable {
    /// VK's id; negative for a community.
    public let id: Int
    let run: HandlerRun

    /// Writes to the person in private; VK allows that once the person has written or allowed messages. Beside the text, or without one, a
    /// keyboard or cards, and attachments.
    ///
    /// - Returns: the last message sent; a long text goes out in parts.
    /// - Throws: `TextError` when there is nothing to send; `KeyboardError` when the keyboard breaks VK's limits; `UploadError`; `VKError`, with
    ///   `failure == .cannotWriteToPeer` for a person who has not allowed it (see `sendIfAllowed`).
    @discardableResult
    public func send(
        _ text: FormattedText = "", keyboard: Keyboard? = nil, carousel: Carousel? = nil, attachments: [Attachment] = []
    ) async throws -> SentMessage {
        try await Outgoing(text: text, keyboard: keyboard, carousel: carousel, attachments: attachments).send(to: id, from: run)
    }

    /// The same with a `String`, just as it is: a mention in it is a mention.
    @discardableResult
    @_disfavoredOverload public func send(
        _ text: String, keyboard: Keyboard? = nil, carousel: Carousel? = nil, attachments: [Attachment] = []
    ) async throws -> SentMessage {
        try await send(FormattedText(text), keyboard: keyboard, carousel: carousel, attachments: attachments)
    }

    /// Writes to the person with buttons inside the message; with none, as without a keyboard.
    ///
    /// - Throws: as `send`.
    @discardableResult
    public func send(
        _ text: FormattedText, attachments: [Attachment] = [], @KeyboardBuilder buttons: () -> [Row]
    ) async throws -> SentMessage {
        try await send(text, keyboard: .inline(buttons()), attachments: attachments)
    }

    /// The same with a `String`, just as it is: a mention in it is a mention.
    @discardableResult
    @_disfavoredOverload public func send(
        _ text: String, attachments: [Attachment] = [], @KeyboardBuilder buttons: () -> [Row]
    ) async throws -> SentMessage {
        try await send(FormattedText(text), keyboard: .inline(buttons()), attachments: attachments)
    }
}
