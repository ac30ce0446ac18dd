// Govorun: several texts in one value. SPDX-License-Identifier: MIT

/// Texts one behind the other, each after its length in four bytes, the lowest first.
enum TextList {
    static func encode(_ texts: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(texts.reduce(0) { $0 + 4 + $1.utf8.count })
        for text in texts {
            let count = UInt32(truncatingIfNeeded: text.utf8.count)
            for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: count >> shift)) }
            bytes += text.utf8
        }
        return bytes
    }

    /// Reads as far as the bytes make sense.
    static func decode(_ bytes: [UInt8]) -> [String] {
        var (texts, rest) = ([String](), bytes[...])
        while rest.count >= 4 {
            let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard count <= rest.count else { break }
            texts.append(String(decoding: rest.prefix(count), as: UTF8.self))
            rest = rest.dropFirst(count)
        }
        return texts
    }
}
