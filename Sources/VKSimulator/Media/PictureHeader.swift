// Govorun: what the head of a picture file says. SPDX-License-Identifier: MIT

/// The format and the size of a picture, as its first bytes tell.
struct PictureHeader: Sendable, Equatable {
    /// The formats VK takes.
    enum Format: String, Sendable {
        case jpg, png, gif

        var type: String { self == .jpg ? "image/jpeg" : "image/\(rawValue)" }
    }

    let format: Format
    /// In pixels.
    let width: Int
    let height: Int

    init(_ format: Format, width: Int, height: Int) {
        self.format = format
        self.width = width
        self.height = height
    }

    /// - Returns: nil when the bytes begin no picture, or its size does not stand in them.
    init?(_ bytes: [UInt8]) {
        let reader = BinaryReader(bytes)
        let found: PictureHeader? =
            if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]) {
                Self.png(reader)
            } else if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
                Self.gif(reader)
            } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
                Self.jpeg(reader)
            } else {
                nil
            }
        guard let found, found.width > 0, found.height > 0 else { return nil }
        self = found
    }

    private static func png(_ reader: BinaryReader) -> PictureHeader? {
        guard let width = reader.big32(at: 16), let height = reader.big32(at: 20) else { return nil }
        return PictureHeader(.png, width: width, height: height)
    }

    private static func gif(_ reader: BinaryReader) -> PictureHeader? {
        guard let width = reader.little16(at: 6), let height = reader.little16(at: 8) else { return nil }
        return PictureHeader(.gif, width: width, height: height)
    }

    /// Walks the segments to the frame header, which may come after large ones.
    private static func jpeg(_ reader: BinaryReader) -> PictureHeader? {
        var position = 2
        while let mark = reader.byte(at: position), let kind = reader.byte(at: position + 1), mark == 0xff {
            guard kind != 0xff else {
                position += 1
                continue
            }
            // C4, C8 and CC look like frame headers and are none.
            if (0xc0...0xcf).contains(kind), kind != 0xc4, kind != 0xc8, kind != 0xcc {
                guard let height = reader.big16(at: position + 5), let width = reader.big16(at: position + 7) else { return nil }
                return PictureHeader(.jpg, width: width, height: height)
            }
            guard let length = reader.big16(at: position + 2), length >= 2 else { return nil }
            position += 2 + length
        }
        return nil
    }
}

/// Numbers at places in some bytes; nil beyond their end.
struct BinaryReader {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func byte(at position: Int) -> UInt8? { bytes.indices.contains(position) ? bytes[position] : nil }
    func big16(at position: Int) -> Int? { number(position..<position + 2) }
    func big32(at position: Int) -> Int? { number(position..<position + 4) }
    func little16(at position: Int) -> Int? { little(position..<position + 2).map { Int($0) } }
    func little64(at position: Int) -> UInt64? { little(position..<position + 8) }

    private func number(_ range: Range<Int>) -> Int? {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
        return bytes[range].reduce(0) { $0 << 8 | Int($1) }
    }

    private func little(_ range: Range<Int>) -> UInt64? {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
        return bytes[range].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
