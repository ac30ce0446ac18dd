// Govorun: a node as YAML text on one line. SPDX-License-Identifier: MIT

extension YAMLNode {
    /// The node as YAML in flow style: `Hello`, `[1, 2]`, `{ per: chat }`; values of variables are masked.
    public var flowText: String {
        switch content {
        case .scalar where isSensitive: return SecretMask.placeholder
        case .scalar where isNull: return "null"
        case .scalar(let text): return isText && Self.needsQuotes(text) ? Self.quoted(text) : text
        case .sequence(let items): return "[\(items.map(\.flowText).joined(separator: ", "))]"
        case .mapping(let mapping):
            guard !mapping.isEmpty else { return "{}" }
            let entries = mapping.map { "\(Self.needsQuotes($0.name) ? Self.quoted($0.name) : $0.name): \($0.value.flowText)" }
            return "{ \(entries.joined(separator: ", ")) }"
        }
    }

    private static func needsQuotes(_ text: String) -> Bool {
        guard let first = text.first, let last = text.last, !CoreSchema.isAmbiguous(text) else { return true }
        let isPlain = text.allSatisfy { !$0.isLineFeed && !"\t,[]{}\"\\#".contains($0) }
        return !isPlain || "-?:&*!|>'%@` =<".contains(first) || last == " " || last == ":" || text.contains(": ")
    }

    private static func quoted(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "\"") { quoted, scalar in
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\0"..<" ", "\u{7F}"..."\u{9F}": quoted += "\\x" + hex(scalar.value, 2)
            default: quoted.unicodeScalars.append(scalar)
            }
        } + "\""
    }
}
