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
    func encode(_ value: Bool) { append(.bool(value)) }
    func encode(_ value: String) { append(.string(value)) }
    func encode(_ value: Double) throws { append(try NodeEncoder.finite(value, innerScope)) }
    func encode(_ value: Float) throws { append(try NodeEncoder.finite(value, innerScope)) }
    func encode<T: FixedWidthInteger & Encodable>(_ value: T) { append(JSONValue(value)) }

    func encode<T: Encodable>(_ value: T) throws {
        let inner = NodeEncoder(EncodedNode(), innerScope)
        if let leaf = try NodeEncoder.leaf(value, inner.scope) { return append(leaf) }
        try inner.encode(value)
        node.append(.node(inner.node))
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        inner().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { inner().unkeyedContainer() }
    func superEncoder() -> any Encoder { inner() }
}
