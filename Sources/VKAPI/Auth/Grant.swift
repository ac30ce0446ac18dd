// Govorun: what an authorization yields. SPDX-License-Identifier: MIT
import TapeJSON

/// Tokens, and whose they are; prints nothing secret.
public struct Grant: Sendable, Equatable {
    /// A person's or an application's token; `nil` when tokens of communities were asked for.
    public var token: AccessToken?
    /// The person.
    public var userID: Int?
    /// The person's mail address, where `email` was asked for and given.
    public var email: Secret?
    /// Tokens of communities by the community's id, positive.
    public var communities: [Int: AccessToken] = [:]
    /// VK ID: what the next token is got with; it changes each time.
    public var refresh: Secret?
    /// VK ID: belongs to `refresh`.
    public var deviceID: String?
    /// VK ID: what VK says of the person, signed.
    public var identityToken: Secret?
    /// VK ID: the rights given, VK's names.
    public var scope: String?

    /// Nothing yet.
    public init() {}

    /// Whether it holds any token.
    public var isEmpty: Bool { token == nil && communities.isEmpty }

    /// Reads the body of `access_token` or of VK ID's `oauth2/auth`, at `now` since 1970-01-01 00:00 UTC.
    init(answer: JSON, at now: Duration) {
        let expires = answer["expires_in"].int ?? 0
        token = answer["access_token"].string.flatMap { $0.isEmpty ? nil : AccessToken(Secret($0), expires: expires, issued: now) }
        userID = answer["user_id"].int
        email = answer["email"].string.map(Secret.init)
        refresh = answer["refresh_token"].string.map(Secret.init)
        identityToken = answer["id_token"].string.map(Secret.init)
        scope = answer["scope"].string
        for group in answer["groups"].items {
            guard let id = group["group_id"].int, let token = group["access_token"].string, !token.isEmpty else { continue }
            communities[abs(id)] = AccessToken(Secret(token), expires: expires, issued: now)
        }
    }

    /// Reads the fields of a redirect's fragment.
    init(fields: Parameters, at now: Duration) {
        let expires = fields["expires_in"].flatMap { Int($0) } ?? 0
        func token(_ name: String) -> AccessToken? {
            fields[name].flatMap { $0.isEmpty ? nil : AccessToken(Secret($0), expires: expires, issued: now) }
        }
        self.token = token("access_token")
        userID = fields["user_id"].flatMap { Int($0) }
        email = fields["email"].map(Secret.init)
        let prefix = "access_token_"
        for item in fields.items where item.name.hasPrefix(prefix) {
            guard let id = Int(item.name.dropFirst(prefix.count)), let token = token(item.name) else { continue }
            communities[id] = token
        }
    }
}
