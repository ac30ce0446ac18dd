// Govorun: pictures of digits. SPDX-License-Identifier: MIT

/// Draws digits, black on white, as a PNG.
enum CaptchaPicture {
    static let (width, height) = (130, 50)

    static func png(_ digits: String) -> [UInt8] {
        var picture = GrayPicture(width: width, height: height)
        for (index, digit) in digits.prefix(6).enumerated() {
            guard let number = digit.wholeNumberValue, (0...9).contains(number) else { continue }
            draw(glyphs[number], x: 10 + 24 * index, y: 11, in: &picture)
        }
        return picture.png
    }

    private static func draw(_ glyph: [UInt8], x: Int, y: Int, in picture: inout GrayPicture) {
        for (row, bits) in glyph.enumerated() {
            for column in 0..<3 where bits & (4 >> UInt8(column)) != 0 {
                picture.fill(x: x + 6 * column, y: y + 6 * row, side: 6)
            }
        }
    }

    /// Five rows of three dots for each digit.
    private static let glyphs: [[UInt8]] = [
        [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 7, 1, 7], [5, 5, 7, 1, 1], [7, 4, 7, 1, 7], [7, 4, 7, 5, 7],
        [7, 1, 2, 2, 2], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
    ]
}

/// A picture of gray dots.
struct GrayPicture: Sendable {
    let width: Int
    let height: Int
    private var dots: [UInt8]

    /// Makes a white picture.
    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        dots = Array(repeating: 255, count: width * height)
    }

    /// Blackens a square, as far as it lies inside.
    mutating func fill(x: Int, y: Int, side: Int) {
        for row in max(0, y)..<max(0, min(height, y + side)) {
            for column in max(0, x)..<max(0, min(width, x + side)) { dots[row * width + column] = 0 }
        }
    }

    /// A PNG with its dots stored, not packed.
    var png: [UInt8] {
        let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]
        let head = big(UInt32(width)) + big(UInt32(height)) + [8, 0, 0, 0, 0]
        return signature + chunk("IHDR", head) + chunk("IDAT", zlib) + chunk("IEND", [])
    }

    /// Each row begins with the number of its filter, none.
    private var rows: [UInt8] {
        (0..<height).flatMap { row in [0] + dots[row * width..<(row + 1) * width] }
    }

    /// Stored blocks (RFC 1951) in a zlib stream (RFC 1950).
    private var zlib: [UInt8] {
        var bytes: [UInt8] = [0x78, 0x01]
        var rest = rows[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            bytes += [rest.isEmpty ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
            bytes += block
        } while !rest.isEmpty
        return bytes + big(adler(rows))
    }

    private func adler(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return big(UInt32(content.count)) + body + big(checksum(body))
    }

    /// CRC-32 as PNG wants it.
    private func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xffff_ffff
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xedb8_8320 }
        }
        return ~sum
    }

    private func big(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) } }
}
