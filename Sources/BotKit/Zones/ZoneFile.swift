// Govorun: reads the files that zones are kept in. SPDX-License-Identifier: MIT

/// The TZif format (source: RFC 8536); nothing in it is believed before it was looked at.
struct ZoneFile {
    /// The rules in `bytes`; `nil` when it is no such file.
    static func rules(in bytes: [UInt8]) -> ZoneRules? {
        var file = ZoneFile(bytes: bytes)
        return file.read()
    }

    private let bytes: [UInt8]
    private var position = 0

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private struct Header {
        let version: UInt8
        /// Of UTC marks, standard marks, leap seconds, changes, types, letters.
        let counts: [Int]

        func size(width: Int) -> Int {
            counts[3] * (width + 1) + counts[4] * 6 + counts[5] + counts[2] * (width + 4) + counts[1] + counts[0]
        }
    }

    private mutating func read() -> ZoneRules? {
        guard let first = header() else { return nil }
        guard first.version > 0 else { return block(first, width: 4).map { ZoneRules(first: $0.first, changes: $0.changes, rule: nil) } }
        // The first block is for readers of 32 bits.
        position += first.size(width: 4)
        guard let second = header(), let block = block(second, width: 8) else { return nil }
        let footer = bytes[min(position, bytes.count)...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        guard !footer.isEmpty else { return ZoneRules(first: block.first, changes: block.changes, rule: nil) }
        guard let rule = YearlyRule(String(decoding: footer, as: UTF8.self)) else { return nil }
        return ZoneRules(first: block.first, changes: block.changes, rule: rule)
    }

    private mutating func header() -> Header? {
        guard position + 44 <= bytes.count, bytes[position..<position + 4].elementsEqual("TZif".utf8) else { return nil }
        let version = bytes[position + 4]
        let counts = (0..<6).map { integer(at: position + 20 + 4 * $0, width: 4) }
        position += 44
        guard counts.allSatisfy({ (0...100_000).contains($0) }), counts[4] > 0 else { return nil }
        return Header(version: version, counts: counts)
    }

    private mutating func block(_ header: Header, width: Int) -> (first: Int, changes: [(time: Int, offset: Int)])? {
        let (changes, types) = (header.counts[3], header.counts[4])
        guard position + header.size(width: width) <= bytes.count else { return nil }
        let kinds = position + changes * width
        let table = kinds + changes
        let offsets = (0..<types).map { integer(at: table + 6 * $0, width: 4) }
        guard offsets.allSatisfy({ abs($0) <= 26 * 3600 }) else { return nil }
        var found: [(time: Int, offset: Int)] = []
        for index in 0..<changes {
            let kind = Int(bytes[kinds + index])
            guard kind < types else { return nil }
            found.append((integer(at: position + index * width, width: width), offsets[kind]))
        }
        guard zip(found, found.dropFirst()).allSatisfy({ $0.time < $1.time }) else { return nil }
        position += header.size(width: width)
        return (offsets[0], found)
    }

    /// Signed, the highest byte first.
    private func integer(at place: Int, width: Int) -> Int {
        let value = bytes[place..<place + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return width == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(truncatingIfNeeded: value)
    }
}
