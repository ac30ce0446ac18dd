// Govorun: exchanges codes for tokens. SPDX-License-Identifier: MIT
public import CurlClient
import TapeJSON

/// Talks to VK's OAuth host; outside any token's limit.
public struct OAuthClient: Sendable {
    /// Where VK's OAuth stands.
    public let addresses: OAuthAddresses
    private let transport: any APITransport
    private let route: HTTPRoute
    private let time: any TimeSource
    /// The longest one exchange may take.
    private static let timeout: Duration = .seconds(20)

    /// A client over `transport`.
    public init(
        _ transport: any APITransport, addresses: OAuthAddresses = .init(), route: HTTPRoute = HTTPRoute(),
        time: any TimeSource = SystemTime()
    ) {
        self.transport = transport
        self.addresses = addresses
        self.route = route
        self.time = time
    }

    /// The tokens that `answer` to `request` stands for: those it holds, or what its code is exchanged for.
    ///
    /// - Parameter clientSecret: the application's key; VK ID needs none.
    /// - Throws: `AuthError`; `CancellationError` when cancelled.
    public func grant(for answer: AuthorizationAnswer, to request: AuthorizationRequest, clientSecret: Secret? = nil) async throws -> Grant
    {
        switch answer {
        case .tokens(let grant): return grant
        case .code(let code, let deviceID):
            var form: Parameters = ["client_id": request.clientID, "redirect_uri": request.redirect, "code": code.reveal()]
            guard case .vkID(let proof) = request.flow else {
                form["client_secret"] = clientSecret?.reveal()
                return try await exchange(addresses.oauth, "access_token", form, hiding: [code, clientSecret])
            }
            form["grant_type"] = "authorization_code"
            form["code_verifier"] = proof.verifier.reveal()
            form["device_id"] = deviceID
            form["state"] = request.state
            var grant = try await exchange(addresses.id, "oauth2/auth", form, hiding: [code, proof.verifier])
            grant.deviceID = deviceID
            return grant
        }
    }

    /// The service token of an application (source: the reference; unconfirmed).
    ///
    /// - Throws: `AuthError`; `CancellationError` when cancelled.
    public func serviceToken(clientID: Int, clientSecret: Secret, version: String = "5.199") async throws -> Grant {
        let form: Parameters = [
            "client_id": clientID, "client_secret": clientSecret.reveal(), "grant_type": "client_credentials", "v": version,
        ]
        return try await exchange(addresses.oauth, "access_token", form, hiding: [clientSecret])
    }

    /// VK ID: the next token; `refresh` is used up by it, and the grant holds the one for the time after.
    ///
    /// - Throws: `AuthError`, `.invalidGrant` when the person has to be asked anew; `CancellationError` when cancelled.
    public func refreshed(_ refresh: Secret, clientID: Int, deviceID: String?) async throws -> Grant {
        let form: Parameters = [
            "grant_type": "refresh_token", "refresh_token": refresh.reveal(), "client_id": clientID, "device_id": deviceID,
            "state": RandomText.make(32),
        ]
        var grant = try await exchange(addresses.id, "oauth2/auth", form, hiding: [refresh])
        grant.deviceID = deviceID
        return grant
    }

    /// VK ID: ends the life of `token` on VK's side (unconfirmed). Tokens of other flows end when the person changes the password or takes
    /// the application's access back in VK's settings.
    ///
    /// - Throws: `AuthError`; `CancellationError` when cancelled.
    public func logOut(_ token: Secret, clientID: Int) async throws {
        let form: Parameters = ["client_id": clientID, "access_token": token.reveal()]
        _ = try await answer(addresses.id, "oauth2/logout", form, hiding: [token])
    }

    private func exchange(_ base: String, _ path: String, _ form: Parameters, hiding secrets: [Secret?]) async throws -> Grant {
        let grant = Grant(answer: try await answer(base, path, form, hiding: secrets.compactMap(\.self)), at: time.unixTime)
        guard !grant.isEmpty else { throw AuthError(.unreadable, "the answer holds no token") }
        return grant
    }

    /// A POST, so that no secret stands in an address; never sent twice, since a code is used up by the first.
    private func answer(_ base: String, _ path: String, _ form: Parameters, hiding secrets: [Secret]) async throws -> JSON {
        var request = HTTPRequest(OAuthAddresses.join(base, path), method: .post, body: form.formBody)
        request.contentType = "application/x-www-form-urlencoded"
        request.timeout = Self.timeout
        request.sendsOnce = true
        request.route = route
        let response: HTTPResponse
        do {
            response = try await transport.send(request)
        } catch let error as HTTPError {
            throw AuthError(.transport, secrets.reduce("\(error)") { $1.redacting($0) }, cause: error)
        }
        guard let answer = JSONValue.parsed(response.body) else {
            throw AuthError(.unreadable, "the answer (HTTP \(response.status), \(response.body.count) bytes) is not JSON")
        }
        if let error = AuthError(answer: answer, hiding: secrets) { throw error }
        return answer
    }
}

extension JSONValue {
    /// The root of `bytes`; `nil` when they are no JSON.
    fileprivate static func parsed(_ bytes: [UInt8]) -> JSON? {
        do { return try JSONDocument(bytes).root } catch { return nil }
    }
}
