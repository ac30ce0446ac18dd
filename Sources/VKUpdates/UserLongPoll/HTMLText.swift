// Govorun: text as user long poll writes it. SPDX-License-Identifier: MIT

/// Text in which VK has replaced `<`, `>`, `&`, `"` and line ends (source: the reference, "Message object").
enum HTMLText {
    private static let replacements: [(written: [UInt8], meant: UInt8)] = [
        ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("<br>", "\n"),
    ].map { (Array($0.0.utf8), $0.1.utf8[$0.1.startIndex]) }

    /// The text as it was written; what is replaced once is put back once.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(where: isFirst) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        var rest = text.utf8[...]
        while let byte = rest.first {
            if isFirst(byte), let found = replacements.first(where: { rest.starts(with: $0.written) }) {
                result.append(found.meant)
                rest = rest.dropFirst(found.written.count)
            } else {
                result.append(byte)
                rest.removeFirst()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isFirst(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") }
}
