// Govorun: the elements of an array for Decodable types. SPDX-License-Identifier: MIT

/// The elements of one array, taken one after another; an element that fails to decode is not taken.
struct UnkeyedReader: UnkeyedDecodingContainer {
    private let scope: DecodingScope
    private var items: JSON.Items

    init(_ scope: DecodingScope) {
        self.scope = scope
        items = scope.view.items
    }

    var codingPath: [any CodingKey] { scope.codingPath }
    var count: Int? { scope.view.count }
    var isAtEnd: Bool { items.isEmpty }
    var currentIndex: Int { scope.view.count - items.count }

    private mutating func taking<T>(_ type: T.Type, _ read: (ViewDecoder) throws -> T) throws -> T {
        var rest = items
        let step = CodingStep(intValue: currentIndex)
        guard let element = rest.next() else {
            let context = DecodingError.Context(codingPath: codingPath + [step], debugDescription: "the array has no more elements")
            throw DecodingError.valueNotFound(type, context)
        }
        let value = try read(ViewDecoder(scope.inner(element, step)))
        items = rest
        return value
    }

    /// A `null` is taken, anything else stays.
    mutating func decodeNil() throws -> Bool {
        var rest = items
        guard let element = rest.next() else {
            let context = DecodingError.Context(codingPath: codingPath, debugDescription: "the array has no more elements")
            throw DecodingError.valueNotFound(Never?.self, context)
        }
        if element.isNull { items = rest }
        return element.isNull
    }

    @inline(__always) mutating func decode<T: Leaf>(_ type: T.Type) throws -> T { try leaf(type) }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try leaf(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try leaf(type) }

    @inline(__always) private mutating func leaf<T: Leaf>(_ type: T.Type) throws -> T {
        var rest = items
        if let element = rest.next(), let value = T.read(element, scope.settings.leniency) {
            items = rest
            return value
        }
        return try taking(type) { try $0.decode(type) }  // to throw, with its path
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if type == String.self { return try cast(decode(String.self), to: type) }
        if type == Int.self { return try cast(decode(Int.self), to: type) }
        return try taking(type) { try $0.decode(type) }
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        try taking(KeyedDecodingContainer<Nested>.self) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try taking((any UnkeyedDecodingContainer).self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try taking((any Decoder).self) { $0 } }
}
