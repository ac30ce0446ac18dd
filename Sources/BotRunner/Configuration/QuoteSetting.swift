// Govorun: `quote:` of a bot. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML

/// `chats`, `always` or `never`; `true` and `false` are understood as the last two.
struct QuoteSetting: Decodable, Sendable {
    let quoting: Quoting

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text = try value.decode(String.self)
        guard let quoting = ["true": .always, "false": .never][text] ?? Quoting(rawValue: text) else {
            let near = Spelling.meant(by: text, among: Quoting.allCases.map(\.rawValue))
            let hint = near.map { "; did you mean '\($0)'?" } ?? ""
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "write chats, always or never" + hint)
        }
        self.quoting = quoting
    }
}
