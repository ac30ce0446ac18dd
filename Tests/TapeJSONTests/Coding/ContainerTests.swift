// Govorun: coders used by hand. SPDX-License-Identifier: MIT
import Foundation
import TapeJSON
import Testing

@Suite("Coding containers")
struct ContainerTests {
    enum Key: String, CodingKey { case a, b, list, `super` }

    /// Walks through every entry of the container protocols.
    struct Walk: Decodable {
        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            #expect(members.allKeys == [.a, .b, .list, .super] && members.contains(.a) && members.codingPath.isEmpty)
            #expect(try members.decodeNil(forKey: .b) && !members.decodeNil(forKey: .a))
            #expect(try members.decodeIfPresent(Int.self, forKey: .b) == nil && members.decodeIfPresent([Int].self, forKey: .b) == nil)
            let nested = try members.nestedContainer(keyedBy: Key.self, forKey: .a)
            #expect(nested.codingPath.map(\.stringValue) == ["a"] && !nested.contains(.b))
            #expect(throws: DecodingError.self) { try nested.decodeNil(forKey: .b) }
            #expect(try nested.superDecoder(forKey: .list).singleValueContainer().decode(String.self) == "inner")
            #expect(try members.superDecoder().unkeyedContainer().count == 2)
            #expect(try nested.superDecoder().singleValueContainer().decodeNil())
            try Self.elements(members.nestedUnkeyedContainer(forKey: .list))
        }

        static func elements(_ list: any UnkeyedDecodingContainer) throws {
            var list = list
            #expect(list.count == 5 && list.currentIndex == 0 && !list.isAtEnd)
            #expect(try !list.decodeNil())
            #expect(throws: DecodingError.self) { try list.decode(String.self) }
            #expect(try list.currentIndex == 0 && list.decode(Int.self) == 1 && list.decodeNil() && list.currentIndex == 2)
            let nested = try list.nestedContainer(keyedBy: Key.self)
            #expect(try nested.codingPath.map(\.stringValue) == ["list", "Index 2"] && nested.decode(Bool.self, forKey: .a))
            var inner = try list.nestedUnkeyedContainer()
            #expect(try inner.codingPath.last?.intValue == 3 && inner.decode([Int].self) == [7])
            #expect(try list.superDecoder().singleValueContainer().decode(Double.self) == 0.5 && list.isAtEnd)
            #expect(throws: DecodingError.self) { try list.decode(Int.self) }
            #expect(throws: DecodingError.self) { try list.decodeNil() }
        }
    }

    @Test("Every entry of the decoding containers works, with its path")
    func decoding() throws {
        _ = try root(#"{"a":{"list":"inner"},"b":null,"list":[1,null,{"a":true},[[7]],0.5],"super":[1,2]}"#).decode(Walk.self)
    }

    /// Fills every container in an order of its own.
    struct Fill: Encodable {
        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: Key.self)
            var list = members.nestedUnkeyedContainer(forKey: .list)
            var nested = members.nestedContainer(keyedBy: Key.self, forKey: .a)
            try nested.encode(UInt8(1), forKey: .a)
            try list.encode("x")
            try members.encodeNil(forKey: .b)
            try list.encodeNil()
            var deep = list.nestedContainer(keyedBy: Key.self)
            var deeper = list.nestedUnkeyedContainer()
            try deeper.encode([1, 2])
            try deep.encode(Float(2.5), forKey: .b)
            #expect(deep.codingPath.map(\.stringValue) == ["list", "Index 2"] && list.count == 4)
            var again = members.nestedContainer(keyedBy: Key.self, forKey: .a)
            try again.encode(true, forKey: .b)
            try members.encode("replaced", forKey: .b)
            var single = members.superEncoder().singleValueContainer()
            try single.encode(["s"])
            var late = list.superEncoder().unkeyedContainer()
            try late.encode(contentsOf: [true, false])
            var other = encoder.container(keyedBy: Key.self)
            try other.encode(Int16(9), forKey: .a)
        }
    }

    @Test("Encoding containers may be filled in any order, and again")
    func encoding() throws {
        let expected = #"{"list":["x",null,{"b":2.5},[[1,2]],[true,false]],"a":9,"b":"replaced","super":["s"]}"#
        #expect(try String(decoding: TapeEncoder().encode(Fill()), as: UTF8.self) == expected)
        #expect(try JSONValue(encoding: Fill()).serialized == expected)
    }

    struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }

    @Test("What encodes nothing is an error as a whole and an empty object as a part")
    func nothing() throws {
        #expect(throws: EncodingError.self) { try TapeEncoder().encode(Nothing()) }
        #expect(try JSONValue(encoding: [Nothing()]).serialized == "[{}]")
        #expect(try JSONValue(encoding: Int?.none).serialized == "null")
    }

    @Test("A number that JSON has no form of is an error with its path")
    func infinite() throws {
        for value in [Double.nan, .infinity] {
            let error = try #require(throws: EncodingError.self) { try TapeEncoder().encode(["a": [1, value]]) }
            guard case .invalidValue(_, let context) = error else { throw error }
            #expect(context.codingPath.map(\.stringValue) == ["a", "Index 1"])
        }
        #expect(throws: EncodingError.self) { try TapeEncoder().encode(Float.infinity) }
        #expect(throws: EncodingError.self) { try TapeEncoder().encode(["a": -Float.infinity]) }
    }

    class Animal: Codable { var name = "" }

    final class Dog: Animal {
        var age = 0
        override init() { super.init() }
        required init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            age = try members.decode(Int.self, forKey: .a)
            try super.init(from: members.superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: Key.self)
            try members.encode(age, forKey: .a)
            try super.encode(to: members.superEncoder())
        }
    }

    @Test("A subclass keeps its superclass under super")
    func inheritance() throws {
        let dog = Dog()
        dog.name = "Rex"
        dog.age = 3
        let bytes = try TapeEncoder().encode(dog)
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"a":3,"super":{"name":"Rex"}}"#)
        #expect(try TapeDecoder().decode(Dog.self, from: bytes).name == "Rex")
    }

    @Test("Large objects are encoded and decoded in time in proportion")
    func large() throws {
        let dictionary = Dictionary(uniqueKeysWithValues: (0..<50_000).map { ("key \($0)", $0) })
        #expect(try TapeDecoder().decode([String: Int].self, from: TapeEncoder().encode(dictionary)) == dictionary)
        #expect(try TapeEncoder(keys: .snakeCase).encodeValue(dictionary) == JSONValue(encoding: dictionary))
    }
}
