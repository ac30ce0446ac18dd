// Govorun: the text of one YAML file and its lines. SPDX-License-Identifier: MIT

/// The text of a file, for places and for the lines that errors quote.
///
/// Every node and problem of a file shares the one instance.
final class YAMLSource: Sendable {
    /// The name that heads every problem.
    let name: String
    /// The text without a byte order mark; bytes that are not UTF-8 stand as U+FFFD.
    let text: String
    /// Where each line begins.
    private let starts: [LineStart]

    struct LineStart: Sendable {
        let byte: Int
        let scalar: Int
    }

    init(name: String, text: String, starts: [LineStart]) {
        self.name = name
        self.text = text
        self.starts = starts
    }

    var lineCount: Int { starts.count }

    /// The place after this many Unicode scalars.
    func mark(at offset: Int) -> YAMLMark {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle].scalar <= offset { low = middle } else { high = middle }
        }
        return YAMLMark(line: low + 1, column: offset - starts[low].scalar + 1, offset: offset)
    }

    /// A line without its line break; nil out of range.
    func line(_ number: Int) -> Substring? {
        guard starts.indices.contains(number - 1) else { return nil }
        let line = text[index(starts[number - 1].byte)..<(number < starts.count ? index(starts[number].byte) : text.endIndex)]
        guard let last = line.last, last.isLineFeed else { return line }
        return line.dropLast()
    }

    /// The text between two places of this file.
    func text(from start: YAMLMark, to end: YAMLMark) -> Substring {
        let from = index(of: start)
        return text[from..<max(from, index(of: end))]
    }

    private func index(of mark: YAMLMark) -> String.Index {
        guard starts.indices.contains(mark.line - 1) else { return text.endIndex }
        let start = index(starts[mark.line - 1].byte)
        return text.unicodeScalars.index(start, offsetBy: mark.column - 1, limitedBy: text.endIndex) ?? text.endIndex
    }

    private func index(_ byte: Int) -> String.Index {
        text.utf8.index(text.startIndex, offsetBy: byte, limitedBy: text.endIndex) ?? text.endIndex
    }
}

extension Character {
    /// LF, CR or both together: not every `isNewline`, since an editor counts only these.
    var isLineFeed: Bool { self == "\n" || self == "\r" || self == "\r\n" }
}
