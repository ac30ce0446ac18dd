// Govorun: cuts a long text into messages. SPDX-License-Identifier: MIT

/// Cuts at the end of a paragraph, of a line or of a word, in this order of preference; only the white space at a cut is dropped.
///
/// A character is never cut, an emoji of several code points included, unless it alone is longer than a message may be.
enum MessageText {
    /// Parts of at most `limit` UTF-16 units each, in order; the text itself, just as it is, when it fits.
    static func parts(of text: String, limit: Int) -> [String] {
        guard limit > 0 else { return [text] }
        var parts: [String] = []
        var rest = text[...]
        while let end = rest.utf16.index(rest.startIndex, offsetBy: limit, limitedBy: rest.endIndex), end < rest.endIndex {
            let cut = cut(in: rest, limit: limit)
            if !rest[..<cut].isBlank { parts.append(String(rest[..<cut])) }
            rest = rest[cut...].drop(while: \.isBlank)
        }
        if !rest.isBlank || parts.isEmpty { parts.append(String(rest)) }
        return parts
    }

    /// Where the first part ends: before the best run of white space that begins within `limit`, else at the last character that fits.
    private static func cut(in text: Substring, limit: Int) -> Substring.Index {
        var candidates = Candidates(limit: limit)
        var units = 0
        var index = text.startIndex
        var run: (start: Substring.Index, units: Int, newlines: Int)?
        while index < text.endIndex {
            let character = text[index]
            if character.isBlank {
                run = (run?.start ?? index, run?.units ?? units, (run?.newlines ?? 0) + (character.isNewline ? 1 : 0))
            } else {
                if let run { candidates.add(run.start, run.units, newlines: run.newlines) }
                run = nil
            }
            let after = units + character.utf16.count
            guard after <= limit || run != nil else { break }
            units = after
            if units <= limit { candidates.hard = text.index(after: index) }
            index = text.index(after: index)
        }
        // Space to the very end: what stands before it is the last part.
        if let run { candidates.add(run.start, run.units, newlines: 2) }
        return candidates.best ?? candidates.hard ?? scalarCut(in: text, limit: limit)
    }

    /// The end of what fits of a single character that does not: at a code point, since half a surrogate pair is no text.
    private static func scalarCut(in text: Substring, limit: Int) -> Substring.Index {
        let scalars = text.unicodeScalars
        var units = 0
        var index = scalars.startIndex
        repeat {
            units += scalars[index].utf16.count
            index = scalars.index(after: index)
        } while index < scalars.endIndex && units + scalars[index].utf16.count <= limit
        return index
    }

    private struct Candidates {
        let limit: Int
        private var paragraph: Substring.Index?
        private var line: Substring.Index?
        private var word: Substring.Index?
        /// After the last character that fits.
        var hard: Substring.Index?

        init(limit: Int) { self.limit = limit }

        /// The end of a word; that of a paragraph or a line counts as such only in the second half, or parts would become crumbs.
        mutating func add(_ index: Substring.Index, _ units: Int, newlines: Int) {
            guard units > 0, units <= limit else { return }
            word = index
            guard units * 2 >= limit else { return }
            if newlines > 0 { line = index }
            if newlines > 1 { paragraph = index }
        }

        var best: Substring.Index? { paragraph ?? line ?? word }
    }
}
