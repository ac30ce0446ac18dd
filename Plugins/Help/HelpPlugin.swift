// Govorun plugin: tells what the bot can do. SPDX-License-Identifier: MIT
import BotKit

/// `/help` lists the commands that the asker may use here; `/id` tells the ids of this conversation as `bots.yaml` takes them.
struct HelpPlugin: Plugin {
    struct Options: PluginOptions {
        /// What stands above the list.
        var title = "Вот что я умею:"
        /// What is said when there is nothing to list.
        var empty = "Здесь для вас пока нет команд."
        /// Whether `/id` is answered.
        var ids = true
    }

    static let summary = "Lists the commands; /id tells the ids of a conversation"
    private let options: Options

    init(_ setup: PluginSetup<Options>) { options = setup.options }

    var handlers: [Handler] {
        Command("help", aliases: ["помощь", "команды"], help: "список команд") { message in
            try await message.reply(list(of: message.availableCommands(), prefix: message.commandPrefix))
        }
        if options.ids {
            Command("id", help: "узнать id беседы и свой") { message in try await message.reply(Self.ids(of: message)) }
        }
    }

    private func list(of commands: [CommandForm], prefix: String) -> String {
        guard !commands.isEmpty else { return options.empty }
        let lines = commands.map { "\($0.usage(prefix: prefix)) — \($0.help)" }
        return ([options.title] + lines).joined(separator: "\n")
    }

    /// VK's numbers, then the lines to paste into `bots.yaml`.
    private static func ids(of message: Message) -> String {
        var lines = ["peer: \(message.peer.id)", "user: \(message.user.id)"]
        if let chat = message.peer.chatID { lines.append("chat: \(chat)") }
        lines += ["", "Для bots.yaml:", "in: [\(Place.written(message.peer))]", "allow: [id\(message.user.id)]"]
        return lines.joined(separator: "\n")
    }
}
