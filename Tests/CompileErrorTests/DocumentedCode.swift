// Govorun: the Swift in a page of Markdown. SPDX-License-Identifier: MIT

/// A block of Swift in a page, as a reader sees it.
///
/// What it leaves to the reader stands in a comment before it, which no reader sees: `<!-- given: let name = "Аня" -->`.
struct DocumentedCode: Sendable {
    /// Where its first line stands: `Docs/plugins.md:12`.
    let place: String
    let file: String
    let line: Int
    /// What it needs that the page does not show.
    let given: String
    let lines: [String]

    /// The blocks of a page.
    static func all(in text: String, of file: String) -> [DocumentedCode] {
        var (found, given, block): ([DocumentedCode], String, (line: Int, lines: [String])?) = ([], "", nil)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).enumerated() {
            if let open = block {
                if line == "```" {
                    found.append(
                        DocumentedCode(place: "\(file):\(open.line)", file: file, line: open.line, given: given, lines: open.lines))
                    (block, given) = (nil, "")
                } else {
                    block?.lines.append(line)
                }
            } else if line == "```swift" {
                block = (index + 2, [])
            } else if line.hasPrefix("<!-- given: "), line.hasSuffix(" -->") {
                given = String(line.dropFirst("<!-- given: ".count).dropLast(" -->".count))
            }
        }
        return found
    }

    /// Where a block of a page may stand: as a file, among a plugin's handlers, in a handler, or in a test.
    ///
    /// The compiler says which of these it is; lines keep the numbers that they have in the page.
    var readings: [String] {
        let (types, rest) = (numbered { $0.isType }, numbered { !$0.isType })
        let plugin = "struct Shown: Plugin {\ninit(_ setup: PluginSetup<NoOptions>) {}\n"
        let imports = "import BotKit\nimport BotTesting\nimport BotRunner\nimport CurlClient\nimport Testing\n"
        return [
            imports + given + "\n" + numbered { _ in true },
            imports + plugin + types + "var handlers: [Handler] {\n\(given)\n" + rest + "}\n}\n",
            imports + plugin + types
                + "var handlers: [Handler] {\nCommand(\"shown\") { message in\nlet vk = message.bot.vk\n_ = vk\n\(given)\n"
                + rest + "}\n}\n}\n",
            imports + types + "@Test func shown() async throws {\n\(given)\n" + rest + "}\n",
        ]
    }

    /// The paragraphs that `isWanted`, each under its own line number.
    private func numbered(_ isWanted: (Paragraph) -> Bool) -> String {
        paragraphs.filter(isWanted).map { paragraph in
            let code = paragraph.lines.map { $0.replacing("{ … }", with: "{ }").replacing(", …", with: "") }.joined(separator: "\n")
            return "#sourceLocation(file: \"\(file)\", line: \(paragraph.line))\n\(code)\n#sourceLocation()\n"
        }.joined()
    }

    private struct Paragraph {
        let line: Int
        var lines: [String]
        /// Whether it declares a type, which cannot stand inside a builder.
        var isType: Bool {
            let words = lines.first { !$0.hasPrefix("///") }?.split(separator: " ") ?? []
            return words.contains { ["struct", "enum", "extension", "import"].contains($0) } && lines.first?.hasPrefix(" ") == false
        }
    }

    private var paragraphs: [Paragraph] {
        var paragraphs: [Paragraph] = []
        var isOpen = false
        for (index, line) in lines.enumerated() {
            if isOpen, !line.isEmpty {
                paragraphs[paragraphs.count - 1].lines.append(line)
            } else if !line.isEmpty {
                paragraphs.append(Paragraph(line: self.line + index, lines: [line]))
            }
            isOpen = !line.isEmpty
        }
        return paragraphs
    }
}
