// Govorun: application/x-www-form-urlencoded, written. SPDX-License-Identifier: MIT

/// Percent-encoding of names and values: letters, digits and `-._~` stay, every other byte becomes `%XX`.
enum FormEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// For every byte, whether it stays as it is.
    private static let isPlain: [Bool] = (0...255).map { byte in
        switch UInt8(byte) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// The bytes of `text`, encoded.
    static func encoded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return bytes
    }

    /// Writes `text` at the end of `body`.
    static func append(_ text: String, to body: inout [UInt8]) {
        var text = text
        text.withUTF8 { source in
            // Runs of plain bytes are copied as they are: ids, tokens and names are nothing else.
            var start = 0
            for (index, byte) in source.enumerated() where !isPlain[Int(byte)] {
                body.append(contentsOf: source[start..<index])
                body.append(UInt8(ascii: "%"))
                body.append(digits[Int(byte >> 4)])
                body.append(digits[Int(byte & 15)])
                start = index + 1
            }
            body.append(contentsOf: source[start...])
        }
    }
}
