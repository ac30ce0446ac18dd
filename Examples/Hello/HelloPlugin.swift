// Govorun example: says hello, and repeats. SPDX-License-Identifier: MIT
import BotKit

struct HelloPlugin: Plugin {
    init(_ setup: PluginSetup<NoOptions>) {}
    var handlers: [Handler] {
        Command("hello") { message in try await message.reply("Привет!") }
        Command("echo", .rest("текст")) { message, text in try await message.reply(.quoted(text)) }
    }
}
