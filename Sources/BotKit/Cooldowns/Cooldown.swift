// Govorun: how often something may be used. SPDX-License-Identifier: MIT

/// A pause between two uses of a handler or a plugin.
public struct Cooldown: Sendable, Equatable {
    /// Whose uses count together.
    public enum Scope: String, Sendable, CaseIterable, Decodable {
        /// Those of one person, in all conversations.
        case user
        /// Those of one conversation.
        case chat
        /// All of the bot.
        case bot
    }

    /// What is said to those who are too early, at most once in a pause.
    public enum Reply: Sendable, Equatable, ExpressibleByStringLiteral {
        /// Nothing.
        case silence
        /// How long is left, in the language of whoever is told.
        case standard
        /// This; `{left}` in it becomes how long is left: `3 секунды`.
        case text(String)
        /// The one in the language of whoever is told; `{left}` as in `text`.
        case texts(SpokenText)
        /// The plugin's text of this key, in the language of whoever is told; it is given `{left}`.
        case key(String)

        /// A text.
        public init(stringLiteral text: String) { self = .text(text) }
    }

    /// How long after a use the next one may be; whole seconds, as VK dates messages.
    public var every: Duration
    /// Whose uses count together.
    public var per: Scope
    /// What those are told who are too early.
    public var reply: Reply

    /// A pause.
    public init(_ every: Duration, per scope: Scope = .user, reply: Reply = .silence) {
        (self.every, self.per, self.reply) = (every, scope, reply)
    }
}

extension HandlerConvertible {
    /// The same handler with a pause between two uses: `Command("roll") { … }.cooldown(.seconds(3), per: .chat, reply: "Ещё {left}")`.
    ///
    /// What comes too early is taken, and answered with `reply` once in a pause. On events it is dropped. A command whose arguments cannot be
    /// read is no use, and its writer may try again at once.
    public func cooldown(_ every: Duration, per scope: Cooldown.Scope = .user, reply: Cooldown.Reply = .silence) -> Handler {
        var handler = handler
        switch handler.trigger {
        case .around, .errand: handler.flaw = handler.flaw ?? "'cooldown' is for what people do, this handler is for '\(handler.name)'"
        default: if every < .seconds(1) { handler.flaw = handler.flaw ?? "a cooldown is a second at least; this one is \(every)" }
        }
        handler.cooldown = Cooldown(every, per: scope, reply: reply)
        return handler
    }
}
