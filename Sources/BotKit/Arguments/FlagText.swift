// Govorun: flags among the arguments of a command. SPDX-License-Identifier: MIT

/// A text with its flags taken out: `--silent`, `--count=3`, `--title="a b"`; a lone `--` ends them.
///
/// A dash as keyboards make it of two (`—silent`) counts as well. What stands in quotes is no flag.
struct FlagText: Sendable {
    /// What was given with a flag.
    struct Value: Sendable, Equatable {
        /// What stands after `=`, without quotes; `nil` without one.
        let text: String?
    }

    /// The text without them.
    private(set) var rest = ""
    /// By the flag's name in lower case; of one given twice, the last.
    private(set) var flags: [String: Value] = [:]
    /// The first that is not known, as it was typed.
    private(set) var unknown: String?

    /// - Parameter known: the names in lower case; without any, the text is not looked at.
    init(_ text: Substring, known: Set<String>) {
        guard !known.isEmpty else {
            rest = String(text)
            return
        }
        var left = text
        while !left.isEmpty {
            let space = left.prefix(while: \.isBlank)
            left = left[space.endIndex...]
            let word = Self.word(at: left)
            left = left[word.endIndex...]
            if word == "--" {
                rest += rest.isEmpty ? left.drop(while: \.isBlank) : left
                return
            }
            if let (name, value) = Self.flag(word) {
                if known.contains(name) { flags[name] = value } else { unknown = unknown ?? "--" + name }
                // The space before goes with the flag, or that after it where it stands first.
                if rest.isEmpty { left = left.drop(while: \.isBlank) }
            } else {
                rest += (rest.isEmpty ? "" : space) + word
            }
        }
    }

    /// Up to the next space; quotes hold spaces, also after `=`.
    private static func word(at text: Substring) -> Substring {
        var index = text.startIndex
        var isAtQuote = true
        while index < text.endIndex, !text[index].isBlank {
            let character = text[index]
            let next = text.index(after: index)
            if isAtQuote, let closing = ArgumentReader.quotes[character], let end = text[next...].firstIndex(of: closing) {
                index = text.index(after: end)
            } else {
                index = next
            }
            isAtQuote = character == "="
        }
        return text[..<index]
    }

    /// `--name` or `--name=value`; the name begins with a letter.
    private static func flag(_ word: Substring) -> (name: String, value: Value)? {
        let body = word.hasPrefix("--") ? word.dropFirst(2) : word.hasPrefix("—") ? word.dropFirst() : ""
        guard body.first?.isLetter == true else { return nil }
        let name = body.prefix { $0 != "=" }
        guard name.endIndex < body.endIndex else { return (name.lowercased(), Value(text: nil)) }
        var value = body[body.index(after: name.endIndex)...]
        if let first = value.first, let closing = ArgumentReader.quotes[first], value.count > 1, value.last == closing {
            value = value.dropFirst().dropLast()
        }
        return (name.lowercased(), Value(text: String(value)))
    }
}
