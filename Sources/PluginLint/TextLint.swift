// Govorun: a plugin's source and its strings files name the same texts. SPDX-License-Identifier: MIT
import Foundation
import MarkedYAML

/// What is wrong with the texts of the plugins under a folder: a key that no strings file has is shown to people as it is.
///
/// What languages have otherwise than each other is told by `PluginStrings.problems`.
struct TextLint {
    /// `Plugins/Shop/ShopPlugin.swift:12:35: error: …`, in the order of the files.
    private(set) var errors: [String] = []
    /// Texts that nothing says, likewise.
    private(set) var notes: [String] = []

    /// Looks through `folder`, which holds a folder for each plugin.
    ///
    /// - Throws: what reading a file throws; `CocoaError` where there is no such folder.
    init(folder: String) throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { $0.contains("/") }
        let plugins = Dictionary(grouping: paths) { String($0.prefix { $0 != "/" }) }
        for (plugin, paths) in plugins.sorted(by: { $0.key < $1.key }) { try check(plugin, paths, in: folder) }
    }

    /// A text's key, and where it stands.
    private struct Text {
        let key: String
        let place: String
    }

    private mutating func check(_ plugin: String, _ paths: [String], in folder: String) throws {
        let files = paths.filter { $0.hasSuffix(".yaml") && ($0.split(separator: "/").last ?? "").hasPrefix(plugin + "Strings.") }
        // One without files has no texts, or writes them in code.
        guard !files.isEmpty else { return }
        let errorsBefore = errors.count
        let texts = try files.flatMap { try read(folder + "/" + $0) }
        // Of a file that cannot be read nobody knows which keys it has.
        let isKnown = errors.count == errorsBefore
        let known = Set(texts.map(\.key))
        var sources: [TextUses] = []
        for path in paths where path.hasSuffix(".swift") {
            let uses = TextUses(try String(contentsOfFile: folder + "/" + path, encoding: .utf8))
            sources.append(uses)
            for key in uses.keys where isKnown && !known.contains(key.name) {
                errors.append("\(folder)/\(path):\(key.line):\(key.column): error: \(Self.missing(key.name, known, plugin))")
            }
        }
        var told = Set<String>()
        for text in texts where !Self.isOurs(text.key) && !sources.contains(where: { $0.mayName(text.key) }) {
            if told.insert(text.key).inserted { notes.append("\(text.place): note: nothing in '\(plugin)' says the text '\(text.key)'") }
        }
    }

    /// Replaces a sentence of the library's: `dialogue.late`.
    private static func isOurs(_ key: String) -> Bool { key.hasPrefix("dialogue.") }

    private static func missing(_ key: String, _ known: Set<String>, _ plugin: String) -> String {
        let hint = Spelling.nearest(to: key, among: known).map { "did you mean '\($0)'?" }
        return "no strings file of '\(plugin)' has the text '\(key)'; " + (hint ?? "write it into \(plugin)Strings.ru.yaml")
    }

    /// The texts of a strings file; what keeps it from being read is an error.
    private mutating func read(_ path: String) throws -> [Text] {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        do {
            return Self.texts(in: try YAMLDocument(bytes: bytes, name: path).root, under: "", of: path)
        } catch {
            errors += error.problems.map { "\($0)" }
            return []
        }
    }

    private static func texts(in node: YAMLNode, under key: String, of path: String) -> [Text] {
        (node.mapping ?? YAMLMapping([])).flatMap { entry -> [Text] in
            let whole = key.isEmpty ? entry.name : "\(key).\(entry.name)"
            if entry.value.mapping != nil { return texts(in: entry.value, under: whole, of: path) }
            return [Text(key: whole, place: "\(path):\(entry.key.mark.line):\(entry.key.mark.column)")]
        }
    }
}
