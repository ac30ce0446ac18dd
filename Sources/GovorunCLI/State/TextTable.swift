// Govorun: columns of text. SPDX-License-Identifier: MIT
import BotStorage

/// Rows under headings, each column as wide as its widest cell; numbers stand to the right.
struct TextTable {
    /// A column's heading, and the side its cells stand on.
    struct Column {
        let heading: String
        var isNumber = false
    }

    let columns: [Column]
    var rows: [[String]] = []

    init(_ columns: Column...) { self.columns = columns }

    /// The lines, the headings first.
    var lines: [String] {
        let all = [columns.map(\.heading)] + rows
        let widths = columns.indices.map { index in all.map { $0[index].count }.max() ?? 0 }
        return all.map { row in
            let cells = columns.indices.map { index in
                let padding = String(repeating: " ", count: widths[index] - row[index].count)
                return columns[index].isNumber ? padding + row[index] : row[index] + padding
            }
            let line = cells.joined(separator: "  ")
            return String(line[...(line.lastIndex { $0 != " " } ?? line.startIndex)])
        }
    }
}

extension String {
    /// On one line of a terminal: what would move the cursor, change colours or turn the direction of writing is shown as a box.
    var onOneLine: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: scalar == "\u{200D}" ? scalar : "\u{25A1}"
                    default: scalar
                    }
                }))
    }

    /// Its beginning, on one line, at most `length` characters.
    func excerpt(_ length: Int) -> String {
        let line = split(whereSeparator: \.isNewline).joined(separator: " ").onOneLine
        return line.count > length ? line.prefix(length - 1) + "…" : line
    }

    /// A size in bytes: `812 B`, `4.1 KB`.
    static func size(ofBytes bytes: Int) -> String {
        // No initializer: `map(String.init)` anywhere in the module would choose it.
        var (size, unit) = (Double(bytes), 0)
        while size >= 999.5, unit < 4 { (size, unit) = (size / 1_024, unit + 1) }
        let tenths = Int((size * 10).rounded())
        return unit == 0 ? "\(bytes) B" : "\(tenths / 10).\(tenths % 10) " + ["", "KB", "MB", "GB", "TB"][unit]
    }

    /// How long ago `time` was: `40s`, `12m`, `3h`, `2d`; `-` for none.
    static func age(of time: UnixTime?, at now: UnixTime) -> String {
        guard let time else { return "-" }
        let seconds = Swift.max(0, (now.milliseconds - time.milliseconds) / 1_000)
        return switch seconds {
        case ..<120: "\(seconds)s"
        case ..<7_200: "\(seconds / 60)m"
        case ..<172_800: "\(seconds / 3_600)h"
        default: "\(seconds / 86_400)d"
        }
    }
}
