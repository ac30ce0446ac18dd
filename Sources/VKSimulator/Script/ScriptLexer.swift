// Govorun: a script cut into words. SPDX-License-Identifier: MIT
import TapeJSON

/// Cuts a script into words, one at a time.
struct ScriptLexer: Sendable {
    private let bytes: [UInt8]
    private var position = 0
    private(set) var line = 1

    init(_ code: String) { bytes = Array(code.utf8) }

    /// The next word; `.end` for ever once there is none.
    ///
    /// - Throws: error 12 for what is no word.
    mutating func next() throws(APIFailure) -> ScriptToken {
        try skipBlanks()
        guard let byte = peek() else { return ScriptToken(kind: .end, line: line) }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return try string(quote: byte)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case _ where byte.isNameStart: return name()
        default: return try sign(byte)
        }
    }

    private func peek(_ offset: Int = 0) -> UInt8? { position + offset < bytes.count ? bytes[position + offset] : nil }

    private func failure(_ reason: String) -> APIFailure { .compilation(line, reason) }

    // MARK: What is skipped

    private mutating func skipBlanks() throws(APIFailure) {
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\n"):
                line += 1
                position += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
                position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): try skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() throws(APIFailure) {
        let start = line
        position += 2
        while let byte = peek() {
            if byte == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") { return position += 2 }
            if byte == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
        throw .compilation(start, "a comment does not end")
    }

    // MARK: Words

    private mutating func sign(_ byte: UInt8) throws(APIFailure) -> ScriptToken {
        if let second = peek(1), let sign = ScriptSign(byte, second) {
            position += 2
            return ScriptToken(kind: .sign(sign), line: line)
        }
        guard let sign = ScriptSign(byte) else {
            let character = String(decoding: bytes[position..<min(position + 16, bytes.count)], as: UTF8.self).prefix(1)
            throw failure("unexpected '\(character)'")
        }
        position += 1
        return ScriptToken(kind: .sign(sign), line: line)
    }

    private mutating func name() -> ScriptToken {
        let start = position
        while let byte = peek(), byte.isNameStart || byte.isDigit { position += 1 }
        return ScriptToken(kind: .name(String(decoding: bytes[start..<position], as: UTF8.self)), line: line)
    }

    /// A number as JSON writes it; its sign is an operator.
    private mutating func number() throws(APIFailure) -> ScriptToken {
        let start = position
        while let byte = peek(), byte.isDigit { position += 1 }
        if peek() == UInt8(ascii: "."), peek(1)?.isDigit == true {
            position += 1
            while let byte = peek(), byte.isDigit { position += 1 }
        }
        if let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
            while let byte = peek(), byte.isDigit { position += 1 }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard peek()?.isNameStart != true, let document = try? JSONDocument(text) else {
            throw failure("'\(text.prefix(40))' is no number")
        }
        return ScriptToken(kind: .constant(JSONValue(document.root)), line: line)
    }

    /// A string with JSON's escapes, in either kind of quotes.
    private mutating func string(quote: UInt8) throws(APIFailure) -> ScriptToken {
        let start = position
        var isPlain = true
        position += 1
        while let byte = peek(), byte != quote {
            guard byte >= 0x20 else { throw failure("a string holds a raw line break or control character, or does not end") }
            if byte == UInt8(ascii: "\\") { isPlain = false }
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard position < bytes.count else { throw failure("a string does not end") }
        let content = bytes[(start + 1)..<position]
        position += 1
        if isPlain { return ScriptToken(kind: .constant(.string(String(decoding: content, as: UTF8.self))), line: line) }
        guard let document = try? JSONDocument(Self.quoted(content)), let text = document.root.string else {
            throw failure("a string holds an unknown escape")
        }
        return ScriptToken(kind: .constant(.string(text)), line: line)
    }

    /// The content of a string as JSON, whichever quotes it stood in.
    private static func quoted(_ content: ArraySlice<UInt8>) -> [UInt8] {
        var result = [UInt8(ascii: "\"")]
        var isEscaped = false
        for byte in content {
            if isEscaped, byte == UInt8(ascii: "'") { result.removeLast() }
            if !isEscaped, byte == UInt8(ascii: "\"") { result.append(UInt8(ascii: "\\")) }
            result.append(byte)
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        }
        result.append(UInt8(ascii: "\""))
        return result
    }
}

extension UInt8 {
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
    fileprivate var isNameStart: Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
    }
}

extension APIFailure {
    /// Error 12.
    static func compilation(_ line: Int, _ reason: String) -> APIFailure {
        APIFailure(12, "Script does not compile: line \(line): \(reason)")
    }
}
