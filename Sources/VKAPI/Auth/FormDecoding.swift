// Govorun: application/x-www-form-urlencoded, read. SPDX-License-Identifier: MIT

extension Parameters {
    /// Reads `name=value&…` as the WHATWG URL standard does: `+` is a space, a broken escape stays; of a name that stands twice the
    /// last value counts.
    init(formText: some StringProtocol) {
        self.init()
        for piece in formText.utf8.split(separator: UInt8(ascii: "&")) {
            let parts = piece.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            self[Self.text(parts[0])] = parts.count == 2 ? Self.text(parts[1]) : ""
        }
    }

    private static func text(_ bytes: some Collection<UInt8>) -> String {
        var decoded: [UInt8] = []
        var rest = Array(bytes)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = escaped(rest.prefix(2)) {
                decoded.append(value)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Two hexadecimal digits; nothing else, a sign for one, though `UInt8` would read it.
    private static func escaped(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard digits.count == 2, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
