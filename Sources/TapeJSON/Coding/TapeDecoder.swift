// Govorun: Decodable types from JSON views. SPDX-License-Identifier: MIT

/// Makes `Decodable` values of JSON, several times faster than Foundation's decoder.
///
/// Errors are `DecodingError` with the full coding path. By default it forgives as the views do (see `Leniency`).
/// `URL` is read from a string, `Data` from Base64, `JSON` and `JSONValue` take any value as it stands.
public struct TapeDecoder: Sendable {
    /// What a value may be written as.
    public enum Leniency: Sendable {
        /// A number may stand in quotes, a Boolean may be 0 or 1, and an empty array where an object is wanted has no members.
        case forgiving
        /// Only the type itself; a whole number may still be written `1.0`.
        case strict
    }

    /// How coding keys become JSON keys.
    public var keys: KeyStrategy
    /// What a value may be written as.
    public var leniency: Leniency
    /// Handed to the types that are decoded.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    /// A decoder of these settings.
    public init(
        keys: KeyStrategy = .asWritten, leniency: Leniency = .forgiving, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.keys = keys
        self.leniency = leniency
        self.userInfo = userInfo
    }

    /// Decodes the value of a view.
    ///
    /// - Throws: `DecodingError`, or what the type's own `init(from:)` throws.
    public func decode<T: Decodable>(_ type: T.Type, from view: JSON) throws -> T {
        try ViewDecoder(DecodingScope(view, self)).decode(type)
    }

    /// Parses and decodes a whole document.
    ///
    /// - Throws: `JSONError` when the bytes are no JSON; `DecodingError`, or what the type's own `init(from:)` throws.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
        try decode(type, from: JSONDocument(bytes).root)
    }
}

extension JSON {
    /// Makes a `Decodable` value of this one; as `TapeDecoder.decode(_:from:)`.
    ///
    /// - Throws: `DecodingError`, or what the type's own `init(from:)` throws.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self, keys: KeyStrategy = .asWritten, leniency: TapeDecoder.Leniency = .forgiving,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
        try TapeDecoder(keys: keys, leniency: leniency, userInfo: userInfo).decode(type, from: self)
    }
}
