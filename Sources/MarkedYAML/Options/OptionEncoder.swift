// Govorun: the Encoder that turns defaults into an option tree. SPDX-License-Identifier: MIT

/// Writes a value into a box; optionals that are nil are kept as known options.
struct OptionEncoder: Encoder {
    let box: OptionBox
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        box.shape(.keyed)
        return KeyedEncodingContainer(KeyedOptions(box: box))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        box.shape(.list)
        return UnkeyedOptions(box: box)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension OptionEncoder: SingleValueEncodingContainer {
    func encodeNil() throws { box.writeNil() }
    func encode<T: Encodable>(_ value: T) throws { try box.write(value) }
}

struct KeyedOptions<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let box: OptionBox
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { box.child(key.stringValue).writeNil() }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try box.child(key.stringValue).write(value)
    }

    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        try write(value, forKey: key)
    }

    /// An optional is an option even while it is nil.
    func write<T: Encodable>(_ value: T?, forKey key: Key) throws {
        let child = box.child(key.stringValue)
        if value != nil { try child.write(value) } else { child.writeNil(T.self) }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        OptionEncoder(box: box.child(key.stringValue)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        OptionEncoder(box: box.child(key.stringValue)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { OptionEncoder(box: box.child("super")) }
    func superEncoder(forKey key: Key) -> any Encoder { OptionEncoder(box: box.child(key.stringValue)) }
}

private struct UnkeyedOptions: UnkeyedEncodingContainer {
    let box: OptionBox
    var codingPath: [any CodingKey] { [] }
    var count: Int { box.children.count }

    func encodeNil() throws { box.child("").writeNil() }
    func encode<T: Encodable>(_ value: T) throws { try box.child("").write(value) }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        OptionEncoder(box: box.child("")).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { OptionEncoder(box: box.child("")).unkeyedContainer() }
    func superEncoder() -> any Encoder { OptionEncoder(box: box.child("")) }
}
