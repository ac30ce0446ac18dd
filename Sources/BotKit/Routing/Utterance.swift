// Govorun: what a text says to the bot. SPDX-License-Identifier: MIT

/// A text taken apart: what remains once the bot's mention is gone, and the command in it.
struct Utterance {
    /// The text without the bot's mention and without space around it.
    let plain: Substring
    /// The command's name in lower case and what follows it; `nil` when the text is addressed as none.
    let command: (name: String, arguments: Substring)?
    /// Whether it begins with the bot's mention.
    let isAddressed: Bool
    /// Whether the whole text may be the name of a command.
    let mayBeLone: Bool

    init(_ text: String, prefixes: Prefixes, community: Int, inChat: Bool) {
        let trimmed = text[...].trimmed
        let afterMention = Self.withoutMention(trimmed, of: community)
        plain = afterMention ?? trimmed
        isAddressed = afterMention != nil
        if let prefix = Self.longest(of: inChat ? prefixes.chats : prefixes.personal, before: plain) {
            command = Self.command(in: plain.dropFirst(prefix.count), after: prefix)
        } else {
            command = afterMention == nil ? nil : Self.command(in: plain, after: "")
        }
        mayBeLone = !inChat && prefixes.isOptionalInPrivate && !plain.isEmpty
    }

    /// The longest prefix that `text` begins with, in any letter case; so "!!" may stand beside "!".
    private static func longest(of prefixes: [String], before text: Substring) -> String? {
        var longest: String?
        for prefix in prefixes where mayBegin(text, with: prefix) && prefix.count > longest?.count ?? -1 {
            if text.hasPrefix(prefix) || text.prefix(prefix.count).lowercased() == prefix.lowercased() { longest = prefix }
        }
        return longest
    }

    /// Whether a look at the first bytes leaves it open: nearly no text begins like a command.
    private static func mayBegin(_ text: Substring, with prefix: String) -> Bool {
        guard let sign = prefix.utf8.first else { return true }
        guard let first = text.utf8.first else { return false }
        guard sign < 0x80 else { return first >= 0x80 }
        let isLetter = (0x41...0x5a).contains(sign & 0xdf)
        return isLetter ? first >= 0x80 || first & 0xdf == sign & 0xdf : first == sign
    }

    /// The text after `[club1|…]`, a comma and spaces; `nil` when it does not begin with a mention of `community`
    /// (source: the reference, "Mentions and chats").
    private static func withoutMention(_ text: Substring, of community: Int) -> Substring? {
        guard text.utf8.first == UInt8(ascii: "["), text.first == "[" else { return nil }
        for kind in ["club", "public", "event"] {
            guard text.hasPrefix("[\(kind)\(community)|"), let end = text.firstIndex(of: "]") else { continue }
            return text[text.index(after: end)...].drop { $0 == "," || $0.isBlank }
        }
        return nil
    }

    /// A prefix that is a word (`бот`, `бот,`) stands apart from the command, one of signs (`/`) right before it.
    private static func command(in text: Substring, after prefix: String) -> (name: String, arguments: Substring)? {
        var text = text
        if prefix.contains(where: \.isLetter) {
            if prefix.last?.isLetter == true, text.first?.isBlank == false { return nil }
            text = text.drop(while: \.isBlank)
        }
        let name = text.prefix { !$0.isBlank }
        return name.isEmpty ? nil : (name.lowercased(), text[name.endIndex...])
    }
}
