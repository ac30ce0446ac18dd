// Govorun: what makes a text a command. SPDX-License-Identifier: MIT

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

/// A text taken apart: what remains once the bot's mention is gone, and the command in it.
struct Utterance {
    /// The text without the bot's mention and without space around it.
    let plain: Substring
    /// The command's name in lower case and what follows it; `nil` when the text is addressed as none.
    let command: (name: String, arguments: Substring)?
    /// The whole text as the name of a command, for private conversations.
    let lone: String?

    init(_ text: String, prefixes: Prefixes, community: Int, inChat: Bool) {
        let trimmed = text[...].trimmed
        let afterMention = Self.withoutMention(trimmed, of: community)
        let plain = afterMention ?? trimmed
        self.plain = plain
        // The longest prefix wins, so that "!!" may stand beside "!".
        let prefix = (inChat ? prefixes.chats : prefixes.personal).filter { plain.hasPrefix($0) }.max { $0.count < $1.count }
        if let prefix {
            command = Self.command(in: plain.dropFirst(prefix.count))
        } else {
            command = afterMention == nil ? nil : Self.command(in: plain)
        }
        let isLone = !inChat && prefixes.isOptionalInPrivate && !plain.isEmpty
        lone = isLone ? TextMatcher.normalized(plain) : nil
    }

    /// The text after `[club1|…]`, a comma and spaces; `nil` when it does not begin with a mention of `community`.
    private static func withoutMention(_ text: Substring, of community: Int) -> Substring? {
        for kind in ["club", "public", "event"] {
            let opening = "[\(kind)\(community)|"
            guard text.hasPrefix(opening), let end = text.firstIndex(of: "]") else { continue }
            return text[text.index(after: end)...].drop { $0 == "," || $0.isWhitespace }
        }
        return nil
    }

    private static func command(in text: Substring) -> (name: String, arguments: Substring)? {
        guard let first = text.first, !first.isWhitespace else { return nil }
        let name = text.prefix { !$0.isWhitespace }
        return (name.lowercased(), text[name.endIndex...])
    }
}

extension Substring {
    var trimmed: Substring {
        var copy = drop(while: \.isWhitespace)
        while copy.last?.isWhitespace == true { copy.removeLast() }
        return copy
    }
}
