// Govorun: the Encoder of one value. SPDX-License-Identifier: MIT
import FoundationEssentials

/// Encodes into one node.
struct NodeEncoder: Encoder {
    let node: EncodedNode
    let scope: EncodingScope

    init(_ node: EncodedNode, _ scope: EncodingScope) {
        self.node = node
        self.scope = scope
    }

    var codingPath: [any CodingKey] { scope.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { scope.encoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedFiller<Key>(self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedFiller(self) }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// The value of a leaf type, `nil` for a type that must encode itself.
    static func leaf<T: Encodable>(_ value: T, _ scope: EncodingScope) throws -> JSONValue? {
        if T.self == String.self, let text = value as? String { return .string(text) }
        if T.self == Int.self, let number = value as? Int { return .integer(number) }
        if T.self == Double.self, let number = value as? Double { return try finite(number, scope) }
        if T.self == Bool.self, let value = value as? Bool { return .bool(value) }
        if T.self == JSONValue.self, let value = value as? JSONValue { return value }
        if T.self == JSON.self, let view = value as? JSON { return JSONValue(view) }
        if T.self == URL.self, let url = value as? URL { return .string(url.absoluteString) }
        if T.self == Data.self, let data = value as? Data { return .string(data.base64EncodedString()) }
        return nil
    }

    static func finite(_ value: Double, _ scope: EncodingScope) throws -> JSONValue {
        guard value.isFinite else { throw infinite(value, scope) }
        return .double(value)
    }

    /// By its own shortest digits: `0.1` as a `Float` is not `0.1` as a `Double`.
    static func finite(_ value: Float, _ scope: EncodingScope) throws -> JSONValue {
        guard value.isFinite else { throw infinite(value, scope) }
        return .double(Double(value.description) ?? Double(value))
    }

    private static func infinite(_ value: Any, _ scope: EncodingScope) -> EncodingError {
        .invalidValue(value, EncodingError.Context(codingPath: scope.codingPath, debugDescription: "JSON has no form of \(value)"))
    }
}

extension NodeEncoder: SingleValueEncodingContainer {
    func encodeNil() { node.set(.null) }
    func encode(_ value: Bool) { node.set(.bool(value)) }
    func encode(_ value: String) { node.set(.string(value)) }
    func encode(_ value: Double) throws { node.set(try Self.finite(value, scope)) }
    func encode(_ value: Float) throws { node.set(try Self.finite(value, scope)) }
    func encode<T: FixedWidthInteger & Encodable>(_ value: T) { node.set(JSONValue(value)) }

    func encode<T: Encodable>(_ value: T) throws {
        if let leaf = try Self.leaf(value, scope) { return node.set(leaf) }
        if scope.encoder.keys == .snakeCase, let dictionary = value as? any StringKeyed {
            return try dictionary.encodeMembers(to: self)
        }
        try value.encode(to: self)
    }
}

/// A dictionary whose keys are data, not names: no key strategy touches them.
private protocol StringKeyed {
    func encodeMembers(to encoder: NodeEncoder) throws
}

extension Dictionary: StringKeyed where Key == String, Value: Encodable {
    fileprivate func encodeMembers(to encoder: NodeEncoder) throws {
        encoder.node.becomeObject()
        for (key, value) in self {
            let inner = encoder.scope.inner(CodingStep(stringValue: key))
            try NodeEncoder(encoder.node.node(for: key), inner).encode(value)
        }
    }
}
