// Govorun: a new plugin with its test. SPDX-License-Identifier: MIT
import BotKit

/// The files of a new plugin: itself, what it says, and its test.
struct PluginTemplate {
    /// The stem of its types: `Dice`, `TicTacToe`.
    let stem: String
    /// Its name in `bots.yaml`: `dice`, `tic-tac-toe`.
    var name: String { PluginName.make(from: stem) }

    /// Reads `Dice`, `dice`, `tic-tac-toe`, `tic_tac_toe` and `DicePlugin`; `nil` for what cannot name a Swift type.
    init?(_ text: String) {
        let words = text.split { $0 == "-" || $0 == "_" || $0 == " " }
        var stem = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        if stem.hasSuffix("Plugin"), stem != "Plugin" { stem = String(stem.dropLast("Plugin".count)) }
        guard let first = stem.first, first.isASCII, first.isLetter, stem.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            return nil
        }
        self.stem = stem
    }

    /// The plugin under `Plugins/`, its test under `Tests/`; `module` is the target that holds the plugins.
    func files(module: String) -> [TemplateFile] {
        [
            TemplateFile(path: "Plugins/\(stem)/\(stem)Plugin.swift", text: plugin),
            TemplateFile(
                path: "Plugins/\(stem)/\(stem)Strings.ru.yaml", text: "help: \"ответить\"\nanswer: \"Привет, {name}!\"\n"),
            TemplateFile(
                path: "Plugins/\(stem)/\(stem)Strings.en.yaml", text: "help: \"answers\"\nanswer: \"Hello, {name}!\"\n"),
            TemplateFile(path: "Tests/\(module)Tests/\(stem)/\(stem)PluginTests.swift", text: test(module: module)),
        ]
    }

    private var plugin: String {
        """
        import BotKit

        /// Answers `/\(name)`; what it says stands in the files \(stem)Strings beside this one.
        struct \(stem)Plugin: Plugin {
            struct Options: PluginOptions {
                /// Who is greeted when nobody is named.
                var name = "мир"
            }

            static let summary = "Answers /\(name)"
            private let setup: PluginSetup<Options>

            init(_ setup: PluginSetup<Options>) { self.setup = setup }

            var handlers: [Handler] {
                Command("\(name)", .rest("кого").optionally, help: setup.texts["help"].text) { message, name in
                    try await message.reply(message.texts["answer", ["name": name ?? setup.options.name]])
                }
            }
        }

        """
    }

    private func test(module: String) -> String {
        """
        import BotTesting
        import Testing

        @testable import \(module)

        @Suite("The plugin \(name)")
        struct \(stem)PluginTests {
            @Test("answers its command")
            func answers() async throws {
                let bot = try await TestBot(\(stem)Plugin.self)
                let alice = bot.person("Алиса")
                await alice.says("/\(name)")
                alice.hears("Привет, мир!")
                await alice.says("/\(name) Борис")
                alice.hears("Привет, Борис!")
            }

            @Test("says the same in all its languages")
            func texts() { #expect(\(stem)Plugin.strings.problems == []) }
        }

        """
    }
}
