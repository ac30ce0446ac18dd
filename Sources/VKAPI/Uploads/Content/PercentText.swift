// Govorun: percent-encoded text, read. SPDX-License-Identifier: MIT

/// Text of a URL as people read it.
enum PercentText {
    /// `text` with each `%XX` as its byte; what is no such triple stays.
    static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, let value = value(of: digits) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What hexadecimal digits say; `UInt8` by itself takes a sign among them.
    private static func value(of digits: ArraySlice<UInt8>) -> UInt8? {
        guard digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
