// Govorun: codes becoming tokens. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

extension World {
    /// `/access_token`: the older code flow, and an app's own token.
    mutating func token(_ parameters: Parameters, at time: Duration) throws(OAuthFailure) -> JSONValue {
        guard let id = parameters.text("client_id").flatMap({ Int($0) }), let app = apps[id], parameters.text("client_secret") == app.secret
        else { throw .client }
        if parameters.text("grant_type") == "client_credentials" {
            return ["access_token": JSONValue(makeToken(for: .service, rights: 0, lifetime: nil, at: time))]
        }
        guard let code = parameters.text("code") else { throw .request("code is required") }
        guard let grant = grants.grant(code, at: time), grant.app == id, grant.challenge == nil else { throw .grant }
        // Whoever brings a code with a wrong address has stolen it: it is worthless from now on.
        grants.spend(code)
        guard parameters.text("redirect_uri") == grant.redirect else { throw .request("redirect_uri does not match the code's") }
        guard grant.communities.isEmpty else {
            let groups = grant.communities.map { community -> JSONValue in
                let token = makeToken(for: .community(community), rights: grant.scope, lifetime: nil, at: time)
                return ["group_id": JSONValue(community), "access_token": JSONValue(token)]
            }
            return ["groups": .array(groups), "expires_in": 0]
        }
        let token = userToken(grant.person, grant.scope, at: time)
        var answer: JSONObject = [
            "access_token": JSONValue(token.text), "expires_in": JSONValue(token.seconds), "user_id": JSONValue(grant.person),
        ]
        if grant.scope & (UserScope.named["email"] ?? 0) != 0 { answer["email"] = JSONValue("id\(grant.person)@mail.example") }
        return .object(answer)
    }

    /// `/oauth2/auth`: VK ID's code with PKCE, and its refresh tokens.
    mutating func exchange(_ parameters: Parameters, at time: Duration) throws(OAuthFailure) -> JSONValue {
        guard let id = parameters.text("client_id").flatMap({ Int($0) }), apps[id] != nil else { throw .client }
        let grant: Grant
        switch parameters.text("grant_type") {
        case "authorization_code":
            grant = try spend(parameters.text("code"), of: id, at: time)
            guard let verifier = parameters.text("code_verifier"), let challenge = grant.challenge,
                (43...128).contains(verifier.utf8.count), SHA256.digest(of: Array(verifier.utf8)).base64URL == challenge
            else { throw OAuthFailure(name: "invalid_grant", description: "code_verifier does not match") }
            guard parameters.text("redirect_uri") == grant.redirect else { throw .request("redirect_uri does not match the code's") }
        case "refresh_token": grant = try spend(parameters.text("refresh_token"), of: id, at: time)
        default: throw OAuthFailure(name: "unsupported_grant_type", description: "grant_type is unknown")
        }
        guard parameters.text("device_id") == grant.device else { throw .request("device_id is incorrect") }
        return pair(for: grant, state: parameters.text("state"), at: time)
    }

    private mutating func spend(_ name: String?, of app: Int, at time: Duration) throws(OAuthFailure) -> Grant {
        guard let name, let grant = grants.grant(name, at: time), grant.app == app, grant.challenge != nil else { throw .grant }
        grants.spend(name)
        return grant
    }

    /// A token for an hour, and what renews it, once.
    private mutating func pair(for grant: Grant, state: String?, at time: Duration) -> JSONValue {
        var renewal = Grant(
            app: grant.app, person: grant.person, redirect: grant.redirect, scope: grant.scope, communities: [], challenge: "",
            end: time + .seconds(180 * 86_400))
        renewal.device = grant.device
        let names = UserScope.named.filter { grant.scope & $0.value != 0 }.keys.sorted().joined(separator: " ")
        let token = makeToken(for: .person(grant.person), rights: grant.scope, lifetime: .seconds(3600), at: time)
        return [
            "access_token": JSONValue(token), "refresh_token": JSONValue(grants.keep(renewal, as: "refresh", salt: salt)),
            "token_type": "Bearer", "expires_in": 3600, "user_id": JSONValue(grant.person), "state": JSONValue(state ?? ""),
            "scope": JSONValue(names),
        ]
    }
}

extension [UInt8] {
    /// Base64 for addresses, without padding (RFC 4648, section 5).
    var base64URL: String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: count, by: 3) {
            let piece = self[start..<Swift.min(start + 3, count)]
            let bits = piece.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - piece.count))
            for index in 0...piece.count { text.append(alphabet[bits >> (18 - 6 * index) & 63]) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
