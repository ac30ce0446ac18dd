// Govorun: lines as the formatter would lay them out. SPDX-License-Identifier: MIT

enum Layout {
    /// The longest line (source: `.swift-format`).
    static let width = 140

    static func indent(_ depth: Int) -> String { String(repeating: "    ", count: depth) }

    /// Items with commas between, as many on a line as fit.
    static func filled(_ items: [String], depth: Int, trailingComma: Bool = false) -> [String] {
        var lines: [String] = []
        var line = indent(depth)
        for (index, item) in items.enumerated() {
            let isLast = index == items.count - 1
            let piece = item + (isLast && !trailingComma ? "" : ",")
            if line.count > depth * 4, line.count + 1 + piece.count > width {
                lines.append(line)
                line = indent(depth)
            }
            line += (line.count > depth * 4 ? " " : "") + piece
        }
        return lines + [line]
    }

    /// A documentation comment cut between words.
    static func comment(_ text: String, depth: Int, continuation: String = "", keeping spaces: Int = 0) -> [String] {
        var lines: [String] = []
        var line = indent(depth) + "///" + String(repeating: " ", count: spaces)
        for word in text.split(separator: " ") {
            if line.count + 1 + word.count > width {
                lines.append(line)
                line = indent(depth) + "///" + continuation
            }
            line += " " + word
        }
        return lines + [line]
    }
}
