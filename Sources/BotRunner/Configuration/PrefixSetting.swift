// Govorun: `prefix:` of bots.yaml. SPDX-License-Identifier: MIT
import BotKit

/// `prefix:`, a list for both kinds of conversation, or one for each; what is not said stays as it was.
struct PrefixSetting: Decodable, Sendable {
    private let chats: [Prefix]?
    private let personal: Personal?

    private enum CodingKeys: String, CodingKey { case chats, `private` }

    /// What stands before a command.
    private struct Prefix: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            text = try value.decode(String.self)
            if text.allSatisfy(\.isWhitespace) {
                throw DecodingError.dataCorruptedError(in: value, debugDescription: "an empty prefix would make every text a command")
            }
            if text == "optional" {
                throw DecodingError.dataCorruptedError(
                    in: value, debugDescription: "only in private a prefix is optional: { chats: [\"/\"], private: optional }")
            }
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if text.first?.isWhitespace == true || text.last?.isWhitespace == true {
                throw DecodingError.dataCorruptedError(
                    in: value,
                    debugDescription: "no one writes white space there; write \"\(words)\", which a space may follow if it is a word")
            }
        }
    }

    /// `optional`, or what must stand before a command in private.
    private enum Personal: Decodable {
        case optional
        case required([Prefix])

        init(from decoder: any Decoder) throws {
            do {
                let value = try decoder.singleValueContainer()
                guard try value.decode(String.self) == "optional" else {
                    throw DecodingError.dataCorruptedError(
                        in: value, debugDescription: "write optional, or a list of what must stand before a command: [\"/\"]")
                }
                self = .optional
            } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == decoder.codingPath.count {
                self = .required(try NonEmpty<Prefix>(from: decoder).all)
            }
        }
    }

    init(from decoder: any Decoder) throws {
        do {
            _ = try decoder.unkeyedContainer()
            let both = try NonEmpty<Prefix>(from: decoder).all
            (chats, personal) = (both, .required(both))
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == decoder.codingPath.count {
            try decoder.refuseWord("write a list, [\"!\"], or { chats: [\"!\"], private: optional }")
            let values = try decoder.container(keyedBy: CodingKeys.self)
            chats = try values.decodeIfPresent(NonEmpty<Prefix>.self, forKey: .chats)?.all
            personal = try values.decodeIfPresent(Personal.self, forKey: .private)
        }
    }

    /// Laid over `prefixes`.
    func laid(over prefixes: Prefixes) -> Prefixes {
        var result = prefixes
        if let chats {
            result.chats = chats.map(\.text)
            if result.isOptionalInPrivate { result.personal = result.chats }
        }
        switch personal {
        case nil: break
        case .optional: (result.personal, result.isOptionalInPrivate) = (result.chats, true)
        case .required(let list): (result.personal, result.isOptionalInPrivate) = (list.map(\.text), false)
        }
        return result
    }
}
