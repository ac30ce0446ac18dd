// Govorun: commands that texts name. SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import GovorunCLI

@Suite("Commands that texts name")
struct DocumentedCommandsTests {
    private struct Mention: Sendable, CustomStringConvertible {
        let file: String
        let words: [String]
        var description: String { "\(file): govorun \(words.joined(separator: " "))" }

        /// Whether there is such a command with such options.
        var isServed: Bool {
            let syntaxes = CommandLineTool.commands.map { $0.syntax }
            // `govorun --help`, `govorun COMMAND`, `govorun` and what follows in another tongue.
            guard let first = words.first, first.allSatisfy({ $0.isASCII && $0.isLowercase || $0 == "-" }), first.first != "-" else {
                return true
            }
            let isGroup = syntaxes.contains { $0.words.count > 1 && $0.words[0] == first }
            guard let syntax = syntaxes.first(where: { words.starts(with: $0.words) }) else {
                return isGroup && (words.count == 1 || !words[1].allSatisfy { $0.isLowercase || $0 == "-" })
            }
            let options = words.filter { $0.hasPrefix("--") && $0.count > 2 }.map { $0.dropFirst(2).prefix { $0 != "=" } }
            return options.allSatisfy { option in option == "help" || syntax.options.contains { $0.name == option } }
        }
    }

    /// What stands in backticks, behind a path, or at the beginning of a line.
    private static func mentions(in text: String, _ file: String) -> [Mention] {
        let parts = text.components(separatedBy: "govorun ")
        return zip(parts, parts.dropFirst()).compactMap { before, after in
            let line = before[(before.lastIndex(where: \.isNewline).map { before.index(after: $0) } ?? before.startIndex)...]
            guard before.hasSuffix("`") || before.hasSuffix("/") || line.allSatisfy({ $0 == " " }) else { return nil }
            let command = after.prefix { !"`\n#|(".contains($0) }
            return Mention(file: file, words: command.split { " ,;:.!?".contains($0) }.map(String.init))
        }
    }

    private static func texts() throws -> [(file: String, text: String)] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let folders = ["Docs", "Sources", "Plugins", "Examples"].flatMap { folder in
            (FileManager.default.subpaths(atPath: root.appending(path: folder).path) ?? []).map { folder + "/" + $0 }
        }
        let files = (folders + ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]).filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") }
        // Made from VK's own schema, and far the most of all.
        return try files.filter { !$0.hasSuffix("+Generated.swift") }.map {
            ($0, try String(contentsOf: root.appending(path: $0), encoding: .utf8))
        }
    }

    @Test("Each of them is a command, with options that it has")
    func served() throws {
        let mentions = try Self.texts().flatMap { Self.mentions(in: $0.text, $0.file) }
        #expect(mentions.count > 60)
        #expect(mentions.filter { !$0.isServed }.map(\.description) == [])
    }

    @Test(
        "What is no command is found",
        arguments: ["`govorun doctor` looks", "\ngovorun state lst", "./govorun run --fast", "`govorun reload`"])
    func strangers(text: String) {
        #expect(Self.mentions(in: text, "x").map(\.isServed) == [false])
    }
}
