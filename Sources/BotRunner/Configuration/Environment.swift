// Govorun: the variables that bots.yaml may name. SPDX-License-Identifier: MIT

/// The process's environment over the `.env` file beside `bots.yaml`.
public struct Environment: Sendable {
    private let process: [String: String]
    private let file: [String: String]

    /// Variables of the process, and the text of a `.env` file.
    public init(process: [String: String], dotEnv: String = "") {
        self.process = process
        file = Self.parse(dotEnv)
    }

    /// The value of `name`; the process wins.
    public func value(_ name: String) -> String? { process[name] ?? file[name] }

    /// Lines `NAME=VALUE`, optionally after `export `; `#` begins a comment; quotes around a value are taken off.
    static func parse(_ text: String) -> [String: String] {
        var values: [String: String] = [:]
        // Notepad begins a file with a byte order mark.
        let text = text.hasPrefix("\u{feff}") ? String(text.unicodeScalars.dropFirst()) : text
        for line in text.split(whereSeparator: \.isNewline) {
            var rest = trimmed(line)
            if rest.hasPrefix("export ") { rest = trimmed(rest.dropFirst(7)) }
            guard !rest.hasPrefix("#"), let equals = rest.firstIndex(of: "=") else { continue }
            let name = trimmed(rest[..<equals])
            guard !name.isEmpty else { continue }
            values[String(name)] = value(of: trimmed(rest[rest.index(after: equals)...]))
        }
        return values
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
