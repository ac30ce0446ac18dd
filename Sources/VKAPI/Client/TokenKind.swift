// Govorun: whose token it is. SPDX-License-Identifier: MIT

/// What a token stands for (source: the reference, "Tokens, auth, scopes").
public enum TokenKind: String, Sendable, CaseIterable {
    /// A community.
    case community
    /// A person.
    case user
    /// An application.
    case service

    /// The same as a set.
    public var kinds: TokenKinds {
        switch self {
        case .community: .community
        case .user: .user
        case .service: .service
        }
    }

    /// Calls a second that VK allows (source: the reference, "Rate limits"); a service token's grows with its application, this is the least.
    public var rate: Int {
        switch self {
        case .community: 20
        case .user: 3
        case .service: 5
        }
    }
}
