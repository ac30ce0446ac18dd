// Govorun: which token an account uses, decided. SPDX-License-Identifier: MIT

/// The tokens of one account as a value: the one in use, and those that VK has refused.
struct TokenLedger {
    /// What becomes of a token that an origin gave.
    enum Reception: Sendable, Equatable {
        /// It is the account's first.
        case created
        /// It replaces another.
        case updated
        /// It was refused before, or its time is over: ask the next origin.
        case useless
    }

    /// The token in use.
    private(set) var current: AccessToken?
    private var hadOne = false
    /// Only so that an origin's old token is not tried twice; the oldest are forgotten.
    private var refused: [Secret] = []
    private static let refusedLimit = 64

    /// Takes `token` into use if it can be of any.
    mutating func receive(_ token: AccessToken, at now: Duration) -> Reception {
        guard !token.secret.isEmpty, !refused.contains(token.secret), token.phase(at: now, warning: .zero) != .expired else {
            return .useless
        }
        defer {
            current = token
            hadOne = true
        }
        return hadOne ? .updated : .created
    }

    /// VK has refused the token in use.
    mutating func refuse() {
        guard let token = current else { return }
        current = nil
        refused.append(token.secret)
        if refused.count > Self.refusedLimit { refused.removeFirst() }
    }

    /// Logged out: the next token will be the first again, whatever it is.
    mutating func clear() { self = TokenLedger() }
}
