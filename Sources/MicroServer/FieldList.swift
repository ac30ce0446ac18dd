// Govorun: names and values in the order they arrived. SPDX-License-Identifier: MIT

/// The fields of a query, a form or a header block: ordered, and a name may stand there more than once.
public struct FieldList: Sendable, Equatable, RandomAccessCollection {
    /// One name with its value, both decoded.
    public struct Field: Sendable, Equatable {
        /// The name as the client wrote it.
        public let name: String
        /// The value; empty when there was none.
        public let value: String

        /// Makes a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    private var fields: [Field]
    private let ignoresCase: Bool

    /// Makes a list.
    ///
    /// - Parameter ignoresCase: whether names differ by the case of ASCII letters; header names do not.
    public init(_ fields: [Field] = [], ignoresCase: Bool = false) {
        self.fields = fields
        self.ignoresCase = ignoresCase
    }

    /// The position of the first field.
    public var startIndex: Int { 0 }
    /// The position after the last field.
    public var endIndex: Int { fields.count }
    /// The field at a position.
    public subscript(position: Int) -> Field { fields[position] }

    /// The value of the first field of that name.
    public func first(named name: String) -> String? { fields.first { matches($0, name) }?.value }

    /// Every value given for that name, in order.
    public func all(named name: String) -> [String] { fields.filter { matches($0, name) }.map(\.value) }

    mutating func append(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

    private func matches(_ field: Field, _ name: String) -> Bool {
        guard ignoresCase else { return field.name == name }
        return field.name.utf8.count == name.utf8.count
            && zip(field.name.utf8, name.utf8).allSatisfy { lowercasedASCII($0) == lowercasedASCII($1) }
    }
}

/// An ASCII capital as its small letter, any other byte unchanged.
func lowercasedASCII(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
