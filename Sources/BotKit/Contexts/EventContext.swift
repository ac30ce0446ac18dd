// Govorun: an event as its handler sees it. SPDX-License-Identifier: MIT

/// An event with its object; the object's properties are the event's: `event.joinType`.
@dynamicMemberLookup
public struct EventContext<Payload: VKObject>: Sendable {
    let run: HandlerRun
    /// The event's object.
    public let object: Payload

    init(run: HandlerRun) {
        self.run = run
        object = Payload(run.update.object)
    }

    /// A property of the object.
    public subscript<Value>(dynamicMember path: KeyPath<Payload, Value>) -> Value { object[keyPath: path] }

    /// The bot it happened to.
    public var bot: Bot { run.bot }
    /// VK's word for what happened.
    public var type: UpdateType { run.update.type }
    /// The update as VK sent it.
    public var update: Update { run.update }
    /// Who did it, if VK says who.
    public var user: Person? { run.update.userID.map { Person(id: $0, run: run) } }
    /// Where it happened, if in a conversation.
    public var peer: Peer? { run.update.peerID.map(Peer.init) }
    /// Writes lines that name this bot and plugin.
    public var logger: Logger { run.logger }

    /// Somebody by id.
    public func person(_ id: Int) -> Person { Person(id: id, run: run) }

    /// The group chat it happened in, if it was one.
    public var chat: Chat? { peer.flatMap { Chat($0, run) } }

    /// Sends to a conversation, beside the text, or without one, a keyboard or cards, and attachments; a long text goes out in parts.
    ///
    /// - Returns: the last message sent.
    /// - Throws: `TextError` when there is nothing to send; `KeyboardError` when the keyboard breaks VK's limits; `UploadError`; `VKError`.
    @discardableResult
    public func send(
        _ text: FormattedText = "", to peer: Peer, keyboard: Keyboard? = nil, carousel: Carousel? = nil, attachments: [Attachment] = []
    ) async throws -> SentMessage {
        try await Outgoing(text: text, keyboard: keyboard, carousel: carousel, attachments: attachments).send(to: peer.id, from: run)
    }

    /// The same with a `String`, just as it is: a mention in it is a mention.
    @discardableResult
    @_disfavoredOverload public func send(
        _ text: String, to peer: Peer, keyboard: Keyboard? = nil, carousel: Carousel? = nil, attachments: [Attachment] = []
    ) async throws -> SentMessage {
        try await send(FormattedText(text), to: peer, keyboard: keyboard, carousel: carousel, attachments: attachments)
    }
}
