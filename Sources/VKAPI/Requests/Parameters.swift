// Govorun: parameters of a call and how VK wants their values written. SPDX-License-Identifier: MIT
public import TapeJSON

/// A value that can stand in a call's form (source: protocol, "Request": integers decimal, Booleans 1/0, lists comma separated, objects as JSON).
public protocol ParameterValue: Sendable {
    /// The value as VK reads it.
    var parameterText: String { get }
}

extension String: ParameterValue { public var parameterText: String { self } }
extension Substring: ParameterValue { public var parameterText: String { String(self) } }
extension Int: ParameterValue { public var parameterText: String { String(self) } }
extension Int32: ParameterValue { public var parameterText: String { String(self) } }
extension Double: ParameterValue { public var parameterText: String { String(self) } }
extension Bool: ParameterValue { public var parameterText: String { self ? "1" : "0" } }
extension JSON: ParameterValue { public var parameterText: String { rawText } }
extension JSONValue: ParameterValue { public var parameterText: String { serialized } }

extension Array: ParameterValue where Element: ParameterValue {
    public var parameterText: String { map(\.parameterText).joined(separator: ",") }
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

    /// Names with values; `nil` leaves the name out.
    public init(dictionaryLiteral elements: (String, (any ParameterValue)?)...) {
        items.reserveCapacity(elements.count + 4)
        for (name, value) in elements {
            guard let value else { continue }
            self[name] = value.parameterText
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

    /// `application/x-www-form-urlencoded`, UTF-8: everything but letters, digits and `-._~` is percent-encoded.
    public var formBody: [UInt8] {
        var body: [UInt8] = []
        body.reserveCapacity(items.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count * 2 + 2 })
        for item in items {
            if !body.isEmpty { body.append(UInt8(ascii: "&")) }
            FormEncoding.append(item.name, to: &body)
            body.append(UInt8(ascii: "="))
            FormEncoding.append(item.value, to: &body)
        }
        return body
    }
}

/// Percent-encoding of one name or value.
enum FormEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    static func append(_ text: String, to body: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                body.append(byte)
            default:
                body.append(UInt8(ascii: "%"))
                body.append(digits[Int(byte >> 4)])
                body.append(digits[Int(byte & 15)])
            }
        }
    }
}
