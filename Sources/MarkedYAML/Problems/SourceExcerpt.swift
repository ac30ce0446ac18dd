// Govorun: the part of a line that a problem shows. SPDX-License-Identifier: MIT

/// A line of a file, or the part of a long one around a place, fit to be printed.
struct SourceExcerpt: Sendable, Hashable {
    /// The text: secrets masked, control characters replaced.
    let text: String
    /// What leads to the place: tabs where the text has tabs, else blanks as wide as the text.
    let padding: String

    /// How many Unicode scalars are shown of a long line.
    private static let width = 120
    /// How many more are looked at, since a secret that is cut may not look like one.
    private static let margin = 400

    init(_ line: Substring, column: Int, isSecret: Bool = false) {
        let scalars = line.unicodeScalars
        let place = scalars.index(line.startIndex, offsetBy: max(column - 1, 0), limitedBy: line.endIndex) ?? line.endIndex
        let isLong = scalars.index(line.startIndex, offsetBy: Self.width + 1, limitedBy: line.endIndex) != nil
        let shown = isLong ? Self.range(place..<place, widenedBy: Self.width / 2, in: line) : line.startIndex..<line.endIndex
        let looked = Self.range(shown, widenedBy: Self.margin, in: line)
        let text = String(line[looked])
        let masked = Array((isSecret ? SecretMask.maskAll(text) : SecretMask.mask(text)).unicodeScalars)
        let part = { (range: Range<Substring.Index>) in
            let start = scalars.distance(from: looked.lowerBound, to: range.lowerBound)
            return Quote.printable(masked[start..<start + scalars.distance(from: range.lowerBound, to: range.upperBound)])
        }
        let head = (shown.lowerBound > line.startIndex ? "…" : "") + part(shown.lowerBound..<place)
        self.text = head + part(place..<shown.upperBound) + (shown.upperBound < line.endIndex ? "…" : "")
        padding = head.map { $0 == "\t" ? "\t" : String(repeating: " ", count: DisplayWidth.of($0)) }.joined()
    }

    /// A range with so many scalars more on both sides, as far as the line goes.
    private static func range(_ range: Range<Substring.Index>, widenedBy count: Int, in line: Substring) -> Range<Substring.Index> {
        let scalars = line.unicodeScalars
        let start = scalars.index(range.lowerBound, offsetBy: -count, limitedBy: line.startIndex) ?? line.startIndex
        return start..<(scalars.index(range.upperBound, offsetBy: count, limitedBy: line.endIndex) ?? line.endIndex)
    }
}
