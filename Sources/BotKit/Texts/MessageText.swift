// Govorun: cutting a text that is too long for one message. SPDX-License-Identifier: MIT

/// Cuts at the end of a paragraph, of a line or of a word, in this order of preference; only the white space at a cut is dropped.
///
/// A character is never cut, an emoji of several code points included, unless it alone is longer than a message may be. One pass over the
/// text's bytes, whatever it holds.
struct MessageText {
    /// A place in a text, in both measures.
    struct Place: Equatable {
        /// UTF-8.
        var byte = 0
        /// UTF-16.
        var unit = 0
    }

    /// One part of a text.
    struct Part: Equatable {
        var start: Place
        var end: Place
    }

    private let bytes: [UInt8]
    private let limit: Int

    /// Parts of at most `limit` UTF-16 units each, in order; the text itself, just as it is, when it fits or there is no limit.
    static func parts(of text: String, limit: Int) -> [String] {
        let bytes = Array(text.utf8)
        return parts(of: bytes, limit: limit).map { String(decoding: bytes[$0.start.byte..<$0.end.byte], as: UTF8.self) }
    }

    /// The same for a text in UTF-8, as places in it.
    static func parts(of bytes: [UInt8], limit: Int) -> [Part] {
        MessageText(bytes: bytes, limit: limit > 0 ? limit : .max).parts
    }

    private var parts: [Part] {
        var parts: [Part] = []
        var start = Place()
        repeat {
            let end = end(of: start)
            if start == Place(), end.byte == bytes.count, fits(end, from: start) { return [Part(start: start, end: end)] }
            let next = run(from: end).end
            if run(from: start).end.byte < end.byte { parts.append(Part(start: start, end: end)) }
            start = next
        } while start.byte < bytes.count
        return parts.isEmpty ? [Part(start: Place(), end: Place())] : parts
    }

    /// Where the part from `start` ends: with the text when all of it fits, else before the best run of white space that begins within the
    /// limit, else after the last character that fits.
    private func end(of start: Place) -> Place {
        var candidates = Candidates(start: start, limit: limit)
        var place = start
        while place.byte < bytes.count {
            let run = run(from: place)
            let next = run.end == place ? after(place) : run.end
            if run.end != place {
                // Space to the very end: what stands before it is the last part.
                if next.byte == bytes.count, !fits(next, from: start) { return place == start ? next : place }
                candidates.add(place, newlines: run.newlines)
            }
            guard fits(next, from: start) else {
                return candidates.best ?? (run.end == place ? lastCharacter(from: start, to: place) : next)
            }
            place = next
        }
        return place
    }

    private func fits(_ place: Place, from start: Place) -> Bool { place.unit - start.unit <= limit }

    /// The end of the last character that fits, when the scalar at `place` does not. Of a character that alone is too long, what fits.
    private func lastCharacter(from start: Place, to place: Place) -> Place {
        let next = after(place)
        // One scalar further tells whether a character ends at `place`; nothing beyond it can.
        let window = String(decoding: bytes[start.byte..<next.byte], as: UTF8.self)
        let length = window.utf8.distance(from: window.startIndex, to: window.index(before: window.endIndex))
        guard length > 0 else { return place == start ? next : place }
        var end = start
        while end.byte < start.byte + length { end = after(end) }
        return end
    }

    private struct Candidates {
        let start: Place
        let limit: Int
        private var paragraph: Place?
        private var line: Place?
        private var word: Place?

        init(start: Place, limit: Int) {
            self.start = start
            self.limit = limit
        }

        /// The end of a word; that of a paragraph or a line counts as such only in the second half, or parts would become crumbs.
        mutating func add(_ place: Place, newlines: Int) {
            let units = place.unit - start.unit
            guard units > 0 else { return }
            word = place
            guard units >= limit - units else { return }
            if newlines > 0 { line = place }
            if newlines > 1 { paragraph = place }
        }

        var best: Place? { paragraph ?? line ?? word }
    }
}

// MARK: Scalars

extension MessageText {
    /// The place after the scalar at `place`.
    private func after(_ place: Place) -> Place {
        let size = Self.size(bytes[place.byte])
        return Place(byte: place.byte + size, unit: place.unit + (size == 4 ? 2 : 1))
    }

    /// The white space that begins at `place`, perhaps none, and the line breaks in it. An accent may sit on a space, which then is none.
    private func run(from place: Place) -> (end: Place, newlines: Int) {
        var (end, newlines) = (place, 0)
        while end.byte < bytes.count, let isNewline = blank(at: end.byte) {
            let next = after(end)
            if next.byte < bytes.count, Self.extends(scalar(at: next.byte)) { break }
            let isHalf = bytes[end.byte] == 0x0d && next.byte < bytes.count && bytes[next.byte] == 0x0a
            newlines += isNewline && !isHalf ? 1 : 0
            end = next
        }
        return (end, newlines)
    }

    /// `nil` when no white space stands there, else whether it breaks the line (source: Unicode's `White_Space`).
    private func blank(at byte: Int) -> Bool? {
        let lead = bytes[byte]
        if lead < 0x80 { return lead == 0x20 || lead == 0x09 ? false : (0x0a...0x0d).contains(lead) ? true : nil }
        guard lead == 0xc2 || (0xe1...0xe3).contains(lead) else { return nil }
        let scalar = scalar(at: byte)
        switch scalar.value {
        case 0x85, 0x2028, 0x2029: return true
        case 0xa0, 0x1680, 0x2000...0x200a, 0x202f, 0x205f, 0x3000: return false
        default: return nil
        }
    }

    private func scalar(at byte: Int) -> Unicode.Scalar {
        let size = Self.size(bytes[byte])
        guard size > 1 else { return Unicode.Scalar(bytes[byte]) }
        var value = UInt32(bytes[byte]) & (0x7f >> UInt32(size))
        for next in bytes[(byte + 1)..<(byte + size)] { value = value << 6 | UInt32(next & 0x3f) }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    /// Whether it joins the character before it.
    private static func extends(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        let properties = scalar.properties
        return properties.isGraphemeExtend || properties.isEmojiModifier || properties.generalCategory == .spacingMark
            || scalar == "\u{200D}"
    }

    /// Bytes of a scalar by its first; a `String` holds nothing malformed.
    private static func size(_ lead: UInt8) -> Int { lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4 }
}
