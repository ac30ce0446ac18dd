// Govorun: whether whoever posts knows a hook's secret. SPDX-License-Identifier: MIT
import BotKit
import CurlClient
import MicroServer

/// Looks for a proof among a request's headers.
///
/// The first of these that is there decides: `X-Signature-256` or `X-Hub-Signature-256` with `sha256=` and the HMAC-SHA256 of the body in
/// hexadecimal digits, `X-Gitlab-Token` with the secret, `Authorization: Bearer` with the secret.
enum HookProof {
    /// Names of headers that carry a proof, and so are kept nowhere.
    static let headers: Set = ["x-signature-256", "x-hub-signature-256", "x-hub-signature", "x-gitlab-token", "authorization", "cookie"]

    /// Whether the request proves that its sender knows `secret`.
    static func isThere(in headers: FieldList, body: [UInt8], secret: Secret) -> Bool {
        let key = Array(secret.reveal().utf8)
        for name in ["X-Signature-256", "X-Hub-Signature-256"] {
            guard let value = headers.first(named: name) else { continue }
            guard value.hasPrefix("sha256="), let given = HexText.bytes(String(value.dropFirst("sha256=".count))), given.count == 32
            else { return false }
            return isEqual(given, SHA256.authenticationCode(of: body, key: key))
        }
        if let token = headers.first(named: "X-Gitlab-Token") { return isSecret(token, key) }
        guard let value = headers.first(named: "Authorization"), value.lowercased().hasPrefix("bearer ") else { return false }
        return isSecret(String(value.dropFirst("bearer ".count)), key)
    }

    /// Compares hashes, so that neither the time nor the length tells anything.
    private static func isSecret(_ given: String, _ key: [UInt8]) -> Bool {
        isEqual(SHA256.digest(of: Array(given.utf8)), SHA256.digest(of: key))
    }

    /// In a time that depends on the lengths alone.
    private static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
