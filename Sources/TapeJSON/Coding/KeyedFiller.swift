// Govorun: the members of an object that is encoded. SPDX-License-Identifier: MIT

/// Fills an object.
struct KeyedFiller<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let node: EncodedNode
    private let scope: EncodingScope

    init(_ encoder: NodeEncoder) {
        node = encoder.node
        scope = encoder.scope
        node.becomeObject()
    }

    var codingPath: [any CodingKey] { scope.codingPath }

    private func name(_ key: Key) -> String { scope.encoder.keys.jsonKey(key.stringValue) }
    private func set(_ value: JSONValue, _ key: Key) { node.set(.value(value), for: name(key)) }
    private func inner(_ key: some CodingKey, _ name: String) -> NodeEncoder { NodeEncoder(node.node(for: name), scope.inner(key)) }

    func encodeNil(forKey key: Key) { set(.null, key) }
    func encode(_ value: Bool, forKey key: Key) { set(.bool(value), key) }
    func encode(_ value: String, forKey key: Key) { set(.string(value), key) }
    func encode(_ value: Double, forKey key: Key) throws { set(try NodeEncoder.finite(value, scope.inner(key)), key) }
    func encode(_ value: Float, forKey key: Key) throws { set(try NodeEncoder.finite(value, scope.inner(key)), key) }
    func encode<T: FixedWidthInteger & Encodable>(_ value: T, forKey key: Key) { set(JSONValue(value), key) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        let inner = NodeEncoder(EncodedNode(), scope.inner(key))
        if let leaf = try NodeEncoder.leaf(value, inner.scope) { return set(leaf, key) }
        try inner.encode(value)
        node.set(.node(inner.node), for: name(key))
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        inner(key, name(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { inner(key, name(key)).unkeyedContainer() }
    func superEncoder() -> any Encoder { inner(CodingStep.super, "super") }
    func superEncoder(forKey key: Key) -> any Encoder { inner(key, name(key)) }
}
