// Govorun: the structure of a JSON text, read without recursion. SPDX-License-Identifier: MIT

/// Reads one JSON text onto a tape.
///
/// It does not recurse: the chain of open containers lies in their own, still unfinished words. Until it is closed,
/// the first word of a container holds the index of its parent, the second its start and the count of what came before.
struct DocumentParser: ~Copyable {
    let base: UnsafePointer<UInt8>
    let count: Int
    var position = 0
    var tape: TapeBuilder
    private let maximumDepth: Int
    private var depth = 0
    /// Index of the innermost open container, 0 for none.
    private var container = 0
    private var isInObject = false
    /// Elements or members read of the innermost open container.
    private var children = 0

    init(_ base: UnsafePointer<UInt8>, count: Int, maximumDepth: Int) {
        self.base = base
        self.count = count
        self.maximumDepth = maximumDepth
        tape = TapeBuilder(capacity: count / 10 + 8)
        tape.append(TapeWord(.absent, length: 0, offset: 0))
    }

    mutating func parse() throws(ParseFault) {
        skipByteOrderMark()
        skipSpace()
        if position == count { throw fault(.empty) }
        repeat {
            try value()
        } while try isUnfinished()
        if position != count { throw fault(.trailingData) }
    }

    /// The tape of a text that was parsed to its end; the caller owes a `free`.
    consuming func finish() -> UnsafePointer<TapeWord> { tape.finish() }

    func fault(_ code: JSONError.Code) -> ParseFault { ParseFault(code: code, offset: position) }

    /// The fault of a byte that must not stand here, or of there being none.
    func misfit(_ code: JSONError.Code = .unexpectedByte) -> ParseFault {
        fault(position < count ? code : .unexpectedEnd)
    }

    /// Reads a scalar or an empty container whole, of any other container the opening (and its first key).
    @inline(__always) private mutating func value() throws(ParseFault) {
        while true {
            if position == count { throw fault(.unexpectedEnd) }
            switch base[position] {
            case UInt8(ascii: "\""): return try string()
            case UInt8(ascii: "{"):
                try open(.object)
                if skips(UInt8(ascii: "}")) { return close() }
                try key()
            case UInt8(ascii: "["):
                try open(.array)
                if skips(UInt8(ascii: "]")) { return close() }
            case UInt8(ascii: "t"): return try literal("true", .true)
            case UInt8(ascii: "f"): return try literal("false", .false)
            case UInt8(ascii: "n"): return try literal("null", .null)
            default: return try number()
            }
        }
    }

    /// After a value: closes what ends here, and says whether another value must follow.
    @inline(__always) private mutating func isUnfinished() throws(ParseFault) -> Bool {
        while true {
            skipSpace()
            if container == 0 { return false }
            children += 1
            if position == count { throw fault(.unexpectedEnd) }
            switch base[position] {
            case UInt8(ascii: ","):
                position += 1
                skipSpace()
                if isInObject { try key() }
                return true
            case UInt8(ascii: "}") where isInObject, UInt8(ascii: "]") where !isInObject:
                position += 1
                close()
            default: throw fault(.unexpectedByte)
            }
        }
    }

    @inline(__always) private mutating func key() throws(ParseFault) {
        guard position < count, base[position] == UInt8(ascii: "\"") else { throw misfit() }
        try string()
        skipSpace()
        guard position < count, base[position] == UInt8(ascii: ":") else { throw misfit() }
        position += 1
        skipSpace()
    }

    @inline(__always) private mutating func open(_ kind: TapeWord.Kind) throws(ParseFault) {
        if depth == maximumDepth { throw fault(.tooDeep) }
        depth += 1
        let opened = tape.count
        tape.append(TapeWord(kind, length: 0, offset: container))
        tape.append(TapeWord(spanFrom: position, length: children))
        container = opened
        isInObject = kind == .object
        children = 0
        position += 1
        skipSpace()
    }

    @inline(__always) private mutating func close() {
        let opening = tape[container]
        let start = tape[container + 1]
        tape[container] = TapeWord(opening.kind, length: children, offset: tape.count)
        tape[container + 1] = TapeWord(spanFrom: start.offset, length: position - start.offset)
        depth -= 1
        container = opening.offset
        isInObject = tape[container].kind == .object
        children = start.length
    }

    @inline(__always) private mutating func skips(_ byte: UInt8) -> Bool {
        guard position < count, base[position] == byte else { return false }
        position += 1
        return true
    }

    @inline(__always) private mutating func skipSpace() {
        while position < count {
            switch base[position] {
            case 0x20, 0x0a, 0x0d, 0x09: position += 1
            default: return
            }
        }
    }

    /// RFC 8259 section 8.1 lets a reader ignore the mark; editors on Windows write it.
    private mutating func skipByteOrderMark() {
        if count >= 3, base[0] == 0xef, base[1] == 0xbb, base[2] == 0xbf { position = 3 }
    }
}
