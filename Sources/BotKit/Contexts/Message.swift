// Govorun: a message as its handler sees it. SPDX-License-Identifier: MIT

/// A message that somebody wrote to the bot, and the ways to answer it.
public struct Message: Sendable {
    let run: HandlerRun
    /// The message as VK sent it.
    public let raw: MessagesMessage

    init(run: HandlerRun) {
        self.run = run
        raw = run.update.message ?? MessagesMessage(.absent)
    }

    /// The bot it was written to.
    public var bot: Bot { run.bot }
    /// What was written, as it came; empty when only attachments were sent.
    public var text: String { raw.text }
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

    /// Hands the message on: the next handler that matches gets it once this one returns.
    public func pass() { run.pass() }

    /// Sends to the conversation without quoting.
    ///
    /// - Returns: the last message sent; a long text goes out in parts.
    /// - Throws: `VKError`; `KeyboardError` when the keyboard breaks VK's limits.
    @discardableResult
    public func send(_ text: String, keyboard: Keyboard? = nil) async throws -> SentMessage {
        try await Outgoing(text: text, keyboard: keyboard).send(to: raw.peerID, from: run)
    }

    /// Answers: quotes the message in a group chat, and just sends in private.
    ///
    /// - Returns: the last message sent; a long text goes out in parts.
    /// - Throws: `VKError`; `KeyboardError` when the keyboard breaks VK's limits.
    @discardableResult
    public func reply(_ text: String, keyboard: Keyboard? = nil) async throws -> SentMessage {
        try await Outgoing(text: text, keyboard: keyboard, quoted: isFromChat ? raw : nil).send(to: raw.peerID, from: run)
    }

    /// Answers with buttons inside the message.
    ///
    /// - Throws: `VKError`; `KeyboardError` when the keyboard breaks VK's limits.
    @discardableResult
    public func reply(_ text: String, @KeyboardBuilder buttons: () -> [Row]) async throws -> SentMessage {
        try await reply(text, keyboard: Keyboard(.inline, rows: buttons()))
    }

    /// The commands of this bot that the writer may use here, in the order of `bots.yaml`.
    public func availableCommands() async throws -> [CommandForm] {
        try await run.router.commands(for: self)
    }

    /// What stands before a command in this conversation: `/`; empty where none is needed.
    public var commandPrefix: String { run.router.prefixes.shown(inChat: isFromChat) }

    func answerUsage(of form: CommandForm, because problem: ArgumentProblem) async throws {
        let phrases = Phrases(language: bot.language)
        try await reply(phrases.problem(problem) + "\n" + phrases.usage(form.usage(prefix: commandPrefix)))
    }
}

/// A message the bot has sent.
public struct SentMessage: Sendable {
    let run: HandlerRun
    /// The conversation.
    public let peerID: Int
    /// VK's id; 0 in chats.
    public let messageID: Int
    /// The number within the conversation.
    public let conversationMessageID: Int

    /// Replaces text and keyboard; VK allows it for 24 hours (909 after that).
    ///
    /// - Throws: `VKError`; `KeyboardError` when the keyboard breaks VK's limits.
    public func edit(_ text: String, keyboard: Keyboard? = nil) async throws {
        try await run.bot.vk.messages.edit(
            peerID: peerID, messageID: conversationMessageID == 0 ? messageID : nil,
            cmid: conversationMessageID == 0 ? nil : conversationMessageID, message: text, keyboard: keyboard?.json()
        ).send()
    }
}
