// Govorun: the bot in a handler that no update of VK started. SPDX-License-Identifier: MIT
import BotStorage

/// What `Every`, `Daily`, `Cron` and `After` hand to their closures; what it can do is told at ``BotActing``.
public struct BotContext: BotActing {
    let run: HandlerRun
    let errand: Errand
    /// Itself.
    public var context: BotContext { self }

    init(run: HandlerRun, errand: Errand) { (self.run, self.errand) = (run, errand) }
}

/// A bot at work by itself: at a time, for a job, for a hook.
///
/// What it sends carries the same `random_id` on every run of the same errand, so a crash or a failure in the middle doubles nothing; state of
/// `.personHere` and `.conversation` is stored with the mark that it is done.
public protocol BotActing: JobPlanning, StateContext {
    /// What it acts through.
    var context: BotContext { get }
}

extension BotActing {
    private var run: HandlerRun { context.run }

    /// The bot.
    public var bot: Bot { run.bot }
    /// When this was due by the clock of the bot's time zone: the same on every run.
    public var due: DateAndTime {
        bot.zone.date(at: Int((context.errand.due.milliseconds - (context.errand.due.milliseconds % 1000 + 1000) % 1000) / 1000))
    }
    /// The conversation that the job was planned in.
    public var peer: Peer? { context.errand.peer.map(Peer.init) }
    /// For whom the job was planned: the one whose message or press planned it.
    public var user: Person? { context.errand.user.map { Person(id: $0, run: run) } }
    /// Writes lines that name this bot and plugin.
    public var logger: Logger { run.logger }

    /// Somebody by id.
    public func person(_ id: Int) -> Person { Person(id: id, run: run) }

    /// Sends to a conversation; a long text goes out in parts.
    ///
    /// - Returns: the last message sent.
    /// - Throws: `TextError` when there is no text; `KeyboardError` when the keyboard breaks VK's limits; `VKError`.
    @discardableResult
    public func send(_ text: FormattedText, to peer: Peer, keyboard: Keyboard? = nil) async throws -> SentMessage {
        try await Outgoing(text: text, keyboard: keyboard).send(to: peer.id, from: run)
    }

    /// The same with a `String`, just as it is: a mention in it is a mention.
    @discardableResult
    @_disfavoredOverload public func send(_ text: String, to peer: Peer, keyboard: Keyboard? = nil) async throws -> SentMessage {
        try await Outgoing(text: FormattedText(text), keyboard: keyboard).send(to: peer.id, from: run)
    }
}
