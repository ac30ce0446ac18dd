// Govorun: parameters of a call and how VK wants their values written. SPDX-License-Identifier: MIT
public import TapeJSON

/// A value that can stand in a call's form (source: protocol, "Request": integers decimal, Booleans 1/0, lists comma separated, objects as JSON).
public protocol ParameterValue: Sendable {
    /// The value as VK reads it.
    var parameterText: String { get }
}

extension String: ParameterValue {
    /// The text itself.
    public var parameterText: String { self }
}
extension Substring: ParameterValue {
    /// The text itself.
    public var parameterText: String { String(self) }
}
extension Int: ParameterValue {
    /// Decimal digits.
    public var parameterText: String { String(self) }
}
extension Int32: ParameterValue {
    /// Decimal digits.
    public var parameterText: String { String(self) }
}
extension Int64: ParameterValue {
    /// Decimal digits.
    public var parameterText: String { String(self) }
}
extension Double: ParameterValue {
    /// The shortest decimal text that reads as the same number.
    public var parameterText: String { String(self) }
}
extension Bool: ParameterValue {
    /// `1` or `0`.
    public var parameterText: String { self ? "1" : "0" }
}
extension JSON: ParameterValue {
    /// JSON text, as it stands in its document.
    public var parameterText: String { rawText }
}
extension JSONValue: ParameterValue {
    /// JSON text.
    public var parameterText: String { serialized }
}
extension Array: ParameterValue where Element: ParameterValue {
    /// The elements' texts with commas between.
    public var parameterText: String { map { $0.parameterText }.joined(separator: ",") }
}

extension ParameterValue where Self: RawRepresentable, RawValue: ParameterValue {
    /// An open enum is written as its raw value.
    public var parameterText: String { rawValue.parameterText }
}

/// The parameters of one call, in the order they were given; a name stands at most once.
public struct Parameters: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// One name with its value.
    public struct Item: Sendable, Equatable {
        /// VK's name, snake_case.
        public let name: String
        /// The value as VK reads it.
        public var value: String
    }

    /// What was set, in order.
    public private(set) var items: [Item] = []

    /// No parameters.
    public init() {}

    /// Names with values; `nil` leaves the name out. Of a name that stands twice the last value counts, in the first one's place.
    public init(dictionaryLiteral elements: (String, (any ParameterValue)?)...) {
        items.reserveCapacity(elements.count + 4)
        for (name, value) in elements {
            if let value { self[name] = value.parameterText }
        }
    }

    /// The value under `name`; setting `nil` removes it.
    public subscript(_ name: String) -> String? {
        get { items.first { $0.name == name }?.value }
        set {
            guard let index = items.firstIndex(where: { $0.name == name }) else {
                if let newValue { items.append(Item(name: name, value: newValue)) }
                return
            }
            if let newValue { items[index].value = newValue } else { items.remove(at: index) }
        }
    }

    /// Bytes of names and values.
    var size: Int { items.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }

    /// `application/x-www-form-urlencoded`, UTF-8: everything but letters, digits and `-._~` is percent-encoded.
    public var formBody: [UInt8] {
        var body: [UInt8] = []
        body.reserveCapacity(items.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count * 3 + 2 })
        for item in items {
            if !body.isEmpty { body.append(UInt8(ascii: "&")) }
            FormEncoding.append(item.name, to: &body)
            body.append(UInt8(ascii: "="))
            FormEncoding.append(item.value, to: &body)
        }
        return body
    }
}

extension Parameters: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The names; values may be private or secret.
    public var description: String { items.map(\.name).joined(separator: ", ") }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// Shows only `description`.
    public var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}
