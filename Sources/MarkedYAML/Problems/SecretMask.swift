// Govorun: keeping secrets out of messages and quoted lines. SPDX-License-Identifier: MIT

/// What may not be shown of a configuration file.
enum SecretMask {
    /// Stands for a hidden value in a sentence.
    static let placeholder = "<secret>"

    /// Whether values under this key are never quoted.
    static func isSecret(key: String) -> Bool {
        let key = key.lowercased()
        return ["token", "password", "secret", "_key", "apikey"].contains { key.hasSuffix($0) }
    }

    /// A message without these values; one of three characters or less hides nothing and would hit other words.
    static func hide(_ secrets: [String], in message: String) -> String {
        secrets.filter { $0.count > 3 }.sorted { $0.count > $1.count }.reduce(message) { $0.replacing($1, with: placeholder) }
    }

    /// A piece of a line with stars for the values of secret keys, passwords in addresses and whatever looks like a token.
    ///
    /// The number of Unicode scalars stays, so that a caret still points at the right place. `${NAME}` is shown: it is no secret.
    static func mask(_ line: String) -> String {
        var scalars = Array(line.unicodeScalars)
        let values = line.matches(of: secretValue).map(\.output.1) + line.matches(of: urlPassword).map(\.output.1)
        for part in values + line.matches(of: longToken).map(\.output) {
            let start = line.unicodeScalars.distance(from: line.startIndex, to: part.startIndex)
            for position in start..<start + part.unicodeScalars.count where scalars[position] != " " { scalars[position] = "*" }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// A sentence without what can only be a token of VK.
    static func maskTokens(_ sentence: String) -> String { sentence.replacing(vkToken, with: placeholder) }

    // Computed, because Regex is not Sendable; only problems pay for it.
    private static var secretValue: Regex<(Substring, Substring)> {
        /(?i)(?:token|password|secret|_key|apikey)["']?[ \t]*:[ \t]+(?!\$\{|\{|\[|&|\*)(["']?[^,}\s][^,}]*)/
    }
    private static var urlPassword: Regex<(Substring, Substring)> { /:\/\/[^\/\s@:]*:([^\/\s@]+)@/ }
    private static var vkToken: Regex<Substring> { /vk1\.[A-Za-z0-9._\-]{8,}/ }
    private static var longToken: Regex<Substring> { /vk1\.[A-Za-z0-9._\-]{8,}|[A-Za-z0-9_\-]{40,}/ }
}

extension YAMLNode {
    /// The values of variables anywhere in this node.
    var allSecrets: [String] {
        switch content {
        case .scalar: secrets
        case .sequence(let items): items.flatMap(\.allSecrets)
        case .mapping(let mapping): mapping.flatMap(\.value.allSecrets)
        }
    }
}
