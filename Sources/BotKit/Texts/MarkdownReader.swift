// Govorun: reads the marks of a text. SPDX-License-Identifier: MIT

/// One pass that finds marks and their partners, and one that writes the text without those that found one.
struct MarkdownReader {
    /// What a backslash may stand before.
    static let marks: Set<Unicode.Scalar> = ["\\", "*", "_", "[", "]", "(", ")"]

    private enum Kind { case bold, italic, lowItalic, underline, bracket }

    /// A piece of the result: text, or a mark that is text unless it finds its partner.
    private struct Piece {
        var text: String
        var isUsed = false
    }

    /// A mark that waits for its partner.
    private struct Opener {
        let kind: Kind
        let piece: Int
    }

    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var plain = String.UnicodeScalarView()
    private var pieces: [Piece] = []
    private var openers: [Opener] = []
    private var waiting: [Kind: Int] = [:]
    private var pairs: [(style: FormattedText.Style, from: Int, to: Int)] = []

    init(_ source: String) { scalars = Array(source.unicodeScalars) }

    mutating func read() -> FormattedText {
        while index < scalars.count {
            switch scalars[index] {
            case "\\": readEscape()
            case "*", "_": readMarks(scalars[index])
            case "[":
                note(Opener(kind: .bracket, piece: mark("[")))
                index += 1
            case "]": closeBracket()
            default:
                plain.append(scalars[index])
                index += 1
            }
        }
        flush()
        return written()
    }

    private mutating func readEscape() {
        let isEscape = index + 1 < scalars.count && Self.marks.contains(scalars[index + 1])
        plain.append(scalars[isEscape ? index + 1 : index])
        index += isEscape ? 2 : 1
    }

    // MARK: Stars and low lines

    private mutating func readMarks(_ sign: Unicode.Scalar) {
        let start = index
        while index < scalars.count, scalars[index] == sign { index += 1 }
        let before = start > 0 ? scalars[start - 1] : " "
        let after = index < scalars.count ? scalars[index] : " "
        // A low line inside a word is part of a name: `snake_case`.
        let isInside = sign == "_" && Self.isWord(before) && Self.isWord(after)
        let closes = !before.properties.isWhitespace && !isInside
        let opens = !after.properties.isWhitespace && !isInside
        let (double, single): (Kind, Kind) = sign == "*" ? (.bold, .italic) : (.underline, .lowItalic)
        var left = index - start
        while closes, left > 0, let kind = nextToClose(double, single, atMost: left) {
            close(kind, with: String(repeating: Character(sign), count: kind == double ? 2 : 1))
            left -= kind == double ? 2 : 1
        }
        // More than three in a row are a line, not a mark.
        while opens, left > 0, index - start <= 3 {
            let kind = left >= 2 ? double : single
            note(Opener(kind: kind, piece: mark(String(repeating: Character(sign), count: kind == double ? 2 : 1))))
            left -= kind == double ? 2 : 1
        }
        for _ in 0..<left { plain.append(sign) }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
    }

    /// The latest of the two that waits and for which enough signs are left.
    private func nextToClose(_ double: Kind, _ single: Kind, atMost left: Int) -> Kind? {
        let canDouble = left >= 2 && waiting[double, default: 0] > 0
        let canSingle = waiting[single, default: 0] > 0
        guard canDouble && canSingle else { return canDouble ? double : canSingle ? single : nil }
        return openers.last { $0.kind == double || $0.kind == single }?.kind
    }

    // MARK: Links

    /// `](address)` ends a link, if one began; the address holds no space, and parentheses in pairs.
    private mutating func closeBracket() {
        guard waiting[.bracket, default: 0] > 0, let end = addressEnd(from: index + 1) else {
            plain.append("]")
            index += 1
            return
        }
        var address = String.UnicodeScalarView()
        var place = index + 2
        while place < end {
            if scalars[place] == "\\", Self.marks.contains(scalars[place + 1]) { place += 1 }
            address.append(scalars[place])
            place += 1
        }
        let tail = mark(String(String.UnicodeScalarView(scalars[index...end])))
        pair(.bracket, .link(String(address)), with: tail)
        index = end + 1
    }

    /// What goes on longer is no address, and is not looked through again and again.
    private static let longestAddress = 2_048

    private func addressEnd(from start: Int) -> Int? {
        guard start < scalars.count, scalars[start] == "(" else { return nil }
        var depth = 0
        var place = start
        let limit = min(scalars.count, start + Self.longestAddress)
        while place < limit, !scalars[place].properties.isWhitespace {
            switch scalars[place] {
            case "\\" where place + 1 < scalars.count && Self.marks.contains(scalars[place + 1]): place += 1
            case "(": depth += 1
            case ")": depth -= 1
            default: break
            }
            if depth == 0 { return place > start + 1 ? place : nil }
            place += 1
        }
        return nil
    }

    // MARK: Partners

    private mutating func flush() {
        guard !plain.isEmpty else { return }
        pieces.append(Piece(text: String(plain)))
        plain = String.UnicodeScalarView()
    }

    private mutating func mark(_ text: String) -> Int {
        flush()
        pieces.append(Piece(text: text))
        return pieces.count - 1
    }

    private mutating func note(_ opener: Opener) {
        openers.append(opener)
        waiting[opener.kind, default: 0] += 1
    }

    private mutating func close(_ kind: Kind, with text: String) {
        let style: FormattedText.Style = kind == .bold ? .bold : kind == .underline ? .underline : .italic
        pair(kind, style, with: mark(text))
    }

    /// Joins the latest mark of `kind` with the piece `end`; marks in between that found no partner stay text.
    private mutating func pair(_ kind: Kind, _ style: FormattedText.Style, with end: Int) {
        while let opener = openers.popLast() {
            waiting[opener.kind, default: 0] -= 1
            guard opener.kind == kind else { continue }
            // Nothing between them is nothing to format.
            guard opener.piece + 1 < end else { return }
            pieces[opener.piece].isUsed = true
            pieces[end].isUsed = true
            return pairs.append((style, opener.piece, end))
        }
    }

    private func written() -> FormattedText {
        var text = ""
        var units = 0
        var starts: [Int] = []
        for piece in pieces {
            starts.append(units)
            if piece.isUsed { continue }
            text += piece.text
            units += piece.text.utf16.count
        }
        let spans = pairs.sorted { ($0.from, $1.to) < ($1.from, $0.to) }.map {
            FormattedText.Span($0.style, starts[$0.from]..<starts[$0.to])
        }
        return FormattedText(text, spans: spans)
    }
}
