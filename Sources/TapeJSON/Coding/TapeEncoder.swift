// Govorun: JSON of Encodable types. SPDX-License-Identifier: MIT

/// Writes `Encodable` values as JSON, without white space, members in the order they are encoded.
///
/// `URL` is written as a string, `Data` as Base64, `JSON` and `JSONValue` as they stand.
public struct TapeEncoder: Sendable {
    /// How coding keys become JSON keys.
    public var keys: KeyStrategy
    /// Handed to the types that are encoded.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    /// An encoder of these settings.
    public init(keys: KeyStrategy = .asWritten, userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
        self.keys = keys
        self.userInfo = userInfo
    }

    /// The JSON of a value, as UTF-8.
    ///
    /// - Throws: `EncodingError` for a number that is infinite or none and for a value that encodes nothing; or what the
    ///   type's own `encode(to:)` throws.
    public func encode(_ value: some Encodable) throws -> [UInt8] {
        var writer = JSONWriter()
        try node(of: value).write(to: &writer)
        return writer.bytes
    }

    /// The JSON of a value, owned.
    ///
    /// - Throws: as `encode(_:)`.
    public func encodeValue(_ value: some Encodable) throws -> JSONValue { try node(of: value).value }

    private func node<T: Encodable>(of value: T) throws -> EncodedNode {
        let encoder = NodeEncoder(EncodedNode(), EncodingScope(encoder: self))
        try encoder.encode(value)
        if encoder.node.isUnused {
            throw EncodingError.invalidValue(
                value, EncodingError.Context(codingPath: [], debugDescription: "\(T.self) encoded nothing"))
        }
        return encoder.node
    }
}

extension JSONValue {
    /// The JSON of any `Encodable` value; as `TapeEncoder.encodeValue(_:)`.
    ///
    /// - Throws: `EncodingError`, or what the type's own `encode(to:)` throws.
    public init(encoding value: some Encodable, keys: KeyStrategy = .asWritten) throws {
        self = try TapeEncoder(keys: keys).encodeValue(value)
    }
}

/// Where in the value an encoder stands.
final class EncodingScope {
    let encoder: TapeEncoder
    private let key: (any CodingKey)?
    private let parent: EncodingScope?

    init(encoder: TapeEncoder) {
        self.encoder = encoder
        key = nil
        parent = nil
    }

    private init(_ key: any CodingKey, in parent: EncodingScope) {
        encoder = parent.encoder
        self.key = key
        self.parent = parent
    }

    func inner(_ key: any CodingKey) -> EncodingScope { EncodingScope(key, in: self) }

    var codingPath: [any CodingKey] {
        guard let parent, let key else { return [] }
        return parent.codingPath + [key]
    }
}
