// Govorun: a formatted text in parts, each with the formatting that falls into it. SPDX-License-Identifier: MIT

extension FormattedText {
    /// Parts of at most `limit` UTF-16 units each, cut at paragraphs, lines or words, and between characters only in a word that is too long.
    ///
    /// Only the white space at a cut is dropped. A stretch of formatting that a cut goes through is continued in the next part.
    public func parts(limit: Int) -> [FormattedText] {
        guard limit > 0, length > limit else { return [self] }
        let bytes = Array(text.utf8)
        let places = MessageText.parts(of: bytes, limit: limit)
        var spans = [[Span]](repeating: [], count: places.count)
        for span in self.spans {
            var index = Self.firstPart(endingAfter: span.range.lowerBound, in: places)
            while index < places.count, places[index].start.unit < span.range.upperBound {
                let part = places[index].start.unit..<places[index].end.unit
                let inside = span.range.clamped(to: part)
                spans[index].append(Span(span.style, (inside.lowerBound - part.lowerBound)..<(inside.upperBound - part.lowerBound)))
                index += 1
            }
        }
        return zip(places, spans).map { place, spans in
            var part = FormattedText(String(decoding: bytes[place.start.byte..<place.end.byte], as: UTF8.self), spans: spans)
            part.notifies = notifies
            return part
        }
    }

    /// By halves: a book has many parts and many stretches.
    private static func firstPart(endingAfter unit: Int, in parts: [MessageText.Part]) -> Int {
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].end.unit > unit { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
