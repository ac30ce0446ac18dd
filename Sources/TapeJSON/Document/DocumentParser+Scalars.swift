// Govorun: strings, numbers and words of a JSON text. SPDX-License-Identifier: MIT

extension DocumentParser {
    @inline(__always) mutating func literal(_ word: StaticString, _ kind: TapeWord.Kind) throws(ParseFault) {
        let start = position
        for index in 0..<word.utf8CodeUnitCount {
            guard position < count, base[position] == word.utf8Start[index] else { throw misfit(.invalidLiteral) }
            position += 1
        }
        tape.append(TapeWord(kind, length: position - start, offset: start))
    }

    /// RFC 8259 section 6; what is no number at all is an unexpected byte.
    @inline(__always) mutating func number() throws(ParseFault) {
        let start = position
        var kind = TapeWord.Kind.integer
        if base[position] == UInt8(ascii: "-") { position += 1 }
        let first = position
        if skipDigits() == 0 { throw misfit(start == first ? .unexpectedByte : .invalidNumber) }
        if base[first] == UInt8(ascii: "0"), position > first + 1 { throw fault(.invalidNumber) }
        if position < count, base[position] == UInt8(ascii: ".") {
            kind = .decimal
            position += 1
            if skipDigits() == 0 { throw misfit(.invalidNumber) }
        }
        if position < count, base[position] | 0x20 == UInt8(ascii: "e") {
            kind = .decimal
            position += 1
            if position < count, base[position] == UInt8(ascii: "+") || base[position] == UInt8(ascii: "-") { position += 1 }
            if skipDigits() == 0 { throw misfit(.invalidNumber) }
        }
        tape.append(TapeWord(kind, length: position - start, offset: start))
    }

    @inline(__always) private mutating func skipDigits() -> Int {
        let start = position
        while position < count, base[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        return position - start
    }

    @inline(__always) mutating func string() throws(ParseFault) {
        position += 1
        let start = position
        var kind = TapeWord.Kind.string
        while true {
            skipPlain()
            guard position < count else { throw fault(.unexpectedEnd) }
            let byte = base[position]
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") {
                kind = .escapedString
                try escape()
            } else if byte >= 0x80 {
                try multibyte(byte)
            } else if byte < 0x20 {
                throw fault(.controlCharacter)
            } else {
                position += 1
            }
        }
        tape.append(TapeWord(kind, length: position - start, offset: start))
        position += 1
    }

    /// Moves over ASCII that needs no look, eight bytes a step.
    @inline(__always) private mutating func skipPlain() {
        while position + 8 <= count {
            let plain = EightBytes(at: base + position).plainASCIICount
            position += plain
            if plain < 8 { return }
        }
    }

    @inline(__always) private mutating func escape() throws(ParseFault) {
        position += 1
        guard position < count else { throw fault(.unexpectedEnd) }
        switch base[position] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        case UInt8(ascii: "u"):
            position += 1
            for _ in 0..<4 {
                guard position < count, hexDigit(base[position]) != nil else { throw misfit(.invalidEscape) }
                position += 1
            }
        default: throw fault(.invalidEscape)
        }
    }

    /// One sequence of two to four bytes as RFC 3629 allows it: none overlong, no surrogate, none above U+10FFFF.
    @inline(__always) private mutating func multibyte(_ lead: UInt8) throws(ParseFault) {
        if lead & 0xfe == 0xd0 { return try cyrillic() }
        switch lead {
        case 0xc2...0xdf: try continuation(1, second: 0x80...0xbf)
        case 0xe0: try continuation(2, second: 0xa0...0xbf)
        case 0xed: try continuation(2, second: 0x80...0x9f)
        case 0xe1...0xef: try continuation(2, second: 0x80...0xbf)
        case 0xf0: try continuation(3, second: 0x90...0xbf)
        case 0xf1...0xf3: try continuation(3, second: 0x80...0xbf)
        case 0xf4: try continuation(3, second: 0x80...0x8f)
        default: throw fault(.invalidUTF8)
        }
    }

    @inline(__always) private mutating func continuation(
        _ length: Int, second: ClosedRange<UInt8>
    ) throws(ParseFault) {
        guard position + length < count else { throw fault(.invalidUTF8) }
        guard second.contains(base[position + 1]) else { throw fault(.invalidUTF8) }
        for index in 1...length where base[position + index] & 0xc0 != 0x80 { throw fault(.invalidUTF8) }
        position += length + 1
    }

    /// A run of Russian letters, four a step: leads 0xd0 and 0xd1 allow any continuation byte.
    @inline(__always) private mutating func cyrillic() throws(ParseFault) {
        while position + 8 <= count, EightBytes(at: base + position).areCyrillic { position += 8 }
        while position < count, base[position] & 0xfe == 0xd0 { try continuation(1, second: 0x80...0xbf) }
    }
}

/// The value of a hexadecimal digit, `nil` for any other byte.
@inline(__always) func hexDigit(_ byte: UInt8) -> UInt32? {
    let digit = byte &- UInt8(ascii: "0")
    if digit < 10 { return UInt32(digit) }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? UInt32(letter) + 10 : nil
}
