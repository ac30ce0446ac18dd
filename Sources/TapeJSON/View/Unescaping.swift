// Govorun: the text of a string on the tape. SPDX-License-Identifier: MIT

extension UnsafeBufferPointer<UInt8> {
    /// The text that a string word stands for.
    func text(_ word: TapeWord) -> String {
        if word.kind == .escapedString { return unescaped(word) }
        var text = UTF8Span(unchecked: source(word).span)  // the parser has checked it
        // A string that does not know it is ASCII is normalised again each time it is hashed or compared.
        _ = text.checkForASCII()
        return String(copying: text)
    }

    /// The source bytes of a scalar, without quotes.
    @inline(__always) func source(_ word: TapeWord) -> UnsafeBufferPointer<UInt8> { run(from: word.offset, count: word.length) }

    /// So many bytes from an offset.
    @inline(__always) func run(from offset: Int, count: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: self[offset..<offset + count])
    }

    /// The text of a string with escapes, which the parser has checked; never longer than its source.
    func unescaped(_ word: TapeWord) -> String {
        String(unsafeUninitializedCapacity: word.length) { output in
            var writer = UnescapedBytes(output)
            var cursor = word.offset
            let end = word.offset + word.length
            while cursor < end {
                if self[cursor] != UInt8(ascii: "\\") {
                    writer.append(self[cursor])
                    cursor += 1
                } else if self[cursor + 1] == UInt8(ascii: "u") {
                    writer.append(scalar(at: &cursor, before: end))
                } else {
                    writer.append(Self.meaning(of: self[cursor + 1]))
                    cursor += 2
                }
            }
            return writer.count
        }
    }

    /// The scalar of the `\u` escape at the cursor, or of the pair of them; U+FFFD for half a pair.
    private func scalar(at cursor: inout Int, before end: Int) -> Unicode.Scalar {
        let unit = codeUnit(at: cursor + 2)
        cursor += 6
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xdc00, cursor + 6 <= end, self[cursor] == UInt8(ascii: "\\"), self[cursor + 1] == UInt8(ascii: "u")
        else { return "\u{fffd}" }
        let low = codeUnit(at: cursor + 2)
        guard low & 0xfc00 == 0xdc00 else { return "\u{fffd}" }
        cursor += 6
        return Unicode.Scalar(0x10000 + (unit & 0x3ff) << 10 + (low & 0x3ff)) ?? "\u{fffd}"
    }

    private func codeUnit(at offset: Int) -> UInt32 {
        (0..<4).reduce(0) { unit, digit in unit << 4 | (hexDigit(self[offset + digit]) ?? 0) }
    }

    private static func meaning(of escape: UInt8) -> UInt8 {
        switch escape {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0c
        case UInt8(ascii: "n"): 0x0a
        case UInt8(ascii: "r"): 0x0d
        case UInt8(ascii: "t"): 0x09
        default: escape
        }
    }
}

/// Fills a buffer that is known to be long enough.
private struct UnescapedBytes {
    private let output: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ output: UnsafeMutableBufferPointer<UInt8>) { self.output = output }

    @inline(__always) mutating func append(_ byte: UInt8) {
        output[count] = byte
        count += 1
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
    }
}
