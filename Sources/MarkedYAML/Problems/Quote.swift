// Govorun: naming what stands in a file, within a message. SPDX-License-Identifier: MIT

/// Words for what was found.
enum Quote {
    /// A short, printable form of a text: line breaks and tabs escaped, cut after 40 characters.
    static func short(_ text: String) -> String {
        let clean = text.prefix(41).map { $0.isLineFeed ? "\\n" : $0 == "\t" ? "\\t" : String($0) }
        return clean.count > 40 ? clean.prefix(40).joined() + "…" : clean.joined()
    }

    /// What a node is, to follow "found"; never the value of a variable or of a secret key.
    static func found(_ node: YAMLNode, hidden: Bool) -> String {
        switch node.content {
        case .sequence: return "a list"
        case .mapping: return "a mapping"
        case .scalar where node.isNull: return "nothing"
        case .scalar where node.isSensitive || hidden: return "a value that is not shown here"
        case .scalar(let text): return node.isText ? "the text '\(short(text))'" : "'\(short(text))'"
        }
    }

    /// The same number of scalars, without those that could steer a terminal: controls and changes of writing direction.
    static func printable(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars.map { steersTerminal($0) ? "\u{FFFD}" : $0 }))
    }

    private static func steersTerminal(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: false
        case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
