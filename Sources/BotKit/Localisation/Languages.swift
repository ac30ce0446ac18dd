// Govorun: languages and what a number does to a word in them. SPDX-License-Identifier: MIT

/// Codes of languages, as VK and `bots.yaml` write them.
package enum Languages {
    /// VK's numbers (source: the reference, "lang numbers").
    private static let numbered = [
        0: "ru", 1: "uk", 2: "be", 3: "en", 4: "es", 5: "fi", 6: "de", 7: "it", 8: "bg", 9: "hr", 10: "hu", 11: "sr", 12: "pt", 14: "el",
        15: "pl", 16: "fr", 17: "ko", 18: "zh", 19: "lt",
    ]

    /// The language that VK counts as `number`; `nil` for one we do not know.
    static func code(_ number: Int) -> String? { numbered[number] }

    /// VK's number of a language.
    package static func number(_ code: String) -> Int? { numbered.first { $0.value == code }?.key }

    /// Those that the library itself speaks.
    package static let own = ["ru", "en"]

    /// Whether `text` looks like the code of a language: `en`, `en-GB`.
    package static func isCode(_ text: String) -> Bool {
        text.utf8.count >= 2 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") }
    }

    /// The language alone: `en` of `en-GB`.
    package static func base(_ code: String) -> String { String(code.lowercased().prefix { $0 != "-" && $0 != "_" }) }
}

/// How many forms a word has after a number, and which of them goes with which.
enum PluralRule {
    /// How many forms a text of the language gives. Languages not named here follow the English rule.
    static func formCounts(in language: String) -> ClosedRange<Int> { isSlavic(language) ? 2...3 : 2...2 }

    /// The one of `forms` that goes with `number`.
    static func form(_ number: Double, of forms: [String], in language: String) -> String {
        guard forms.count > 1 else { return forms.first ?? "" }
        guard isSlavic(language) else { return Plural.en(number, forms[0], forms[1]) }
        guard forms.count == 2 else { return Plural.ru(number, forms[0], forms[1], forms[2]) }
        return Int(exactly: number).map { Plural.ru($0, forms[0], forms[1]) } ?? forms[1]
    }

    /// Those that count as Russian does (source: Unicode CLDR, plural rules).
    private static func isSlavic(_ language: String) -> Bool { ["ru", "uk", "be"].contains(Languages.base(language)) }
}
