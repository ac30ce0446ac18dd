// Govorun: mentions in a text. SPDX-License-Identifier: MIT

/// A mention in its received form, `[club1|Name]`.
enum Mention {
    /// Whom a text mentions: people positive, communities negative.
    static func all(in text: String) -> [Int] {
        guard text.utf8.contains(UInt8(ascii: "[")) else { return [] }
        return text.split(separator: "[", omittingEmptySubsequences: false).dropFirst().compactMap { piece in
            guard let bar = piece.firstIndex(of: "|"), piece[bar...].contains("]") else { return nil }
            return page(piece[..<bar])
        }
    }

    /// Brings what a person types, `@name` and `@name (Label)`, into the received form; unknown names stay as they are.
    static func resolved(_ text: String, by resolve: (String) -> Int?) -> String {
        guard text.contains("@") else { return text }
        var result = ""
        var rest = text[...]
        var previous: Character?
        while let at = rest.firstIndex(of: "@") {
            let before = rest[..<at]
            let name = rest[rest.index(after: at)...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
            // An address or the label of a mention is no mention.
            let isInside = (before.last ?? previous).map { $0 == "|" || $0.isLetter || $0.isNumber } ?? false
            previous = name.last ?? "@"
            result += before
            rest = rest[name.endIndex...]
            guard !isInside, !name.isEmpty, let id = resolve(String(name)) else {
                result += "@" + name
                continue
            }
            result += "[\(id > 0 ? "id\(id)" : "club\(-id)")|\(label(&rest) ?? "@" + name)]"
        }
        return result + rest
    }

    private static func label(_ rest: inout Substring) -> String? {
        guard rest.hasPrefix(" ("), let end = rest.firstIndex(of: ")") else { return nil }
        let label = rest[rest.index(rest.startIndex, offsetBy: 2)..<end]
        rest = rest[rest.index(after: end)...]
        return String(label)
    }

    private static func page(_ name: Substring) -> Int? {
        if name.hasPrefix("id") { return Int(name.dropFirst(2)) }
        for prefix in ["club", "public", "event"] where name.hasPrefix(prefix) { return Int(name.dropFirst(prefix.count)).map { -$0 } }
        return nil
    }
}
