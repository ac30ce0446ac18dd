// Govorun: a language of a bot. SPDX-License-Identifier: MIT

/// One item of `language:`.
struct LanguageCode: Decodable, Sendable {
    let text: String

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        text = try value.decode(String.self)
        guard text.count >= 2, text.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "-") }) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "write a language: ru, en, or a list of them")
        }
    }
}
