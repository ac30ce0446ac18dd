// Govorun: cuts a long text into messages. SPDX-License-Identifier: MIT

/// Splitting at the end of a paragraph, a line or a word, in this order of preference; nothing but white space at a cut is dropped.
enum MessageText {
    /// Parts of at most `limit` UTF-16 units each, in order; the text itself when it fits.
    static func parts(of text: String, limit: Int) -> [String] {
        guard text.utf16.count > limit, limit > 0 else { return [text] }
        var parts: [String] = []
        var rest = Substring(text)
        while rest.utf16.count > limit {
            let cut = end(of: rest, limit: limit)
            let part = rest[..<cut]
            if !part.allSatisfy(\.isWhitespace) { parts.append(String(part.trimmingEnd)) }
            rest = rest[cut...].drop(while: \.isWhitespace)
        }
        if !rest.isEmpty { parts.append(String(rest)) }
        return parts
    }

    /// The best place to cut within the first `limit` units; at least one character is taken, whatever its length.
    private static func end(of text: Substring, limit: Int) -> Substring.Index {
        var units = 0
        var line: Substring.Index?
        var word: Substring.Index?
        var paragraph: Substring.Index?
        var index = text.startIndex
        var previousWasNewline = false
        while index < text.endIndex {
            let character = text[index]
            units += character.utf16.count
            if units > limit { break }
            index = text.index(after: index)
            if character.isNewline {
                if previousWasNewline { paragraph = index }
                line = index
            } else if character.isWhitespace {
                word = index
            }
            previousWasNewline = character.isNewline
        }
        if index == text.startIndex { return text.index(after: index) }
        if index < text.endIndex, text[index].isWhitespace { return index }
        return later(paragraph, than: text, limit) ?? later(line, than: text, limit) ?? word ?? line ?? index
    }

    /// A cut counts only in the second half of what fits, or parts would become crumbs.
    private static func later(_ cut: Substring.Index?, than text: Substring, _ limit: Int) -> Substring.Index? {
        cut.flatMap { text[..<$0].utf16.count * 2 >= limit ? $0 : nil }
    }
}

extension Substring {
    fileprivate var trimmingEnd: Substring {
        var copy = self
        while copy.last?.isWhitespace == true { copy.removeLast() }
        return copy
    }
}
