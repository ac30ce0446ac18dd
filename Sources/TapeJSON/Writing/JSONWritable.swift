// Govorun: what a writer knows how to write. SPDX-License-Identifier: MIT

/// A value that writes itself as exactly one JSON value.
public protocol JSONWritable {
    /// Writes exactly one value.
    func write(to writer: inout JSONWriter)
}

extension JSONWritable where Self: FixedWidthInteger {
    /// Writes all digits.
    public func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Int: JSONWritable {}
extension Int8: JSONWritable {}
extension Int16: JSONWritable {}
extension Int32: JSONWritable {}
extension Int64: JSONWritable {}
extension UInt: JSONWritable {}
extension UInt8: JSONWritable {}
extension UInt16: JSONWritable {}
extension UInt32: JSONWritable {}
extension UInt64: JSONWritable {}

extension Bool: JSONWritable {
    /// Writes `true` or `false`.
    public func write(to writer: inout JSONWriter) { writer.word(self ? "true" : "false") }
}

extension Double: JSONWritable {
    /// Writes the fewest digits that read as the same number; `null` for what JSON has no form of: infinite, not a number.
    public func write(to writer: inout JSONWriter) { writer.floatingPoint(self) }
}

extension Float: JSONWritable {
    /// Writes the fewest digits that read as the same `Float`; `null` for what JSON has no form of: infinite, not a number.
    public func write(to writer: inout JSONWriter) { writer.floatingPoint(self) }
}

extension String: JSONWritable {
    /// Writes the text in quotes, escaping what must be.
    public func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension JSON: JSONWritable {
    /// Writes the source bytes of the view, `null` for the absent one.
    public func write(to writer: inout JSONWriter) {
        if kind == .absent { writer.writeNull() } else { withSource { writer.raw($0) } }
    }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
    /// Writes the value, `null` for none.
    public func write(to writer: inout JSONWriter) {
        if let value = self { value.write(to: &writer) } else { writer.word("null") }
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    /// Writes an array.
    public func write(to writer: inout JSONWriter) {
        writer.array { writer in for element in self { element.write(to: &writer) } }
    }
}
