// Govorun: the elements of an array that is encoded. SPDX-License-Identifier: MIT

/// Fills an array.
struct UnkeyedFiller: UnkeyedEncodingContainer {
    private let node: EncodedNode
    private let scope: EncodingScope

    init(_ encoder: NodeEncoder) {
        node = encoder.node
        scope = encoder.scope
        node.becomeArray()
    }

    var codingPath: [any CodingKey] { scope.codingPath }
    var count: Int { node.count }

    private var innerScope: EncodingScope { scope.inner(CodingStep(intValue: count)) }

    private func append(_ value: JSONValue) { node.append(.value(value)) }

    private func inner() -> NodeEncoder {
        let encoder = NodeEncoder(EncodedNode(), innerScope)
        node.append(.node(encoder.node))
        return encoder
    }

    func encodeNil() { append(.null) }

    @inline(__always) func encode<T: Leaf>(_ value: T) throws { try append(leaf: value) }
    func encode(_ value: Int128) throws { try append(leaf: value) }
    func encode(_ value: UInt128) throws { try append(leaf: value) }

    @inline(__always) private func append(leaf value: some Leaf) throws {
        guard let encoded = value.encoded else { throw NodeEncoder.unwritable(value, innerScope.codingPath) }
        append(encoded)
    }

    func encode<T: Encodable>(_ value: T) throws {
        if let leaf = NodeEncoder.leaf(value) { return append(leaf) }
        let inner = NodeEncoder(EncodedNode(), innerScope)
        try inner.encode(value)
        node.append(.node(inner.node))
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        inner().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { inner().unkeyedContainer() }
    func superEncoder() -> any Encoder { inner() }
}
