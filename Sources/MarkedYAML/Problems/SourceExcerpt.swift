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

    init(_ line: Substring, column: Int) {
        let scalars = line.unicodeScalars
        let place = min(max(column - 1, 0), scalars.count)
        let isLong = scalars.count > Self.width
        let shown = isLong ? max(0, place - Self.width / 2)..<min(scalars.count, place + Self.width / 2) : 0..<scalars.count
        let looked = max(0, shown.lowerBound - Self.margin)..<min(scalars.count, shown.upperBound + Self.margin)
        let masked = Array(SecretMask.mask(String(scalars.dropFirst(looked.lowerBound).prefix(looked.count))).unicodeScalars)
        let part = { (range: Range<Int>) in
            Quote.printable(masked[(range.lowerBound - looked.lowerBound)..<(range.upperBound - looked.lowerBound)])
        }
        let head = (shown.lowerBound > 0 ? "…" : "") + part(shown.lowerBound..<place)
        text = head + part(place..<shown.upperBound) + (shown.upperBound < scalars.count ? "…" : "")
        padding = head.map { $0 == "\t" ? "\t" : String(repeating: " ", count: DisplayWidth.of($0)) }.joined()
    }
}
