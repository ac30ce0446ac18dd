// Govorun: proof that whoever exchanges a code has asked for it (PKCE). SPDX-License-Identifier: MIT
import CurlClient

/// A random text of ours, and its fingerprint that goes ahead of it (RFC 7636, S256).
public struct CodeProof: Sendable, Hashable {
    /// What is shown with the code.
    public let verifier: Secret

    /// A new one of 64 random characters.
    public init() { self.init(verifier: Secret(RandomText.make(64))) }

    /// One of the caller's, 43 to 128 characters of `A-Z a-z 0-9 - _` (source: the reference, "VK ID").
    public init(verifier: Secret) { self.verifier = verifier }

    /// What is shown when the code is asked for: base64url of SHA-256, without padding.
    public var challenge: String { Self.base64URL(SHA256.digest(of: Array(verifier.reveal().utf8))) }

    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func base64URL(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(digits[Int(buffer >> UInt32(bits)) & 63])
            }
        }
        if bits > 0 { text.append(digits[Int(buffer << UInt32(6 - bits)) & 63]) }
        return String(decoding: text, as: UTF8.self)
    }
}
