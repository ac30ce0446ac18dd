// Govorun: what an account is doing, and who is told. SPDX-License-Identifier: MIT

/// What an account is good for now.
public enum AccountState: Sendable, Hashable {
    /// No token has been looked for yet.
    case closed
    /// It has a token that VK has not refused.
    case open
    /// The same, but its token ends at this time since 1970-01-01 00:00 UTC.
    case expiring(at: Duration)
    /// Its token's time is over.
    case expired
    /// No origin has a token that VK takes; with VK's last code, if VK was asked.
    case rejected(VKErrorCode?)
    /// It was taken out of its `Accounts`, or logged out for good.
    case removed
}

/// Called when a token changes; each is awaited before the account goes on, so it may store the token.
public struct AccountHooks: Sendable {
    /// The account has its first token.
    public var tokenCreated: @Sendable (Account, AccessToken) async -> Void = { _, _ in }
    /// The account has another token in place of an earlier one.
    public var tokenUpdated: @Sendable (Account, AccessToken) async -> Void = { _, _ in }
    /// The account has logged out, or was removed.
    public var tokenRemoved: @Sendable (Account) async -> Void = { _ in }
    /// VK refused the account's token; the next origin is asked now.
    public var tokenRejected: @Sendable (Account, VKError) async -> Void = { _, _ in }

    /// Hooks that do nothing.
    public init() {}
}

/// Why an account cannot be used; what VK itself refused is a `VKError`.
public struct AccountError: Error, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// Two accounts of one name.
        case nameTaken
        /// No origin has a token.
        case noToken
        /// It was removed.
        case removed
    }

    /// What went wrong.
    public let code: Code
    /// The account's name.
    public let account: String
    /// For people: what each origin said, for `noToken`.
    public let detail: String

    init(_ code: Code, account: String, detail: String = "") {
        self.code = code
        self.account = account
        self.detail = detail
    }

    /// `account 'shop': no origin has a token (variable VK_TOKEN: nothing there)`.
    public var description: String {
        let words =
            switch code {
            case .nameTaken: "there is one of this name already"
            case .noToken: "no origin has a token"
            case .removed: "it was removed"
            }
        return "account '\(account)': \(words)" + (detail.isEmpty ? "" : " (\(detail))")
    }
}
