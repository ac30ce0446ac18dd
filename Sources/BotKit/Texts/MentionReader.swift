// Govorun: finds mentions in a text. SPDX-License-Identifier: MIT

extension Mention {
    /// Every mention in `text`, in all forms that VK knows, in their order (source: the reference, "Mentions and chats").
    public static func all(in text: String) -> [(mention: Mention, range: Range<String.Index>)] {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "*") }) else {
            return []
        }
        var found: [(Mention, Range<String.Index>)] = []
        let scalars = text.unicodeScalars
        // No bracket is looked for twice: thousands that are never closed would take thousands of looks at the whole.
        var nextClosing = MentionReader.nextClosing(in: text[...])
        var (index, isAfterWord) = (scalars.startIndex, false)
        while index < scalars.endIndex {
            let scalar = scalars[index]
            if scalar == "[", let closing = nextClosing, closing < index { nextClosing = MentionReader.nextClosing(in: text[index...]) }
            let canBegin = scalar == "[" ? nextClosing != nil : (scalar == "@" || scalar == "*") && !isAfterWord
            if canBegin, let (mention, end) = MentionReader.mention(at: text[index...]) {
                found.append((mention, index..<end))
                (index, isAfterWord) = (end, true)
            } else {
                isAfterWord = MentionReader.isWord(scalar)
                index = scalars.index(after: index)
            }
        }
        return found
    }

    /// `text` with each mention as people see it: `[id1|Павел]` is `Павел`.
    public static func shown(in text: String) -> String {
        var result = ""
        var index = text.startIndex
        for (mention, range) in all(in: text) {
            result += text[index..<range.lowerBound] + (mention.name.isEmpty ? text[range] : Substring(mention.name))
            index = range.upperBound
        }
        return result + text[index...]
    }
}

/// Reads a mention where one may begin.
enum MentionReader {
    /// The mention that `text` begins with and where it ends; `nil` when it begins with none.
    static func mention(at text: Substring) -> (mention: Mention, end: Substring.Index)? {
        switch text.unicodeScalars.first {
        case "[": bracketed(text)
        case "@", "*": signed(text)
        default: nil
        }
    }

    /// `[id1|Name]`
    private static func bracketed(_ text: Substring) -> (Mention, Substring.Index)? {
        let inside = text.dropFirst()
        guard let bar = inside.prefix(longestPage).firstIndex(of: "|") else { return nil }
        let page = inside[..<bar]
        guard let target = pageID(page).map(Mention.Target.page) ?? (isLink(page) ? .link(String(page)) : nil) else { return nil }
        let name = inside[inside.index(after: bar)...]
        return nextClosing(in: name).map { (Mention(target, as: String(name[..<$0])), name.index(after: $0)) }
    }

    /// Longer than any page's address: `[` in a long text is not read to its end.
    private static let longestPage = 200

    /// `@id1 (Name)`, `@durov`, `@all`
    private static func signed(_ text: Substring) -> (Mention, Substring.Index)? {
        let word = text.dropFirst().prefix { isName($0) }
        let page = word.last == "." ? word.dropLast() : word
        if let crowd = crowds[page.lowercased()] { return (Mention(crowd), page.endIndex) }
        guard page.first?.isASCII == true, let target = self.target(page) else { return nil }
        guard let (name, end) = parenthesis(after: page.endIndex, in: text) else { return (Mention(target), page.endIndex) }
        return (Mention(target, as: name), end)
    }

    private static func target(_ page: Substring) -> Mention.Target? {
        if let id = pageID(page) { return .page(id) }
        return PageName.isShortName(page) ? .shortName(page.lowercased()) : nil
    }

    /// ` (Name)`
    private static func parenthesis(after index: Substring.Index, in text: Substring) -> (String, Substring.Index)? {
        let rest = text[index...]
        guard rest.hasPrefix(" (") else { return nil }
        let name = rest.dropFirst(2).prefix { $0 != ")" && $0 != "(" && !$0.isNewline }
        guard !name.isEmpty, name.endIndex < text.endIndex, text[name.endIndex] == ")" else { return nil }
        return (String(name), text.index(after: name.endIndex))
    }

    /// What mentions many at once; the Russian forms are unconfirmed.
    private static let crowds: [String: Mention.Target] = ["all": .everyone, "все": .everyone, "online": .online, "онлайн": .online]

    /// `id1` is 1, `club1`, `public1` and `event1` are -1.
    static func pageID(_ page: some StringProtocol) -> Int? {
        let page = page.lowercased()
        for (prefix, sign) in [("id", 1), ("club", -1), ("public", -1), ("event", -1)] where page.hasPrefix(prefix) {
            let digits = page.dropFirst(prefix.count)
            guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let id = Int(digits), id > 0 else { return nil }
            return sign * id
        }
        return nil
    }

    private static func isLink(_ page: Substring) -> Bool {
        let page = page.lowercased()
        return page.hasPrefix("https://") || page.hasPrefix("http://")
    }

    static func nextClosing(in text: Substring) -> Substring.Index? { text.firstIndex(of: "]") }

    private static func isName(_ character: Character) -> Bool {
        character.isLetter || character == "_" || character == "." || (character.isASCII && character.isNumber)
    }

    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}
