// Govorun: a plugin's texts in its languages. SPDX-License-Identifier: MIT
package import MarkedYAML

/// The texts of a plugin by language and key.
///
/// `Plugins/Shop/ShopStrings.ru.yaml` and `ShopStrings.en.yaml` become the `strings` of `ShopPlugin` at the next build. A plugin that
/// is built otherwise declares them itself: `static let strings = PluginStrings(["en": ["cart": "{count} in the cart"]])`.
public struct PluginStrings: Sendable {
    /// A strings file, as the build embeds it.
    public struct File: Sendable {
        let language: String
        let name: String
        let text: String

        /// The file called `name` in errors, with its language and its YAML.
        public init(language: String, name: String, text: String) {
            self.language = language
            self.name = name
            self.text = text
        }
    }

    /// By language, then by key.
    let tables: [String: [String: StringsReading.Entry]]
    /// What keeps texts from being read.
    package private(set) var faults: [YAMLProblem] = []

    /// No texts.
    public static let none = PluginStrings([:] as [String: [String: String]])

    /// The texts of strings files; what is wrong with them is in `problems`, and the texts at fault are missing.
    public init(_ files: [File]) {
        var tables: [String: [String: StringsReading.Entry]] = [:]
        for file in files {
            var reading = StringsReading(language: Languages.base(file.language))
            do {
                reading.read(try YAMLDocument(bytes: Array(file.text.utf8), name: file.name).root)
                faults += reading.problems
            } catch {
                faults += error.problems
            }
            tables[Languages.base(file.language)] = reading.entries
        }
        self.tables = tables
    }

    /// Texts written in code, by language and key.
    public init(_ texts: [String: [String: String]]) {
        var tables: [String: [String: StringsReading.Entry]] = [:]
        for (language, texts) in texts {
            var reading = StringsReading(language: Languages.base(language))
            let entries = texts.map { YAMLMapping.Entry(key: Self.node($0), value: Self.node($1)) }
            reading.read(YAMLNode(.mapping(YAMLMapping(entries)), style: .block))
            faults += reading.problems
            tables[Languages.base(language)] = reading.entries
        }
        self.tables = tables
    }

    private static func node(_ text: String) -> YAMLNode { YAMLNode(.scalar(text), style: .doubleQuoted) }

    /// The languages there are, sorted.
    public var languages: [String] { tables.keys.sorted() }

    /// Every key of any language, sorted.
    public var keys: [String] { Set(tables.values.flatMap(\.keys)).sorted() }

    /// The text under `key` in `language` as its author wrote it; `nil` where there is none.
    package func source(of key: String, in language: String) -> String? { tables[language]?[key]?.node.scalar }

    /// The values that the texts under `key` ask for, in any language, sorted.
    public func values(of key: String) -> [String] {
        tables.values.compactMap { $0[key]?.template.names }.reduce(into: Set()) { $0.formUnion($1) }.sorted()
    }
}

extension PluginStrings {
    /// Everything that is wrong, each with its place: texts that cannot be read, keys that one language lacks, values that differ.
    ///
    /// ```swift
    /// @Test func texts() { for plugin in registeredPlugins { #expect(plugin.strings.problems == []) } }
    /// ```
    public var problems: [Problem] { (faults + differences).map { Problem(description: $0.description) } }

    /// What is wrong with a text: `ShopStrings.en.yaml:3:7: error: the text 'menu' is missing in 'ru'`.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The place, and what is wrong, on one line.
        public let description: String
        /// The same: a failing test shows it as it is read.
        public var debugDescription: String { description }
    }

    /// What one language has otherwise than another; compared with Russian, or the first language there is.
    private var differences: [YAMLProblem] {
        guard let model = tables["ru"].map({ _ in "ru" }) ?? languages.first else { return [] }
        return languages.filter { $0 != model }.flatMap { differences(of: $0, from: model) + missing(in: model, of: $0) }
    }

    private func differences(of language: String, from model: String) -> [YAMLProblem] {
        let (texts, models) = (tables[language] ?? [:], tables[model] ?? [:])
        return missing(in: language, of: model)
            + texts.keys.sorted().compactMap { key in
                guard let text = texts[key], let other = models[key], text.template.names != other.template.names else { return nil }
                let message = "the text '\(key)' asks for \(Self.list(text)), but \(Self.place(other, model)) for \(Self.list(other))"
                return YAMLProblem(.invalidValue, with: text.node, keyPath: key, message: message)
            }
    }

    private func missing(in language: String, of other: String) -> [YAMLProblem] {
        let (texts, others) = (tables[language] ?? [:], tables[other] ?? [:])
        return others.keys.sorted().filter { texts[$0] == nil }.compactMap { key in
            guard let entry = others[key] else { return nil }
            return YAMLProblem(.missingKey, with: entry.node, keyPath: key, message: "the text '\(key)' is missing in '\(language)'")
        }
    }

    private static func list(_ entry: StringsReading.Entry) -> String {
        entry.template.names.isEmpty ? "nothing" : entry.template.names.sorted().map { "{\($0)}" }.joined(separator: ", ")
    }

    private static func place(_ entry: StringsReading.Entry, _ language: String) -> String {
        "line \(entry.node.mark.line) of '\(language)'"
    }
}
