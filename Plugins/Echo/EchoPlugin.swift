// Govorun plugin: repeats what it is told. SPDX-License-Identifier: MIT
import BotKit

/// Answers `/echo привет` with `привет`; with `everything: true`, every message with its own text, space and all.
struct EchoPlugin: Plugin {
    struct Options: PluginOptions {
        /// The command's name, without a prefix.
        var command = "echo"
        /// Whether every message is repeated as it came; there is no command then.
        var everything = false
    }

    static let summary = "Repeats what it is told"
    private let options: Options
    private let texts: PluginTexts

    init(_ setup: PluginSetup<Options>) throws {
        (options, texts) = (setup.options, setup.texts)
        let isOneWord = options.command.first?.isPunctuation == false && !options.command.contains(where: \.isWhitespace)
        guard isOneWord else { throw OptionProblem("command", "a command's name is one word, without a prefix: echo") }
    }

    var handlers: [Handler] {
        if options.everything {
            Fallback { message in
                // Attachments alone have nothing to repeat.
                guard !message.text.allSatisfy(\.isWhitespace) else { return }
                try await message.send(.quoted(message.text))
            }
        } else {
            Command(options.command, .rest(texts["text"].text), help: texts["help"].text) { message, text in
                try await message.send(.quoted(text))
            }
        }
    }
}
