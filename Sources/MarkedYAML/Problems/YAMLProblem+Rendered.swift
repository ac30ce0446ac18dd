// Govorun: a problem as people read it: one line, the line of the file, a caret. SPDX-License-Identifier: MIT

extension YAMLProblem: CustomStringConvertible {
    /// `bots.yaml:14:9: error: unknown key 'plugns' in bots.helpdesk; did you mean 'plugins'?`
    public var description: String {
        let place = mark.line > 0 && !file.isEmpty ? "\(file):\(mark.line):\(mark.column): " : ""
        return "\(place)\(severity.rawValue): \(message)"
    }

    /// The description, the line of the file, and a caret under the place.
    public var rendered: String {
        guard let sourceLine, !sourceLine.allSatisfy(\.isWhitespace) else { return description }
        let window = Window(sourceLine, column: mark.column)
        return "\(description)\n\(window.line)\n\(window.padding)^"
    }
}

/// The part of a line around a column, and the blank that leads to it.
private struct Window {
    let line: String
    let padding: String

    /// How much of a long line is shown, in characters.
    private static let width = 120

    init(_ text: String, column: Int) {
        let scalars = text.unicodeScalars
        let place = scalars.index(text.startIndex, offsetBy: column - 1, limitedBy: text.endIndex) ?? text.endIndex
        let before = String(scalars[..<place])
        let after = String(scalars[place...])
        let head = before.count > Self.width / 2 && text.count > Self.width ? "…" + before.suffix(Self.width / 2) : before[...]
        let room = Self.width - head.count
        line = String(head) + (after.count > room ? after.prefix(room) + "…" : after[...])
        padding = head.map { $0 == "\t" ? "\t" : String(repeating: " ", count: DisplayWidth.of($0)) }.joined()
    }
}
