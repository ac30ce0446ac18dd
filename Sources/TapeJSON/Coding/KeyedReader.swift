// Govorun: the members of an object for Decodable types. SPDX-License-Identifier: MIT

/// The members of one object.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let scope: DecodingScope

    init(_ scope: DecodingScope) { self.scope = scope }

    var codingPath: [any CodingKey] { scope.codingPath }

    var allKeys: [Key] {
        scope.view.members.compactMap { member in
            if let key = Key(stringValue: member.key) { return key }
            return scope.settings.keys == .snakeCase ? Key(stringValue: member.key.camelCased) : nil
        }
    }

    private func value(_ key: Key) -> JSON {
        let exact = scope.member(key.stringValue)
        if scope.settings.keys == .asWritten || exact.kind != .absent { return exact }
        return scope.member(key.stringValue.snakeCased)
    }

    /// The decoder of a member that must be there.
    private func inner(_ key: Key) throws -> ViewDecoder {
        let value = value(key)
        if value.kind == .absent {
            let context = DecodingError.Context(codingPath: codingPath, debugDescription: "there is no '\(key.stringValue)'")
            throw DecodingError.keyNotFound(key, context)
        }
        return ViewDecoder(scope.inner(value, CodingStep(key)))
    }

    /// The decoder of a member that is there and not `null`.
    private func existing(_ key: Key) -> ViewDecoder? {
        let value = value(key)
        return value.exists ? ViewDecoder(scope.inner(value, CodingStep(key))) : nil
    }

    func contains(_ key: Key) -> Bool { value(key).kind != .absent }
    func decodeNil(forKey key: Key) throws -> Bool { try !inner(key).view.exists }

    @inline(__always) func decode<T: Leaf>(_ type: T.Type, forKey key: Key) throws -> T { try leaf(type, key) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try inner(key).decode(type) }

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try leaf(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try leaf(type, key) }

    /// Inlined into each overload, where the type is known: unspecialised, every value costs a search for `Optional<T>`.
    @inline(__always) private func leaf<T: Leaf>(_ type: T.Type, _ key: Key) throws -> T {
        try T.read(value(key), scope.settings.leniency) ?? inner(key).decode(type)  // the second to throw, with its path
    }

    @inline(__always) func leafIfPresent<T: Leaf>(_ type: T.Type, _ key: Key) throws -> T? {
        let value = value(key)
        if let leaf = T.read(value, scope.settings.leniency) { return leaf }
        return value.exists ? try inner(key).decode(type) : nil
    }

    /// An empty array that is no value of the type reads as absent: PHP writes an empty object so.
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let inner = existing(key) else { return nil }
        do {
            return try inner.decode(type)
        } catch {
            guard inner.scope.isForgivenAsEmpty else { throw error }
            return nil
        }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        try inner(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try inner(key).unkeyedContainer() }

    /// A missing `super` is an absent value, as Foundation has it; most such types then find their members missing.
    func superDecoder() throws -> any Decoder { ViewDecoder(scope.inner(scope.member("super"), .super)) }
    func superDecoder(forKey key: Key) throws -> any Decoder { ViewDecoder(scope.inner(value(key), CodingStep(key))) }
}
