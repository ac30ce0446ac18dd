// Govorun: application/x-www-form-urlencoded, written. SPDX-License-Identifier: MIT

/// Percent-encoding of names and values: letters, digits and `-._~` stay, every other byte becomes `%XX`.
enum FormEncoding {
    /// Whether `byte` stays as it is.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// A hexadecimal digit.
    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10 }

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
            // Put together aside, and copied once: byte by byte the array would be asked for room each time.
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: source.count * 3) { room in
                var count = 0
                for byte in source {
                    if isPlain(byte) {
                        room[count] = byte
                        count += 1
                    } else {
                        (room[count], room[count + 1], room[count + 2]) = (UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15))
                        count += 3
                    }
                }
                body.append(contentsOf: UnsafeBufferPointer(rebasing: room[..<count]))
            }
        }
    }
}
