// Govorun: what bots.yaml has said to people. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML

/// A text that is said to people: one for all, or one for each language.
struct Words: Decodable, Sendable {
    /// By language, in the order of the file; one that is for all has none.
    let texts: [(language: String, text: String)]

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        do {
            texts = [("", try value.decode(String.self))]
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == decoder.codingPath.count {
            texts = try Self.perLanguage(try decoder.container(keyedBy: Language.self))
        }
        if texts.isEmpty || texts[0].text.isBlank {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: Self.advice)
        }
    }

    private static func perLanguage(_ values: KeyedDecodingContainer<Language>) throws -> [(language: String, text: String)] {
        try values.allKeys.map { key in
            let text = try values.decode(String.self, forKey: key)
            guard key.isOne, !text.isBlank else {
                let reason = key.isOne ? advice : "'\(key.stringValue)' is no language; write { ru: \"…\", en: \"…\" }"
                throw DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: reason)
            }
            return (Languages.base(key.stringValue), text)
        }
    }

    private static let advice = "write what is said, or leave the key out"

    /// What a bot says that speaks `language`; where the file has none for it, its first.
    func text(in language: String) -> String { (texts.first { $0.language == Languages.base(language) } ?? texts[0]).text }

    /// The texts of all languages, by these.
    var translations: [String: String] {
        texts.count > 1 ? Dictionary(texts.map { ($0.language, $0.text) }) { first, _ in first } : [:]
    }

    private struct Language: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }

        var isOne: Bool { stringValue.count >= 2 && stringValue.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") } }
    }
}

extension String {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
