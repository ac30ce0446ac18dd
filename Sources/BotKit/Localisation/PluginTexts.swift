// Govorun: a plugin's texts in one language. SPDX-License-Identifier: MIT

/// The texts of a plugin in the language of a bot, or of whoever wrote: `message.texts["cart", ["count": 3]]`.
///
/// A text is looked for under `texts:` of `bots.yaml`, then in the plugin's strings in this language, in English, and in whatever
/// language there is.
public struct PluginTexts: Sendable {
    let book: TextBook
    /// The languages it is looked for in, the first being the one it is in.
    public let languages: [String]
    let gear: PluginGear
    /// Whether they are for labels, which whoever reads them is shown in their own language.
    var isForLabels = false

    /// The text under `key` with `values` in their places, where they stay text: only a `Person` and a `Mention` mention.
    ///
    /// A key that no language has is shown as it is, a value that is missing as its name in braces, and an error in the log names either, a
    /// key once.
    public subscript(_ key: String, _ values: KeyValuePairs<String, Any> = [:]) -> FormattedText {
        guard let template = book.template(key, languages) else {
            if gear.isNews(missing: key) {
                gear.logger.error("the plugin has no such text", ["text": key, "known": book.strings.keys.joined(separator: " ")])
            }
            return FormattedText(key)
        }
        let text = template.filled(values) { name in
            gear.logger.error("a text is not given its value, or no number where it needs one", ["text": key, "value": name])
        }
        if isForLabels, values.isEmpty { gear.note(label: text.text, key) }
        return text
    }

    /// The text under `key`, for one that need not be there.
    func replacement(_ key: String) -> FormattedText? { book.template(key, languages).map { $0.filled([:]) { _ in } } }
}

/// What a plugin says, and what `bots.yaml` makes of it.
struct TextBook: Sendable {
    var strings = PluginStrings.none
    var overrides = TextOverrides()

    func template(_ key: String, _ languages: [String]) -> TextTemplate? {
        for language in languages.map(Languages.base) + ["en"] {
            if let template = overrides.template(key, in: language) ?? strings.tables[language]?[key]?.template { return template }
        }
        let anywhere = strings.tables.sorted { $0.key < $1.key }
        return anywhere.lazy.compactMap { $0.value[key]?.template }.first
    }
}
