// Govorun: JSON values written as Swift literals. SPDX-License-Identifier: MIT

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    /// `nil` is `null`.
    public init(nilLiteral: ()) { self = .null }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSONValue: ExpressibleByFloatLiteral, ExpressibleByStringInterpolation {
    /// A number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// A list of values.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Named values in their order; of duplicate names the last value counts, where the first stood.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (key, value) in elements { object[key] = value }
        self = .object(object)
    }
}
