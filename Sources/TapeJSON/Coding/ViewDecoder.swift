// Govorun: the Decoder of one view. SPDX-License-Identifier: MIT
import FoundationEssentials

/// The decoder of one view.
struct ViewDecoder: Decoder {
    let scope: DecodingScope

    init(_ scope: DecodingScope) { self.scope = scope }

    var view: JSON { scope.view }
    var codingPath: [any CodingKey] { scope.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { scope.settings.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard view.kind == .object || scope.isForgivenAsEmpty else { throw mismatch([String: JSON].self, "an object") }
        return KeyedDecodingContainer(KeyedReader<Key>(scope))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try elements() }

    private func elements() throws -> UnkeyedReader {
        guard view.kind == .array else { throw mismatch([JSON].self, "an array") }
        return UnkeyedReader(scope)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    /// The error of a value that is missing, `null`, or something else than what is wanted.
    func mismatch(_ type: any Any.Type, _ wanted: String) -> DecodingError {
        let found = view.exists ? "\(view.kind)" : "nothing"
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "\(wanted) was expected, \(found) was found")
        return view.exists ? .typeMismatch(type, context) : .valueNotFound(type, context)
    }

    /// The error of a value that cannot be read as a leaf: of another type, or a number that the type cannot hold.
    func refusal<T: Leaf>(_ type: T.Type) -> DecodingError {
        let isNumber = type != String.self && type != Bool.self && view.isNumber(scope.settings.leniency)
        return isNumber ? corrupted("the number does not fit \(type)") : mismatch(type, T.expectation)
    }

    func corrupted(_ reason: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: reason))
    }
}

extension ViewDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { !view.exists }

    @inline(__always) func decode<T: Leaf>(_ type: T.Type) throws -> T { try leaf(type) }
    func decode(_ type: Int128.Type) throws -> Int128 { try leaf(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try leaf(type) }

    @inline(__always) private func leaf<T: Leaf>(_ type: T.Type) throws -> T {
        if let value = T.read(view, scope.settings.leniency) { return value }
        throw refusal(type)
    }

    /// The common leaf types without the detour through their `init(from:)`, and those that Foundation's coders write
    /// in a form of their own.
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if type == String.self { return try cast(decode(String.self), to: type) }
        if type == Int.self { return try cast(decode(Int.self), to: type) }
        if type == Double.self { return try cast(decode(Double.self), to: type) }
        if type == Bool.self { return try cast(decode(Bool.self), to: type) }
        if type == URL.self { return try cast(url(), to: type) }
        if type == Data.self { return try cast(data(), to: type) }
        return try T(from: self)
    }

    private func url() throws -> URL {
        guard let url = URL(string: try decode(String.self)) else { throw corrupted("a URL was expected") }
        return url
    }

    private func data() throws -> Data {
        guard let data = Data(base64Encoded: try decode(String.self)) else { throw corrupted("Base64 was expected") }
        return data
    }
}

extension JSON: Decodable {
    /// Takes the value as it stands, without copying it, from a `TapeDecoder`; from any other decoder through a copy.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? ViewDecoder {
            self = decoder.view
        } else {
            self = try JSONDocument(JSONValue(from: decoder).bytes, maximumDepth: JSONDocument.deepestNesting).root
        }
    }
}

/// A value as the type it is known to have, where the compiler cannot follow.
@inline(__always) func cast<T, U>(_ value: U, to type: T.Type) throws -> T {
    guard let value = value as? T else { throw DecodingError.typeMismatch(T.self, .init(codingPath: [], debugDescription: "")) }
    return value
}
