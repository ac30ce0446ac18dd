// Govorun: the elements of an array for Decodable types. SPDX-License-Identifier: MIT

/// The elements of one array, taken one after another; an element that fails to decode is not taken.
struct UnkeyedReader: UnkeyedDecodingContainer {
    private let decoder: ViewDecoder
    private var items: JSON.Items

    init(_ decoder: ViewDecoder) {
        self.decoder = decoder
        items = decoder.view.items
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { decoder.view.count }
    var isAtEnd: Bool { items.isEmpty }
    var currentIndex: Int { decoder.view.count - items.count }

    private mutating func taking<T>(_ type: T.Type, _ read: (ViewDecoder) throws -> T) throws -> T {
        var rest = items
        let step = CodingStep(intValue: currentIndex)
        guard let element = rest.next() else {
            let context = DecodingError.Context(codingPath: codingPath + [step], debugDescription: "the array has no more elements")
            throw DecodingError.valueNotFound(type, context)
        }
        let value = try read(decoder.inner(element, step))
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

    mutating func decode(_ type: Bool.Type) throws -> Bool { try taking(type) { try $0.decode(type) } }
    mutating func decode(_ type: String.Type) throws -> String { try taking(type) { try $0.decode(type) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try taking(type) { try $0.decode(type) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try taking(type) { try $0.decode(type) } }
    mutating func decode<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T { try taking(type) { try $0.decode(type) } }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try taking(type) { try $0.decode(type) } }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        try taking(KeyedDecodingContainer<Nested>.self) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try taking((any UnkeyedDecodingContainer).self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try taking((any Decoder).self) { $0 } }
}
