// Govorun: a message as its handler sees it. SPDX-License-Identifier: MIT

/// A message that somebody wrote to the bot, and the ways to answer it.
public struct Message: Sendable {
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

    /// The message in full: the same, unless VK shortened it (`raw.isCropped`); then VK is asked, once.
    ///
    /// - Throws: `VKError`.
    public func whole() async throws -> MessagesMessage {
        guard raw.isCropped else { return raw }
        let found = try await bot.vk.call(
            "messages.getByConversationMessageId", ["peer_id": raw.peerID, "conversation_message_ids": [raw.conversationMessageID]]
        ).send()
        let message = MessagesMessage(found["items"][0])
        return message.exists ? message : raw
    }

    /// Hands the message on: the next handler that matches gets it once this one returns.
    public func pass() { run.pass() }

    /// Sends to the conversation without quoting, with a keyboard or cards beside the text.
    ///
    /// - Returns: the last message sent; a long text goes out in parts.
    /// - Throws: `TextError` when there is no text; `KeyboardError` when the keyboard breaks VK's limits; `VKError`.
    @discardableResult
    public func send(_ text: FormattedText, keyboard: Keyboard? = nil, carousel: Carousel? = nil) async throws -> SentMessage {
        try await Outgoing(text: text, keyboard: keyboard, carousel: carousel).send(to: raw.peerID, from: run)
    }

    /// The same with a `String`, just as it is: a mention in it is a mention.
    @discardableResult
    @_disfavoredOverload public func send(_ text: String, keyboard: Keyboard? = nil) async throws -> SentMessage {
        try await Outgoing(text: FormattedText(text), keyboard: keyboard).send(to: raw.peerID, from: run)
    }

    /// Sends with buttons inside the message; with none, as without a keyboard.
    ///
    /// - Throws: `TextError` when there is no text; `KeyboardError` when the keyboard breaks VK's limits; `VKError`.
    @discardableResult
    public func send(_ text: FormattedText, @KeyboardBuilder buttons: () -> [Row]) async throws -> SentMessage {
        try await send(text, keyboard: .inline(buttons()))
    }

    /// The same with a `String`, just as it is: a mention in it is a mention.
    @discardableResult
    @_disfavoredOverload public func send(_ text: String, @KeyboardBuilder buttons: () -> [Row]) async throws -> SentMessage {
        try await send(FormattedText(text), keyboard: .inline(buttons()))
    }

    /// Answers: quotes the message in a group chat, and just sends in private.
    ///
    /// - Returns: the last message sent; a long text goes out in parts.
    /// - Throws: `TextError` when there is no text; `KeyboardError` when the keyboard breaks VK's limits; `VKError`.
    @discardableResult
    public func reply(_ text: FormattedText, keyboard: Keyboard? = nil, carousel: Carousel? = nil) async throws -> SentMessage {
        try await Outgoing(text: text, keyboard: keyboard, carousel: carousel, quoted: isFromChat ? raw : nil).send(
            to: raw.peerID, from: run)
    }

    /// The same with a `String`, just as it is: a mention in it is a mention.
    @discardableResult
    @_disfavoredOverload public func reply(_ text: String, keyboard: Keyboard? = nil) async throws -> SentMessage {
        try await Outgoing(text: FormattedText(text), keyboard: keyboard, quoted: isFromChat ? raw : nil).send(to: raw.peerID, from: run)
    }

    /// Answers with buttons inside the message; with none, as without a keyboard.
    ///
    /// - Throws: `TextError` when there is no text; `KeyboardError` when the keyboard breaks VK's limits; `VKError`.
    @discardableResult
    public func reply(_ text: FormattedText, @KeyboardBuilder buttons: () -> [Row]) async throws -> SentMessage {
        try await reply(text, keyboard: .inline(buttons()))
    }

    /// The same with a `String`, just as it is: a mention in it is a mention.
    @discardableResult
    @_disfavoredOverload public func reply(_ text: String, @KeyboardBuilder buttons: () -> [Row]) async throws -> SentMessage {
        try await reply(FormattedText(text), keyboard: .inline(buttons()))
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
        let phrases = Phrases(language: bot.language)
        try await reply("\(phrases.problem(problem))\n\(verbatim: phrases.usage(form.usage(prefix: commandPrefix)))")
    }
}
