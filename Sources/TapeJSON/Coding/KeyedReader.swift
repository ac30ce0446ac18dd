// Govorun: the members of an object for Decodable types. SPDX-License-Identifier: MIT

/// The members of one object.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let decoder: ViewDecoder
    /// Only for a large object: where a walk for each key, as a dictionary asks for them, would be quadratic.
    private let index: [ExactText: JSON]?

    init(_ decoder: ViewDecoder) {
        self.decoder = decoder
        let view = decoder.view
        let isLarge = view.kind == .object && view.count > 32
        index = isLarge ? Dictionary(uniqueKeysWithValues: view.members.map { (ExactText(text: $0.key), $0.value) }) : nil
    }

    var codingPath: [any CodingKey] { decoder.codingPath }

    var allKeys: [Key] {
        decoder.view.members.compactMap { member in
            if let key = Key(stringValue: member.key) { return key }
            return decoder.scope.decoder.keys == .snakeCase ? Key(stringValue: member.key.camelCased) : nil
        }
    }

    private var leniency: TapeDecoder.Leniency { decoder.scope.decoder.leniency }

    private func value(_ key: Key) -> JSON {
        let exact = member(key.stringValue)
        if decoder.scope.decoder.keys == .asWritten || exact.kind != .absent { return exact }
        return member(key.stringValue.snakeCased)
    }

    private func member(_ name: String) -> JSON {
        guard let index else { return decoder.view[name] }
        return index[ExactText(text: name)] ?? .absent
    }

    /// The decoder of a member that must be there.
    private func inner(_ key: Key) throws -> ViewDecoder {
        let value = value(key)
        if value.kind == .absent {
            let context = DecodingError.Context(codingPath: codingPath, debugDescription: "there is no '\(key.stringValue)'")
            throw DecodingError.keyNotFound(key, context)
        }
        return decoder.inner(value, CodingStep(key))
    }

    /// The decoder of a member that is there and not `null`.
    private func existing(_ key: Key) -> ViewDecoder? {
        let value = value(key)
        return value.exists ? decoder.inner(value, CodingStep(key)) : nil
    }

    func contains(_ key: Key) -> Bool { value(key).kind != .absent }
    func decodeNil(forKey key: Key) throws -> Bool { try !inner(key).view.exists }

    func decode<T: Leaf>(_ type: T.Type, forKey key: Key) throws -> T {
        try T.read(value(key), leniency) ?? inner(key).decode(type)  // the second to throw, with its path
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try inner(key).decode(type) }

    func decodeIfPresent<T: Leaf>(_ type: T.Type, forKey key: Key) throws -> T? {
        try T.read(value(key), leniency) ?? existing(key)?.decode(type)
    }

    /// An empty array that is no value of the type reads as absent: PHP writes an empty object so.
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let inner = existing(key) else { return nil }
        do {
            return try inner.decode(type)
        } catch  where inner.isForgivenAsEmpty {
            return nil
        }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        try inner(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try inner(key).unkeyedContainer() }

    /// A missing `super` is an absent value, as Foundation has it; most such types then find their members missing.
    func superDecoder() throws -> any Decoder { decoder.inner(member("super"), .super) }
    func superDecoder(forKey key: Key) throws -> any Decoder { decoder.inner(value(key), CodingStep(key)) }
}

extension ViewDecoder {
    fileprivate var isForgivenAsEmpty: Bool { forgives && view.kind == .array && view.count == 0 }
}
