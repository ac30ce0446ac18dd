// Govorun plugin: what was switched and set from chats, in the log. SPDX-License-Identifier: MIT
import BotKit

/// One line for each change, so that whoever runs the bot can see later who made it.
struct PluginsLog {
    private let message: Message

    init(_ message: Message) { self.message = message }

    /// Secrets are not set from chats, so `facts` hold none.
    func note(_ change: StaticString, in peer: Peer?, _ facts: KeyValuePairs<String, any CustomStringConvertible>) {
        message.bot.logger.with("by", "\(message.user.id)").with("where", peer.map { "\($0.id)" } ?? "everywhere").info(change, facts)
    }
}
