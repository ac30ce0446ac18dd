// Govorun: the variables that bots.yaml may name. SPDX-License-Identifier: MIT

/// The process's environment over the `.env` file beside `bots.yaml`.
public struct Environment: Sendable {
    private let process: [String: String]
    private let file: [String: String]

    /// Variables of the process, and the text of a `.env` file.
    public init(process: [String: String], dotEnv: String = "") {
        self.process = process
        file = Self.parse(dotEnv).values
    }

    /// The value of `name`; the process wins.
    public func value(_ name: String) -> String? { process[name] ?? file[name] }

    /// Lines `NAME=VALUE`, optionally after `export `; `#` begins a comment; quotes around a value are taken off.
    ///
    /// - Returns: the values, and the lines that say nothing, or not what was meant, by their numbers.
    static func parse(_ text: String) -> (values: [String: String], faults: [(line: Int, reason: String)]) {
        var (values, faults): ([String: String], [(line: Int, reason: String)]) = ([:], [])
        // Notepad begins a file with a byte order mark.
        let text = text.hasPrefix("\u{feff}") ? String(text.unicodeScalars.dropFirst()) : text
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            var rest = trimmed(line)
            if rest.hasPrefix("export ") { rest = trimmed(rest.dropFirst(7)) }
            guard !rest.isEmpty, !rest.hasPrefix("#") else { continue }
            let parts = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
            guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains(where: { $0.isWhitespace || $0 == ":" }) else {
                faults.append((index + 1, "this is no NAME=VALUE, so it says nothing"))
                continue
            }
            let (name, text) = (parts[0], parts[1])
            values[String(name)] = value(of: text)
            if let quote = text.first, quote == "\"" || quote == "'", !text.dropFirst().contains(quote) {
                faults.append((index + 1, "the quote is not closed, so it belongs to the value"))
            }
        }
        return (values, faults)
    }

    /// Why nothing in these bytes of a `.env` file can be read; `nil` when it can.
    static func refusal(of bytes: [UInt8]) -> String? {
        guard bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) || bytes.contains(0) else { return nil }
        return "it is no UTF-8 (UTF-16?), so nothing in it is read; save it as UTF-8"
    }

    private static func value(of text: Substring) -> String {
        if let quote = text.first, quote == "\"" || quote == "'", let end = text.dropFirst().firstIndex(of: quote) {
            return String(text[text.index(after: text.startIndex)..<end])
        }
        // A comment needs a space before it, so that a value may hold a number sign.
        var end = text.startIndex
        var previous: Character = " "
        while end < text.endIndex, !(text[end] == "#" && previous.isWhitespace) {
            previous = text[end]
            end = text.index(after: end)
        }
        return String(trimmed(text[..<end]))
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var copy = text.drop(while: \.isWhitespace)
        while copy.last?.isWhitespace == true { copy.removeLast() }
        return copy
    }
}
