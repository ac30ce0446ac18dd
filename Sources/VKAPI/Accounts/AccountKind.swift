// Govorun: what kinds of account there are, and what each may do. SPDX-License-Identifier: MIT

/// Whom a token speaks for, with the limits VK sets to it (source: the reference, "Rate limits").
public enum AccountKind: Sendable, Hashable {
    /// A community: 20 calls a second.
    case community
    /// A person: 3 calls a second.
    case user
    /// An application's service key; its rate grows with the application's audience: 5 up to 10 000 people, 60 above a million.
    case service(rate: Int = 5)

    /// Calls a second, at least 1.
    public var rate: Int {
        switch self {
        case .community: 20
        case .user: 3
        case .service(let rate): max(1, rate)
        }
    }

    /// The kind of token it holds.
    public var token: TokenKind {
        switch self {
        case .community: .community
        case .user: .user
        case .service: .service
        }
    }

    /// Whether VK opens `method` to this kind; a method this build does not know is left to VK.
    ///
    /// - Parameter method: VK's name, case sensitive: `wall.post`.
    public func mayCall(_ method: String) -> Bool {
        guard let kinds = TokenKinds.kinds(calling: method) else { return true }
        return kinds.contains(token.kinds) || kinds.contains(.open)
    }
}
