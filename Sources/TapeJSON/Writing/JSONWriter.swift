// Govorun: a writer of JSON text. SPDX-License-Identifier: MIT

/// Writes JSON as UTF-8 bytes, commas and escapes by itself.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.object { writer in
///     writer.member("one_time", true)
///     writer.key("buttons")
///     writer.array { writer in for row in rows { writer.write(row) } }
/// }
/// ```
/// The caller owes what the types cannot say: inside an object each value follows a `key`, and outside there is one value.
public struct JSONWriter: Sendable {
    /// What is written so far.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// A writer of nothing yet, with room for so many bytes.
    public init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

    /// What is written so far, as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Writes an object; the closure writes its members.
    public mutating func object<E>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
        open(UInt8(ascii: "{"))
        try body(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes an array; the closure writes its elements.
    public mutating func array<E>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
        open(UInt8(ascii: "["))
        try body(&self)
        close(UInt8(ascii: "]"))
    }

    /// Writes one value.
    public mutating func write(_ value: some JSONWritable) { value.write(to: &self) }

    /// Writes `null`.
    public mutating func writeNull() { word("null") }

    /// Writes a key and its value.
    public mutating func member(_ key: StaticString, _ value: some JSONWritable) {
        self.key(key)
        value.write(to: &self)
    }

    /// Writes a key known at run time and its value.
    @_disfavoredOverload public mutating func member(_ key: String, _ value: some JSONWritable) {
        self.key(key)
        value.write(to: &self)
    }

    /// Writes a literal key, whose value must follow.
    public mutating func key(_ key: StaticString) {
        separate()
        key.withUTF8Buffer { quote($0) }
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a key known at run time, whose value must follow.
    @_disfavoredOverload public mutating func key(_ key: String) {
        string(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes any `Encodable` as one value; for what is written often, `JSONWritable` is several times faster.
    ///
    /// - Throws: `EncodingError`, or what the value's own `encode(to:)` throws; then nothing is written.
    public mutating func encode(_ value: some Encodable, with encoder: TapeEncoder = TapeEncoder()) throws {
        raw(try encoder.encode(value))
    }

    /// Writes bytes that are exactly one JSON value already; they are not checked.
    public mutating func raw(_ value: some Collection<UInt8>) {
        separate()
        bytes.append(contentsOf: value)
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    @inline(__always) private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }
}

extension JSONWriter {
    mutating func word(_ word: StaticString) {
        separate()
        word.withUTF8Buffer { bytes.append(contentsOf: $0) }
        needsComma = true
    }

    mutating func string(_ text: String) {
        separate()
        var text = text
        text.withUTF8 { quote($0) }
        needsComma = true
    }

    mutating func integer(_ value: some FixedWidthInteger) {
        separate()
        needsComma = true
        guard var rest = UInt64(exactly: value.magnitude) else { return bytes.append(contentsOf: String(value).utf8) }
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        if rest < 10 { return bytes.append(UInt8(ascii: "0") + UInt8(rest)) }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = 20
            while rest > 0 {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            bytes.append(contentsOf: digits[start...])
        }
    }

    /// Swift's own description is the shortest that reads back, apart from the `.0` of a whole number.
    mutating func floatingPoint<T: BinaryFloatingPoint & CustomStringConvertible>(_ value: T) {
        guard value.isFinite else { return word("null") }
        separate()
        needsComma = true
        let text = value.description
        bytes.append(contentsOf: (text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8)
    }

    private mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        while start < text.count {
            let end = text.plainEnd(from: start)
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
            if end < text.count { escape(text[end]) }
            start = end + 1
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0a: bytes.append(UInt8(ascii: "n"))
        case 0x0c: bytes.append(UInt8(ascii: "f"))
        case 0x0d: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(UInt8(ascii: "0") + byte >> 4)
            let low = byte & 15
            bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Where the first byte after `start` stands that must be escaped; the end when there is none.
    fileprivate func plainEnd(from start: Int) -> Int {
        guard let base = baseAddress else { return count }
        var end = start
        while end + 8 <= count {
            let plain = EightBytes(at: base + end).plainCount
            end += plain
            if plain < 8 { return end }
        }
        while end < count, self[end] >= 0x20, self[end] != UInt8(ascii: "\""), self[end] != UInt8(ascii: "\\") { end += 1 }
        return end
    }
}
