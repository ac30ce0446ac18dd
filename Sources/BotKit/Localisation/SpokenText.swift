// Govorun: a text of bots.yaml in one language or several. SPDX-License-Identifier: MIT

/// A text for everybody, or one for each language.
public struct SpokenText: Sendable, Equatable, ExpressibleByStringLiteral {
    /// By the code of the language, such as `ru`; an empty code is every one.
    public let byLanguage: [String: String]

    /// One for each language, by its code: `["ru": "Нельзя", "en": "Not for you"]`.
    public init(_ byLanguage: [String: String]) {
        self.byLanguage = Dictionary(byLanguage.map { (Languages.base($0), $1) }) { first, _ in first }
    }

    /// One for everybody.
    public init(_ text: String) { byLanguage = ["": text] }

    /// One for everybody.
    public init(stringLiteral text: String) { self.init(text) }

    /// The one for everybody; `nil` where each language has its own.
    var only: String? { byLanguage[""] }

    /// The one in the first of `languages` that there is, else in English, else in whatever language there is.
    func text(in languages: [String]) -> String {
        let wanted = languages.map(Languages.base) + ["en"]
        return only ?? wanted.lazy.compactMap { byLanguage[$0] }.first ?? byLanguage.min { $0.key < $1.key }?.value ?? ""
    }
}

extension HandlerRun {
    /// `text` in the language of whoever did it.
    func spoken(_ text: SpokenText) -> String { text.only.map(spoken) ?? text.text(in: languages) }
}
