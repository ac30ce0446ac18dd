// Govorun: kinds of token, and which methods they open. SPDX-License-Identifier: MIT

/// Kinds of token that VK issues (source: VK's JSON schema, `access_token_type`).
public struct TokenKinds: OptionSet, Sendable, Hashable {
    /// A bit for each kind.
    public let rawValue: Int
    /// The kinds whose bits are set.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A person's token.
    public static let user = TokenKinds(rawValue: 1)
    /// A community's token.
    public static let community = TokenKinds(rawValue: 2)
    /// An application's service key.
    public static let service = TokenKinds(rawValue: 4)
    /// None is needed.
    public static let open = TokenKinds(rawValue: 8)

    /// The kinds that may call `method`, none of them for a method that only VK's own applications call; `nil` for an unknown name.
    ///
    /// - Parameter method: VK's name, case sensitive: `messages.send`.
    public static func kinds(calling method: String) -> TokenKinds? { byMethod[method] }

    private static let byMethod: [String: TokenKinds] = {
        var table: [String: TokenKinds] = [:]
        for (kinds, names) in methods {
            for name in names.split(separator: " ") { table[String(name)] = kinds }
        }
        return table
    }()
}
