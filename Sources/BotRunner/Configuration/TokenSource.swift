// Govorun: where a token comes from. SPDX-License-Identifier: MIT

/// A token as text, or where to get it.
enum TokenSource: Decodable, Sendable {
    /// The token itself, usually by way of `${NAME}`.
    case literal(String)
    /// An environment variable.
    case environment(String)
    /// A file whose text is the token.
    case file(String)
    /// A program with its arguments that prints the token.
    case command([String])

    private enum CodingKeys: String, CodingKey, CaseIterable { case env, file, command }

    init(from decoder: any Decoder) throws {
        do {
            self = .literal(try decoder.singleValueContainer().decode(String.self))
            return
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == decoder.codingPath.count {
            // A mapping: one of the other forms.
        }
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if let name = try values.decodeIfPresent(String.self, forKey: .env) {
            self = .environment(name)
        } else if let path = try values.decodeIfPresent(String.self, forKey: .file) {
            self = .file(path)
        } else if let words = try values.decodeIfPresent([String].self, forKey: .command), !words.isEmpty {
            self = .command(words)
        } else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "write the token, or one of env: NAME, file: PATH, command: [..]"))
        }
    }
}
