// Govorun: a YAML mapping as a keyed container. SPDX-License-Identifier: MIT

/// Reads a mapping by its keys; each key asked for becomes a known one.
struct KeyedNode<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let mapping: YAMLMapping
    let path: NodePath
    let session: DecodingSession

    var codingPath: [any CodingKey] { path.steps }

    var allKeys: [Key] {
        mapping.compactMap { entry in
            guard let key = Key(stringValue: entry.name) else { return nil }
            session.ask(entry.name, at: path)
            return isDropped(entry.name, entry.value) ? nil : key
        }
    }

    func contains(_ key: Key) -> Bool {
        session.ask(key.stringValue, at: path)
        return mapping[key.stringValue] != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        session.ask(key.stringValue, at: path)
        guard let value = mapping[key.stringValue] else { return true }
        return value.isNull || isDropped(key.stringValue, value)
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try session.value(type, of: try value(key), at: path.appending(.key(key.stringValue)))
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        try decoder(PathStep.key("super"))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try decoder(key)
    }

    private func decoder(_ key: some CodingKey) throws -> NodeDecoder {
        NodeDecoder(node: try value(key), path: path.appending(.key(key.stringValue)), session: session)
    }

    /// The value of a key. A missing one that is already noted stands as an empty mapping, the start of every stand-in.
    private func value(_ key: some CodingKey) throws -> YAMLNode {
        session.ask(key.stringValue, at: path)
        if let value = mapping[key.stringValue] { return value }
        guard session.isDropped(path.appending(.key(key.stringValue))) else { throw DecodingError.missing(key, at: path) }
        return YAMLNode(.mapping(YAMLMapping([])), style: .flow)
    }

    private func isDropped(_ name: String, _ value: YAMLNode) -> Bool {
        session.isPassedOver(value, at: path.appending(.key(name)))
    }
}
