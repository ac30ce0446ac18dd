// Govorun: the texts of one YAML mapping. SPDX-License-Identifier: MIT
import MarkedYAML

/// Reads keys with their texts; keys inside a key are joined by dots.
struct StringsReading {
    /// A text, and where it stands.
    struct Entry: Sendable {
        let template: TextTemplate
        let node: YAMLNode
    }

    let language: String
    private(set) var entries: [String: Entry] = [:]
    private(set) var problems: [YAMLProblem] = []

    init(language: String) { self.language = language }

    /// Reads the mapping `node`, all of whose keys stand behind `path`.
    mutating func read(_ node: YAMLNode, at path: String = "") {
        guard let mapping = node.mapping else {
            return note("write texts as 'key: \"text\"'", at: node, path, .wrongType)
        }
        for entry in mapping {
            let key = path.isEmpty ? entry.name : "\(path).\(entry.name)"
            if entry.value.mapping != nil { read(entry.value, at: key) } else { readText(entry.value, key) }
        }
    }

    private mutating func readText(_ node: YAMLNode, _ key: String) {
        guard let text = node.scalar, !node.isNull else {
            return note("'\(key)' has no text; write one, or \"\" for an empty one", at: node, key, .wrongType)
        }
        do {
            let template = try TextTemplate(text, language: language, isMarkdown: node.tag == Self.markdownTag)
            entries[key] = Entry(template: template, node: node)
        } catch {
            note("the text '\(key)': \(error.message)", at: node, key, .invalidValue)
        }
    }

    /// Stands before a text with `**bold**` and its like.
    static let markdownTag = "!md"

    private mutating func note(_ message: String, at node: YAMLNode, _ key: String, _ code: YAMLProblem.Code) {
        problems.append(YAMLProblem(code, with: node, keyPath: key, message: message))
    }
}
