// Govorun: naming what stands in a file, within a message. SPDX-License-Identifier: MIT

/// Words for what was found.
enum Quote {
    /// A short, printable form of a text: line breaks escaped, cut after 40 characters.
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
}
