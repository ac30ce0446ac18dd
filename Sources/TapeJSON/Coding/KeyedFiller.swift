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

    @inline(__always) func encode<T: Leaf>(_ value: T, forKey key: Key) throws { try set(leaf: value, key) }
    func encode(_ value: Int128, forKey key: Key) throws { try set(leaf: value, key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try set(leaf: value, key) }

    @inline(__always) private func set(leaf value: some Leaf, _ key: Key) throws {
        guard let encoded = value.encoded else { throw NodeEncoder.unwritable(value, codingPath + [key]) }
        set(encoded, key)
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        if let leaf = NodeEncoder.leaf(value) { return set(leaf, key) }
        let inner = NodeEncoder(EncodedNode(), scope.inner(key))
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
