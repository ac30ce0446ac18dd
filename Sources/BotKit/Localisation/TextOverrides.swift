// Govorun: texts of a plugin that bots.yaml replaces. SPDX-License-Identifier: MIT
package import MarkedYAML

/// What stands under `texts:`: a text for every language, or one for each.
public struct TextOverrides: Sendable {
    /// By key, then by language; an empty language is every one.
    private var templates: [String: [String: TextTemplate]] = [:]

    /// Nothing is replaced.
    public init() {}

    /// The text under `key` in `language`, if it is replaced.
    func template(_ key: String, in language: String) -> TextTemplate? {
        guard let own = templates[key] else { return nil }
        return own[language] ?? own[""]
    }

    /// Reads `texts:` of the instance `plugin`, whose bot speaks `language`.
    ///
    /// - Throws: every mistake at its place: a text that the plugin does not have, a value that the text is not given.
    package init(
        reading node: YAMLNode, over strings: PluginStrings, of plugin: String, language: String, at keyPath: String
    ) throws(YAMLErrors) {
        var reading = Reading(strings: strings, plugin: plugin, language: language, keyPath: keyPath)
        if !node.isNull { reading.read(node, under: "") }
        guard reading.problems.isEmpty else { throw YAMLErrors(reading.problems) }
        templates = reading.templates
    }

    /// The same from texts in code, for tests.
    ///
    /// - Throws: `YAMLErrors`, as for a file.
    package init(_ texts: [String: String], over strings: PluginStrings, of plugin: String, language: String) throws(YAMLErrors) {
        let entries = texts.sorted { $0.key < $1.key }.map { key, text in
            YAMLMapping.Entry(key: YAMLNode(.scalar(key), style: .plain), value: YAMLNode(.scalar(text), style: .doubleQuoted))
        }
        let node = YAMLNode(.mapping(YAMLMapping(entries)), style: .block)
        try self.init(reading: node, over: strings, of: plugin, language: language, at: "texts")
    }

    private struct Reading {
        let strings: PluginStrings
        let plugin: String
        let language: String
        let keyPath: String
        var templates: [String: [String: TextTemplate]] = [:]
        var problems: [YAMLProblem] = []

        mutating func read(_ node: YAMLNode, under path: String) {
            guard let mapping = node.mapping else {
                return note("write 'texts' as a mapping: { key: \"text\" }", at: node, path, .wrongType)
            }
            let known = TalkPhrase.keys.union(strings.keys)
            for entry in mapping {
                let key = path.isEmpty ? entry.name : "\(path).\(entry.name)"
                if known.contains(key) {
                    readText(entry.value, key)
                } else if entry.value.mapping != nil, known.contains(where: { $0.hasPrefix(key + ".") }) {
                    read(entry.value, under: key)
                } else {
                    note(Self.unknown(key, Set(strings.keys), plugin), at: entry.key, key, .unknownKey)
                }
            }
        }

        private static func unknown(_ key: String, _ known: Set<String>, _ plugin: String) -> String {
            let hint = Spelling.nearest(to: key, among: known.union(TalkPhrase.keys)).map { "did you mean '\($0)'?" }
            guard !known.isEmpty || hint != nil else {
                return "the plugin '\(plugin)' has no texts that can be replaced, apart from "
                    + TalkPhrase.keys.sorted().joined(separator: ", ")
            }
            return "the plugin '\(plugin)' has no text '\(key)'; " + (hint ?? "it has " + known.sorted().joined(separator: ", "))
        }

        /// One text, or one for each language.
        private mutating func readText(_ node: YAMLNode, _ key: String) {
            guard let languages = node.mapping else { return set(node, key, for: "") }
            for entry in languages {
                if Languages.isCode(entry.name) {
                    set(entry.value, key, for: Languages.base(entry.name))
                } else {
                    note("'\(entry.name)' is no language; write { ru: \"…\", en: \"…\" }", at: entry.key, key, .invalidValue)
                }
            }
        }

        private mutating func set(_ node: YAMLNode, _ key: String, for language: String) {
            guard let text = node.scalar, !node.isNull else {
                return note("'\(key)' has no text; write one, or \"\" for an empty one", at: node, key, .wrongType)
            }
            do {
                let rules = language.isEmpty ? self.language : language
                let template = try TextTemplate(text, language: rules, isMarkdown: node.tag == StringsReading.markdownTag)
                let allowed = strings.values(of: key)
                if let stranger = template.names.subtracting(allowed).sorted().first {
                    return note(Self.unknownValue(stranger, allowed), at: node, key, .invalidValue)
                }
                templates[key, default: [:]][language] = template
            } catch {
                note(error.message, at: node, key, .invalidValue)
            }
        }

        private static func unknownValue(_ name: String, _ allowed: [String]) -> String {
            guard !allowed.isEmpty else { return "this text is given no values, so '{\(name)}' cannot be filled; write '{{' for a brace" }
            let hint = Spelling.nearest(to: name, among: allowed).map { "did you mean '{\($0)}'?" }
            return "this text is given no '{\(name)}'; " + (hint ?? "it is given " + allowed.map { "{\($0)}" }.joined(separator: ", "))
        }

        private mutating func note(_ message: String, at node: YAMLNode, _ key: String, _ code: YAMLProblem.Code) {
            let path = key.isEmpty ? keyPath : "\(keyPath).\(key)"
            problems.append(YAMLProblem(code, with: node, keyPath: path, message: message))
        }
    }
}
