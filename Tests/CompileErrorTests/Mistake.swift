// Govorun: mistakes of plugin authors, and what the compiler has to say. SPDX-License-Identifier: MIT
import Testing

/// A mistake: source whose wrong line ends with `// ←`, and words that have to be in the first thing said about it.
struct Mistake: Sendable, CustomTestStringConvertible {
    /// What stands around the source.
    enum Place: Sendable {
        /// A plugin's handlers.
        case handlers
        /// The whole file, after the import.
        case file
    }

    let what: String
    let place: Place
    let words: String
    let severity: String
    let source: String

    init(_ what: String, in place: Place = .handlers, says words: String, severity: String = "error", _ source: String) {
        self.what = what
        self.place = place
        self.words = words
        self.severity = severity
        self.source = source
    }

    var testDescription: String { what }

    /// The number of the wrong line.
    var line: Int? {
        source.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.hasSuffix("// ←") }.map { $0 + 1 }
    }

    /// A whole file in which the source keeps its own line numbers.
    var file: String {
        let numbered = "#sourceLocation(file: \"ShopPlugin.swift\", line: 1)\n\(source)\n#sourceLocation()\n"
        return switch place {
        case .file: "import BotKit\n" + numbered
        case .handlers: Self.plugin + numbered + "    }\n}\n"
        }
    }

    private static let plugin = """
        import BotKit
        final class Box { var count = 0 }
        struct ShopPlugin: Plugin {
            struct Options: PluginOptions { var greeting = "Hello" }
            struct Cart: PluginState { var items: [String] = [] }
            struct Buy: ButtonPayload { var item: String }
            struct Sell: ButtonPayload { var price: Int }
            private let options: Options
            init(_ setup: PluginSetup<Options>) { options = setup.options }
            var handlers: [Handler] {

        """
}
