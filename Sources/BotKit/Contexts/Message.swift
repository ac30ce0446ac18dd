// Govorun: a message as its handler sees it. SPDX-License-Identifier: MIT

/// A message that somebody wrote to the bot, and the ways to answer it.
public struct Message: Sendable, PlacedMessage {
    let run: HandlerRun
    /// The message as VK sent it.
    public let raw: MessagesMessage

    init(run: HandlerRun) { self.init(run: run, raw: run.update.message ?? MessagesMessage(.absent)) }

    init(run: HandlerRun, raw: MessagesMessage) { (self.run, self.raw) = (run, raw) }

    /// The bot it was written to.
    public var bot: Bot { run.bot }
    /// What was written, as it came; empty when only attachments were sent.
    public var text: String { raw.text }
    /// What the pressed button carries, when a press wrote it; else absent.
    public var payload: JSON { CarriedPayload.read(raw) }
    /// The conversation.
    public var peer: Peer { Peer(id: raw.peerID) }
    /// Who wrote it.
    public var user: Person { Person(id: raw.fromID, run: run) }
    /// Whether it was written in a group chat.
    public var isFromChat: Bool { peer.isChat }
    /// When it was written, Unix seconds.
    public var date: Int { raw.date }
    /// Writes lines that name this bot and plugin.
    public var logger: Logger { run.logger }

    /// Where it stands.
    public var place: MessagePlace {
        MessagePlace(run: run, peerID: raw.peerID, number: raw.conversationMessageID, id: raw.id)
    }
    /// The group chat it was written in; `nil` in private.
    public var chat: Chat? { Chat(peer, run) }

    /// The message in full: the same, unless VK shortened it (`raw.isCropped`); then VK is asked, once.
    ///
    /// - Throws: `VKError`.
    public func whole() async throws -> MessagesMessage {
        guard raw.isCropped else { return raw }
        return try await run.message(raw.conversationMessageID, in: raw.peerID) ?? raw
    }

    /// Hands the message on: the next handler that matches gets it once this one returns.
    public func pass() { run.pass() }

    /// Sends to the conversation without quoting; beside the text, or without one, a keyboard or cards, and attachments.
    ///
    /// - Returns: the last message sent; a long text goes out in parts, keyboard and attachments with the last of them.
    /// - Throws: `TextError` when there is nothing to send; `KeyboardError` when the keyboard breaks VK's limits; `UploadError`; `VKError`.
    @discardableResult
    public func send(
        _ text: FormattedText = "", keyboard: Keyboard? = nil, carousel: Carousel? = nil, attachments: [Attachment] = []
    ) async throws -> SentMessage {
        try await Outgoing(text: text, keyboard: keyboard, carousel: carousel, attachments: attachments).send(to: raw.peerID, from: run)
    }

    /// The same with a `String`, just as it is: a mention in it is a mention.
    @discardableResult
    @_disfavoredOverload public func send(
        _ text: String, keyboard: Keyboard? = nil, carousel: Carousel? = nil, attachments: [Attachment] = []
    ) async throws -> SentMessage {
        try await send(FormattedText(text), keyboard: keyboard, carousel: carousel, attachments: attachments)
    }

    /// Sends with buttons inside the message; with none, as without a keyboard.
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

    /// Answers: quotes the message in a group chat, and just sends in private.
    ///
    /// - Parameter quoting: where it quotes; `nil`: as `quote:` of the bot says, in group chats unless that says otherwise.
    /// - Returns: the last message sent; a long text goes out in parts, the quotation with the first of them, keyboard and attachments with
    ///   the last.
    /// - Throws: `TextError` when there is nothing to send; `KeyboardError` when the keyboard breaks VK's limits; `UploadError`; `VKError`.
    @discardableResult
    public func reply(
        _ text: FormattedText = "", keyboard: Keyboard? = nil, carousel: Carousel? = nil, attachments: [Attachment] = [],
        quoting: Quoting? = nil
    ) async throws -> SentMessage {
        let quoted = (quoting ?? bot.quoting).applies(in: peer) ? raw : nil
        return try await Outgoing(text: text, keyboard: keyboard, carousel: carousel, quoted: quoted, attachments: attachments)
            .send(to: raw.peerID, from: run)
    }

    /// The same with a `String`, just as it is: a mention in it is a mention.
    @discardableResult
    @_disfavoredOverload public func reply(
        _ text: String, keyboard: Keyboard? = nil, carousel: Carousel? = nil, attachments: [Attachment] = [], quoting: Quoting? = nil
    ) async throws -> SentMessage {
        try await reply(FormattedText(text), keyboard: keyboard, carousel: carousel, attachments: attachments, quoting: quoting)
    }

    /// Answers with buttons inside the message; with none, as without a keyboard.
    ///
    /// - Throws: as `reply`.
    @discardableResult
    public func reply(
        _ text: FormattedText, attachments: [Attachment] = [], @KeyboardBuilder buttons: () -> [Row]
    ) async throws -> SentMessage {
        try await reply(text, keyboard: .inline(buttons()), attachments: attachments)
    }

    /// The same with a `String`, just as it is: a mention in it is a mention.
    @discardableResult
    @_disfavoredOverload public func reply(
        _ text: String, attachments: [Attachment] = [], @KeyboardBuilder buttons: () -> [Row]
    ) async throws -> SentMessage {
        try await reply(FormattedText(text), keyboard: .inline(buttons()), attachments: attachments)
    }

    /// The commands of this bot that the writer may use here, in the order of `bots.yaml`; those without a line of help stay unlisted.
    ///
    /// - Throws: `CancellationError`.
    public func availableCommands() async throws -> [CommandForm] {
        try await run.router.commands(for: self)
    }

    /// What to write before a command in this conversation, as in `/`.
    public var commandPrefix: String { run.router.prefixes.shown(inChat: isFromChat) }

    func answerUsage(of form: CommandForm, because problem: ArgumentProblem) async throws {
        let phrases = Phrases(language: run.languages[0])
        let usage = form.spoken(run.spoken).usage(prefix: commandPrefix)
        try await reply("\(phrases.problem(problem.spoken(run.spoken)))\n\(verbatim: phrases.usage(usage))")
    }
}
