// Govorun: what stands before a command. SPDX-License-Identifier: MIT

/// The `prefix:` of a bot.
public struct Prefixes: Sendable, Equatable {
    /// What must stand before a command in group chats, unless the bot is mentioned.
    public var chats: [String]
    /// What may or must stand before a command in private.
    public var personal: [String]
    /// Whether in private the lone name of a command is enough.
    public var isOptionalInPrivate: Bool

    /// `/` and `!`, optional in private.
    public init(chats: [String] = ["/", "!"], personal: [String]? = nil, isOptionalInPrivate: Bool = true) {
        self.chats = chats
        self.personal = personal ?? chats
        self.isOptionalInPrivate = isOptionalInPrivate
    }

    /// The prefix to show people.
    func shown(inChat: Bool) -> String { (inChat ? chats : personal).first ?? "" }
}
