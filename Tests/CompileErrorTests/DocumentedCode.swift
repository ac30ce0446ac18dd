// Govorun: the Swift in a page of Markdown. SPDX-License-Identifier: MIT

/// A block of Swift in a page, as a reader sees it.
///
/// What it leaves to the reader stands in comments before it, which no reader sees: `<!-- given: let name = "Аня" -->` beside it,
/// `<!-- given types: struct Tea {} -->` outside, and `<!-- sketch -->` where it is no whole code.
struct DocumentedCode: Sendable {
    /// Where its first line stands: `Docs/plugins.md:12`.
    let place: String
    let file: String
    let line: Int
    /// What it needs that the page does not show.
    let given: String
    /// Types that it needs.
    let types: String
    let lines: [String]

    /// The blocks of a page.
    static func all(in text: String, of file: String) -> [DocumentedCode] {
        var found: [DocumentedCode] = []
        var notes = Notes()
        var block: (line: Int, lines: [String])?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).enumerated() {
            guard let open = block else {
                if line == "```swift" { block = (index + 2, []) } else { notes.read(line) }
                continue
            }
            guard line == "```" else {
                block?.lines.append(line)
                continue
            }
            if !notes.isSketch {
                found.append(
                    DocumentedCode(
                        place: "\(file):\(open.line)", file: file, line: open.line, given: notes.given, types: notes.types,
                        lines: open.lines))
            }
            (block, notes) = (nil, Notes())
        }
        return found
    }

    /// What stands in comments before a block.
    private struct Notes {
        var (given, types, isSketch) = ("", "", false)

        mutating func read(_ line: String) {
            guard line.hasPrefix("<!-- "), line.hasSuffix(" -->") else { return }
            let note = line.dropFirst("<!-- ".count).dropLast(" -->".count)
            if note == "sketch" { isSketch = true }
            if note.hasPrefix("given: ") { given = String(note.dropFirst("given: ".count)) }
            if note.hasPrefix("given types: ") { types = String(note.dropFirst("given types: ".count)) }
        }
    }

    /// Where a block of a page may stand: as a file, among a plugin's members or handlers, in a handler, or in a test.
    ///
    /// The compiler says which of these it is; lines keep the numbers that they have in the page.
    var readings: [String] {
        let (own, rest) = (numbered { $0.isType }, numbered { !$0.isType })
        let modules = ["BotKit", "BotTesting", "BotRunner", "BotStorage", "CurlClient", "VKSimulator", "Testing"]
        let head = modules.map { "import \($0)\n" }.joined() + types + "\n"
        let plugin = head + "struct Shown: Plugin {\ninit(_ setup: PluginSetup<NoOptions>) {}\n"
        return [
            head + given + "\n" + numbered { _ in true },
            plugin + "var handlers: [Handler] {}\n\(given)\n" + numbered { _ in true } + "}\n",
            plugin + own + "var handlers: [Handler] {\n\(given)\n" + rest + "}\n}\n",
            plugin + own + "var handlers: [Handler] {\nCommand(\"shown\") { message in\nlet vk = message.bot.vk\n_ = vk\n\(given)\n"
                + rest + "}\n}\n}\n",
            head + own + "@Test func shown() async throws {\n\(given)\n" + rest + "}\n",
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
            return words.contains { ["struct", "enum", "extension", "import"].contains($0) } && words.first != "static"
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
            isOpen = !line.isEmpty && line != "}"
        }
        return paragraphs
    }
}
