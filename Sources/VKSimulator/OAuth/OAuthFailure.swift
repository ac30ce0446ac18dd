// Govorun: errors of the OAuth addresses. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

/// An error as the OAuth addresses give it, in a shape of its own (protocol reference, section 2).
struct OAuthFailure: Error, Sendable {
    let name: String
    let description: String

    static let client = OAuthFailure(name: "invalid_client", description: "client_id or client_secret is incorrect")
    static let grant = OAuthFailure(name: "invalid_grant", description: "Code is invalid or expired.")

    static func request(_ description: String) -> OAuthFailure { OAuthFailure(name: "invalid_request", description: description) }

    var response: ServerResponse {
        let body: JSONValue = ["error": JSONValue(name), "error_description": JSONValue(description)]
        return .json(name == "invalid_client" ? 401 : 400, body.bytes)
    }
}
