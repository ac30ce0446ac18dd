// Govorun: an owned JSON value. SPDX-License-Identifier: MIT

/// An owned JSON value, written as literals: `["type": "text", "buttons": [true, nil, 1]]`.
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int)
    /// A whole number above `Int.max`.
    case unsigned(UInt64)
    /// A number with fraction or exponent; written as `null` when JSON has no form of it.
    case double(Double)
    /// The digits of a number that none of the other cases holds; written as `null` when it is no number.
    case digits(String)
    /// Text.
    case string(String)
    /// A list of values.
    case array([JSONValue])
    /// Named values in their order.
    case object(JSONObject)

    /// Copies a value out of its document: whole numbers exact, of duplicate keys the last, `null` for the absent view.
    public init(_ view: JSON) {
        switch view.kind {
        case .absent, .null: self = .null
        case .bool: self = .bool(view.bool ?? false)
        case .number: self.init(number: view)
        case .string: self = .string(view.string ?? "")
        case .array: self = .array(view.items.map { JSONValue($0) })
        case .object: self = .object(JSONObject(distinct: view.members.map { ($0.key, JSONValue($0.value)) }))
        }
    }

    private init(number view: JSON) {
        if view.word.kind == .integer {
            self = view.int.map(JSONValue.integer) ?? view.uint64.map(JSONValue.unsigned) ?? .digits(view.rawText)
        } else {
            self = view.double.map(JSONValue.double) ?? .digits(view.rawText)
        }
    }

    /// A whole number of any type.
    public init(_ value: some FixedWidthInteger) {
        self = Int(exactly: value).map(JSONValue.integer) ?? UInt64(exactly: value).map(JSONValue.unsigned) ?? .digits(String(value))
    }

    /// A number.
    public init(_ value: Double) { self = .double(value) }
    /// `true` or `false`.
    public init(_ value: Bool) { self = .bool(value) }
    /// Text.
    public init(_ value: String) { self = .string(value) }
    /// A list of values.
    public init(_ values: [JSONValue]) { self = .array(values) }

    /// The member of an object; `nil` when there is none or this is no object.
    ///
    /// Setting one makes an object of what was none; setting `nil` removes the member.
    public subscript(_ key: String) -> JSONValue? {
        get { if case .object(let object) = self { object[key] } else { nil } }
        set {
            var object = JSONObject()
            if case .object(let present) = self { object = present }
            self = .null  // lets the object go, so that it is changed in place
            object[key] = newValue
            self = .object(object)
        }
    }

    /// The value as UTF-8, without white space.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// A view of the value in a document of its own; absent when it is nested deeper than `JSONDocument.deepestNesting`.
    public var view: JSON { (try? JSONDocument(bytes, maximumDepth: JSONDocument.deepestNesting).root) ?? .absent }

    /// The value as text, without white space.
    public var serialized: String { String(decoding: bytes, as: UTF8.self) }
}

extension JSONValue: JSONWritable {
    /// Writes the value.
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.writeNull()
        case .bool(let value): value.write(to: &writer)
        case .integer(let value): value.write(to: &writer)
        case .unsigned(let value): value.write(to: &writer)
        case .double(let value): value.write(to: &writer)
        case .digits(let text): writer.digits(text)
        case .string(let text): text.write(to: &writer)
        case .array(let values): values.write(to: &writer)
        case .object(let object): object.write(to: &writer)
        }
    }
}

extension JSONWriter {
    /// Checked, since anybody can make such a case.
    fileprivate mutating func digits(_ text: String) {
        guard let document = try? JSONDocument(text), document.root.kind == .number else { return writeNull() }
        write(document.root)
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as text.
    public var description: String { serialized }
}

extension JSONValue: Equatable {
    /// Numbers are equal when they are the same number, however they are held; objects when their members are, in any order.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.unsigned(let left), .unsigned(let right)): left == right
        case (.integer(let left), .unsigned(let right)), (.unsigned(let right), .integer(let left)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.integer(let left), .double(let right)), (.double(let right), .integer(let left)): Double(exactly: left) == right
        case (.unsigned(let left), .double(let right)), (.double(let right), .unsigned(let left)): Double(exactly: left) == right
        case (.digits(let left), .digits(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}
