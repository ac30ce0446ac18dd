// Govorun: keeping secrets out of messages and quoted lines. SPDX-License-Identifier: MIT

/// What may not be shown of a configuration file.
enum SecretMask {
    /// Stands for a hidden value in a sentence.
    static let placeholder = "<secret>"

    /// Whether values under this key are never quoted.
    static func isSecret(key: some StringProtocol) -> Bool {
        let key = key.lowercased()
        return ["token", "password", "secret", "_key", "apikey"].contains { key.hasSuffix($0) }
    }

    /// A message without these values.
    static func hide(_ secrets: [String], in message: String) -> String {
        secrets.filter { $0.count > 3 }.sorted { $0.count > $1.count }.reduce(message) { $0.replacing($1, with: placeholder) }
    }

    /// A line of the file with stars for the values of secret keys, passwords in URLs and whatever looks like a token.
    ///
    /// Stars keep their columns, so that a caret still points at the right place. `${NAME}` is shown: it is no secret.
    static func mask(_ line: Substring) -> String {
        var text = Array(line)
        for match in line.matches(of: secretValue) { star(match.output.2, in: &text, of: line) }
        for match in line.matches(of: urlPassword) { star(match.output.1, in: &text, of: line) }
        for match in line.matches(of: longToken) { star(match.output, in: &text, of: line) }
        return String(text)
    }

    // Regex literals are compiled values without mutable state, but Regex is not marked Sendable: hence computed.
    private static var secretValue: Regex<(Substring, Substring, Substring)> {
        /(?i)([a-z_]*(?:token|password|secret|_key|apikey))["']?[ \t]*:[ \t]+(?!\$\{|\{|\[|&|\*)(["']?[^,}\s][^,}]*)/
    }
    private static var urlPassword: Regex<(Substring, Substring)> { /:\/\/[^\/\s@:]*:([^\/\s@]+)@/ }
    private static var longToken: Regex<Substring> { /vk1\.[A-Za-z0-9._\-]{8,}|[A-Za-z0-9_\-]{40,}/ }

    private static func star(_ part: Substring, in text: inout [Character], of line: Substring) {
        let start = line.distance(from: line.startIndex, to: part.startIndex)
        for position in start..<start + part.count where text[position] != " " { text[position] = "*" }
    }
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
