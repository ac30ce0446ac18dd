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
        let values = [secretValue, secretLine, urlPassword, urlQuery].flatMap { line.matches(of: $0).map(\.output.1) }
        for part in values + line.matches(of: longToken).map(\.output) {
            let start = line.unicodeScalars.distance(from: line.startIndex, to: part.startIndex)
            for position in start..<start + part.unicodeScalars.count where scalars[position] != " " { scalars[position] = "*" }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Stars for every letter.
    static func maskAll(_ line: String) -> String {
        String(String.UnicodeScalarView(line.unicodeScalars.map { $0 == " " || $0 == "\t" ? $0 : "*" }))
    }

    /// A sentence without what can only be a token of VK, and without passwords and queries of addresses.
    static func maskTokens(_ sentence: String) -> String {
        var result = sentence.replacing(vkToken, with: placeholder)
        for regex in [urlPassword, urlQuery] {
            for match in result.matches(of: regex).reversed() {
                result.replaceSubrange(match.output.1.startIndex..<match.output.1.endIndex, with: placeholder)
            }
        }
        return result
    }

    // Computed, because Regex is not Sendable; only problems pay for it.
    private static var secretValue: Regex<(Substring, Substring)> {
        /(?i)(?:token|password|secret|_key|apikey)["']?[ \t]*:[ \t]+(?!\$\{|\{|\[|&|\*)("[^"]*"?|'[^']*'?|[^,}\s"'][^,}]*)/
    }
    /// Outside of braces a value goes on to the end of its line, commas and all.
    private static var secretLine: Regex<(Substring, Substring)> {
        /(?i)^[^{\[]*(?:token|password|secret|_key|apikey)["']?[ \t]*:[ \t]+(?!\$\{|\{|\*|["'])(\S.*)$/
    }
    /// A secret key whose value stands on the lines below.
    static var opener: Regex<Substring> {
        /(?i)(?:token|password|secret|_key|apikey)["']?[ \t]*:[ \t]*(?:[|>][-+0-9]*)?[ \t]*(?:[ \t]#.*)?$/
    }
    /// What stands behind the `?` of an address: keys of services stand there.
    private static var urlQuery: Regex<(Substring, Substring)> { /:\/\/[^\s?"']*\?([^\s"'}\]]+)/ }
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
