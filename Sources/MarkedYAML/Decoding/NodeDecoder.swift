// Govorun: the Decoder over a YAML node, and its single value. SPDX-License-Identifier: MIT

/// Shows a node to a type's `init(from:)`.
struct NodeDecoder: Decoder {
    let node: YAMLNode
    let path: NodePath
    let session: DecodingSession

    var codingPath: [any CodingKey] { path.steps }
    var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let mapping = node.mapping else { throw mismatch("a mapping", [String: YAMLNode].self) }
        session.open(node, at: path)
        return KeyedDecodingContainer(KeyedNode(mapping: mapping, path: path, session: session))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        if session.isPassedOver(node, at: path) { return UnkeyedNode([], path: path, session: session) }
        guard let items = node.sequence else { throw mismatch("a list", [YAMLNode].self) }
        return UnkeyedNode(items, path: path, session: session)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    private func mismatch(_ expected: String, _ type: any Any.Type) -> DecodingError {
        let hint = node.isNull && type == [YAMLNode].self ? "; write [] for none" : ""
        return .mismatch(type, "expected \(expected), found \(Quote.found(node, hidden: path.isSecret))\(hint)", at: path)
    }
}

extension NodeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool {
        node.isNull || session.isPassedOver(node, at: path)
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try session.value(type, of: node, at: path)
    }
}
