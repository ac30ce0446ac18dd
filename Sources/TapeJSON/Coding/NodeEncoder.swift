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
    static func leaf<T: Encodable>(_ value: T) -> JSONValue? {
        if T.self == String.self, let text = value as? String { return .string(text) }
        if T.self == Int.self, let number = value as? Int { return .integer(number) }
        if T.self == Double.self, let number = value as? Double, number.isFinite { return .double(number) }
        if T.self == Bool.self, let value = value as? Bool { return .bool(value) }
        if T.self == JSONValue.self, let value = value as? JSONValue { return value }
        if T.self == JSON.self, let view = value as? JSON { return JSONValue(view) }
        if T.self == URL.self, let url = value as? URL { return .string(url.absoluteString) }
        if T.self == Data.self, let data = value as? Data { return .string(data.base64EncodedString()) }
        return nil
    }

    /// The error of a number that JSON has no form of.
    static func unwritable(_ value: Any, _ codingPath: [any CodingKey]) -> EncodingError {
        .invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: "JSON has no form of \(value)"))
    }
}

extension NodeEncoder: SingleValueEncodingContainer {
    func encodeNil() { node.set(.null) }

    @inline(__always) func encode<T: Leaf>(_ value: T) throws { try set(leaf: value) }
    func encode(_ value: Int128) throws { try set(leaf: value) }
    func encode(_ value: UInt128) throws { try set(leaf: value) }

    @inline(__always) private func set(leaf value: some Leaf) throws {
        guard let encoded = value.encoded else { throw Self.unwritable(value, codingPath) }
        node.set(encoded)
    }

    func encode<T: Encodable>(_ value: T) throws {
        if let leaf = Self.leaf(value) { return node.set(leaf) }
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
