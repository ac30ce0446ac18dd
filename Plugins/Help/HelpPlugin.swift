// Govorun plugin: tells what the bot can do. SPDX-License-Identifier: MIT
import BotKit

/// `/help` lists the commands that the asker may use here; `/id` tells the ids of this conversation as `bots.yaml` takes them.
struct HelpPlugin: Plugin {
    struct Options: PluginOptions {
        /// Whether `/id` is answered.
        var ids = true
    }

    static let summary = "Lists the commands; /id tells the ids of a conversation"
    private let setup: PluginSetup<Options>

    init(_ setup: PluginSetup<Options>) { self.setup = setup }

    var handlers: [Handler] {
        Command("help", aliases: ["помощь", "команды"], help: setup.texts["help"].text) { message in
            try await message.reply(list(of: message.availableCommands(), for: message))
        }
        if setup.options.ids {
            Command("id", help: setup.texts["ids"].text) { message in try await message.reply(Self.ids(of: message)) }
        }
    }

    private func list(of commands: [CommandForm], for message: Message) -> FormattedText {
        guard !commands.isEmpty else { return message.texts["empty"] }
        // Verbatim: `[number]` of a usage is no mention, and stays as it is typed.
        let lines = commands.map { "\(verbatim: $0.usage(prefix: message.commandPrefix)) — \(verbatim: $0.help)" as FormattedText }
        return ([message.texts["title"]] + lines).joined(separator: "\n")
    }

    /// VK's numbers, then the lines to paste into `bots.yaml`.
    private static func ids(of message: Message) -> FormattedText {
        var lines = ["peer: \(message.peer.id)", "user: \(message.user.id)"]
        if let chat = message.peer.chatID { lines.append("chat: \(chat)") }
        lines += ["", message.texts["for-file"].text, "in: [\(Place.written(message.peer))]", "allow: [id\(message.user.id)]"]
        return FormattedText(lines.joined(separator: "\n"))
    }
}
