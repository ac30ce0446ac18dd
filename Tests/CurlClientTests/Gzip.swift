// Govorun: compressed test data. SPDX-License-Identifier: MIT

/// Writes gzip by hand, so that the tests need no library and no binary fixture.
enum Gzip {
    /// `count` zero bytes: one fixed-Huffman block of a literal and runs of 258 (RFC 1951, section 3.2.6), 13 bits each.
    ///
    /// A bomb is stopped before its end, so it needs no checksum (which takes a debug build half a minute).
    static func zeros(_ count: Int, hasChecksum: Bool = true) -> [UInt8] {
        var bits = BitWriter(bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])
        bits.append(0b1, 1)  // the last block
        bits.append(0b01, 2)  // of fixed codes
        let runs = (count - 1) / 258
        for _ in 0..<(count - runs * 258) { bits.appendCode(0x30, 8) }  // literal 0
        for _ in 0..<runs {
            bits.appendCode(0b1100_0101, 8)  // length 258
            bits.appendCode(0, 5)  // distance 1
        }
        bits.appendCode(0, 7)  // end of block
        guard hasChecksum else { return bits.bytes }
        return bits.bytes + littleEndian(crcOfZeros(count)) + littleEndian(UInt32(count))
    }

    private static func littleEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }

    private static func crcOfZeros(_ count: Int) -> UInt32 {
        let table = (0..<256).map { index in (0..<8).reduce(UInt32(index)) { crc, _ in shifted(crc) } }
        return ~(0..<count).reduce(UInt32.max) { crc, _ in table[Int(crc & 0xFF)] ^ (crc >> 8) }
    }

    private static func shifted(_ crc: UInt32) -> UInt32 { crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }

    private struct BitWriter {
        var bytes: [UInt8]
        var used = 8

        /// Least significant bit first.
        mutating func append(_ value: Int, _ count: Int) {
            for bit in 0..<count {
                if used == 8 {
                    bytes.append(0)
                    used = 0
                }
                bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << used
                used += 1
            }
        }

        /// Huffman codes go most significant bit first.
        mutating func appendCode(_ code: Int, _ count: Int) {
            for bit in stride(from: count - 1, through: 0, by: -1) { append(code >> bit & 1, 1) }
        }
    }
}
