// Govorun: who solves captchas, as bots.yaml says. SPDX-License-Identifier: MIT
public import BotKit
import MarkedYAML

/// `vk.captcha`: whom a bot asks when VK wants a person.
public enum CaptchaSetting: Sendable, Equatable {
    /// Nobody: the call fails.
    case fail
    /// The bot's administrators, in their conversations with it.
    case admins
    /// A program with its arguments: one JSON object on standard input, the answer on standard output.
    case command([String])
    /// An HTTP service: one JSON object each way.
    case service(Secret)
}

extension CaptchaSetting: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable { case command, url }

    private static let words = "write fail, admin, { command: [PROGRAM, ARGUMENT] } or { url: ADDRESS }"

    /// Reads `fail`, `admin`, `{ command: [..] }` and `{ url: ADDRESS }`.
    public init(from decoder: any Decoder) throws {
        do {
            let value = try decoder.singleValueContainer()
            switch try value.decode(String.self) {
            case "fail": self = .fail
            case "admin": self = .admins
            case let word:
                let hint = Spelling.meant(by: word, among: ["fail", "admin"]).map { "; did you mean '\($0)'?" } ?? ""
                throw DecodingError.dataCorruptedError(in: value, debugDescription: Self.words + hint)
            }
            return
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == decoder.codingPath.count {
            // A mapping: one of the other forms.
        }
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if let words = try values.decodeIfPresent([String].self, forKey: .command) {
            guard let program = words.first, !program.isEmpty else {
                throw DecodingError.dataCorruptedError(forKey: .command, in: values, debugDescription: "the list begins with the program")
            }
            self = .command(words)
        } else if let address = try values.decodeIfPresent(String.self, forKey: .url) {
            guard ["http://", "https://"].contains(where: address.lowercased().hasPrefix), !address.contains(where: \.isWhitespace) else {
                throw DecodingError.dataCorruptedError(forKey: .url, in: values, debugDescription: "write an http or https address")
            }
            self = .service(Secret(address))
        } else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: Self.words))
        }
    }
}
