// Govorun: what of VK's traffic must not be written down. SPDX-License-Identifier: MIT
import TapeJSON

/// Knows the secret parts of calls and answers by their names.
enum TrafficSecrets {
    /// What stands in the place of a secret.
    static let placeholder = "<secret>"

    /// Whether a parameter, or a field of an answer, of this name is a secret.
    static func isSecret(_ name: String) -> Bool { names.contains(name) || name.hasSuffix("_token") || name.hasSuffix("_secret") }

    private static let names: Set<String> = [
        "access_token", "token", "key", "secret", "secret_key", "client_secret", "password", "captcha_key", "captcha_sid", "hash", "sid",
        "phone", "validation_sid", "redirect_uri", "captcha_img",
    ]

    /// `json` with a placeholder for each secret, and addresses without their queries, which bear keys.
    static func scrubbed(_ json: JSONValue) -> JSONValue {
        switch json {
        case .object(let members):
            var scrubbed = JSONObject()
            for (key, value) in members { scrubbed[key] = isSecret(key) ? hidden(value) : self.scrubbed(value) }
            return .object(scrubbed)
        case .array(let items): return .array(items.map(scrubbed))
        case .string(let text): return .string(isAddress(text) ? String(text.prefix { $0 != "?" }) : text)
        default: return json
        }
    }

    /// A value of the same kind, so that what reads it still does.
    private static func hidden(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string: .string(placeholder)
        case .integer, .double: .integer(0)
        default: scrubbed(value)
        }
    }

    private static func isAddress(_ text: String) -> Bool { text.hasPrefix("https://") || text.hasPrefix("http://") }
}
