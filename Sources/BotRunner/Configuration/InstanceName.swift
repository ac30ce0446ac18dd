// Govorun: `as:`, the name of a plugin's instance. SPDX-License-Identifier: MIT
import MarkedYAML

/// The name of an instance: part of storage keys (`state/COMMUNITY/NAME`), of the addresses of hooks, of metrics, and a word of `/plugins off NAME`.
struct InstanceName: Decodable, Sendable, Equatable {
    let text: String

    /// A longer one is no name any more.
    private static let longest = 50

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        text = try value.decode(String.self)
        let isGood = (1...Self.longest).contains(text.count) && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        guard isGood else {
            throw DecodingError.dataCorruptedError(
                in: value, debugDescription: "a name is 1 to \(Self.longest) letters, digits, '-' and '_', such as prices or цены-2")
        }
    }
}
