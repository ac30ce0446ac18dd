// Govorun: Decodable types from JSON. SPDX-License-Identifier: MIT
import Foundation
import TapeJSON
import Testing

@Suite("Tape decoder")
struct DecoderTests {
    /// Every primitive of Codable, each once as a member and once in a list.
    struct Primitives: Codable, Equatable {
        var bool: Bool, string: String, double: Double, float: Float
        var int: Int, int8: Int8, int16: Int16, int32: Int32, int64: Int64, int128: Int128
        var uint: UInt, uint8: UInt8, uint16: UInt16, uint32: UInt32, uint64: UInt64, uint128: UInt128
        var none: Int?, some: Int?

        static let extremes = Primitives(
            bool: true, string: "é\n", double: .leastNonzeroMagnitude, float: 0.1, int: .min, int8: .min, int16: .min, int32: .min,
            int64: .min,
            int128: .min, uint: .max, uint8: .max, uint16: .max, uint32: .max, uint64: .max, uint128: .max, some: 1)
    }

    struct Lists: Codable, Equatable {
        var bools = [true, false], strings = ["", "a"], doubles = [0.1, 1e300], floats: [Float] = [0.1, 3e38]
        var ints = [Int.min, .max], int8s: [Int8] = [-128], int16s: [Int16] = [.min], int32s: [Int32] = [.max], int64s: [Int64] = [.min]
        var uints = [UInt.max], uint8s: [UInt8] = [0, 255], uint16s: [UInt16] = [.max], uint32s: [UInt32] = [.max],
            uint64s: [UInt64] = [.max]
        var int128s: [Int128] = [.min], uint128s: [UInt128] = [.max], holes: [Int?] = [1, nil, 3], nested = [[1], [], [2, 3]]
    }

    @Test("Every primitive comes back as it was, as member, element and bare")
    func primitives() throws {
        #expect(try TapeDecoder().decode(Primitives.self, from: TapeEncoder().encode(Primitives.extremes)) == .extremes)
        #expect(try TapeDecoder().decode(Lists.self, from: TapeEncoder().encode(Lists())) == Lists())
        #expect(try root("-5").decode(Int8.self) == -5 && root("5").decode(UInt128.self) == 5)
        #expect(
            try root("1.5").decode(Float.self) == 1.5 && root(#""x""#).decode(String.self) == "x" && root("null").decode(Int?.self) == nil)
    }

    struct Node: Decodable {
        enum Failing: String, CodingKey { case list, inner, value, shape }
        enum Shape: String, Decodable { case round, square }
        var list: [Node]?
        var inner: [String: Node]?
        var value: Int
        var shape: Shape?
    }

    @Test(
        "An error says what is wrong and the whole way to it",
        arguments: [
            (#"{"value":"x"}"#, "typeMismatch value"), (#"{"value":null}"#, "valueNotFound value"), (#"{}"#, "keyNotFound value at"),
            (#"{"value":1.5}"#, "dataCorrupted value"), (#"{"value":99999999999999999999}"#, "dataCorrupted value"),
            (#"[1]"#, "typeMismatch"),
            (#"{"value":1,"list":[{"value":1},{"value":[]}]}"#, "typeMismatch list.Index 1.value"),
            (#"{"value":1,"list":5}"#, "typeMismatch list"),
            (#"{"value":1,"inner":{"a":{"value":1},"b":{}}}"#, "keyNotFound value at inner.b"),
            (#"{"value":1,"list":[null]}"#, "valueNotFound list.Index 0"),
            (#"{"value":1,"shape":"oval"}"#, "dataCorrupted shape"), (#"{"value":1,"inner":[1]}"#, "typeMismatch inner"),
            ("null", "valueNotFound"),
        ])
    func errors(text: String, expected: String) throws {
        let error = try #require(throws: DecodingError.self) { try root(text).decode(Node.self) }
        #expect(Self.summary(error) == expected)
    }

    static func summary(_ error: DecodingError) -> String {
        func path(_ context: DecodingError.Context) -> String { context.codingPath.map(\.stringValue).joined(separator: ".") }
        let summary =
            switch error {
            case .typeMismatch(_, let context): "typeMismatch " + path(context)
            case .valueNotFound(_, let context): "valueNotFound " + path(context)
            case .keyNotFound(let key, let context): "keyNotFound \(key.stringValue) at " + path(context)
            case .dataCorrupted(let context): "dataCorrupted " + path(context)
            @unknown default: "unknown"
            }
        return summary.trimmingCharacters(in: .whitespaces)
    }

    struct Loose: Codable, Equatable {
        var id: Int; var ratio: Double; var on: Bool; var inner: Inner?; struct Inner: Codable, Equatable { var a: Int }
    }

    @Test("A forgiving decoder reads numbers in quotes, 1 as true, and an empty array as no object")
    func forgiving() throws {
        let text = #"{"id":"7","ratio":"1.5","on":1,"inner":[]}"#
        #expect(try root(text).decode(Loose.self) == Loose(id: 7, ratio: 1.5, on: true, inner: nil))
        #expect(try root("[]").decode([String: Int].self).isEmpty)
        #expect(throws: DecodingError.self) { try root(text).decode(Loose.self, leniency: .strict) }
        #expect(throws: DecodingError.self) { try root("[]").decode([String: Int].self, leniency: .strict) }
        #expect(throws: DecodingError.self) { try root("[1]").decode([String: Int].self) }
    }

    @Test("A strict decoder refuses each forgiven form", arguments: [#"["1"]"#, "[null]", "[[]]", "[true]"])
    func strict(text: String) throws {
        #expect(throws: DecodingError.self) { try root(text).decode([Int].self, leniency: .strict) }
        #expect(throws: DecodingError.self) { try root("[1]").decode([Bool].self, leniency: .strict) }
        #expect(try root("[1.0,2]").decode([Int].self, leniency: .strict) == [1, 2])
    }

    struct Snake: Codable, Equatable {
        var peerID: Int; var fromId: Int?; var myURLValue: String?; var plain: [String: Int]?; var x1Y: Int?
    }

    @Test("The snake case strategy spells as VK does, and leaves the keys of dictionaries alone")
    func snakeCase() throws {
        let text = #"{"peer_id":1,"from_id":2,"my_url_value":"u","plain":{"aB":1,"c_d":2},"x1_y":3}"#
        let value = Snake(peerID: 1, fromId: 2, myURLValue: "u", plain: ["aB": 1, "c_d": 2], x1Y: 3)
        #expect(try root(text).decode(Snake.self, keys: .snakeCase) == value)
        #expect(try root(#"{"peerID":5,"peer_id":6}"#).decode(Snake.self, keys: .snakeCase).peerID == 5)
        #expect(try JSONValue(encoding: value, keys: .snakeCase) == JSONValue(root(text)))
    }

    enum Action: Codable, Equatable { case openLink(url: String, newTab: Bool), stop }

    @Test("Enums with values are read by their case names, also in snake case")
    func enums() throws {
        let action = Action.openLink(url: "u", newTab: true)
        #expect(try root(#"{"openLink":{"url":"u","newTab":true}}"#).decode(Action.self) == action)
        #expect(try root(#"{"open_link":{"url":"u","new_tab":true}}"#).decode(Action.self, keys: .snakeCase) == action)
        #expect(try JSONValue(encoding: action, keys: .snakeCase).serialized == #"{"open_link":{"url":"u","new_tab":true}}"#)
    }

    struct Foreign: Codable, Equatable { var url: URL; var data: Data; var date: Date; var decimal: [Int: String]; var set: Set<Int> }

    @Test("Foundation's types are written as Foundation's own coders write them")
    func foundation() throws {
        let value = Foreign(
            url: try #require(URL(string: "https://vk.com/a?b=1")), data: Data([1, 2, 250]),
            date: Date(timeIntervalSinceReferenceDate: 12.5),
            decimal: [1: "a"], set: [1])
        let bytes = try TapeEncoder().encode(value)
        #expect(try TapeDecoder().decode(Foreign.self, from: bytes) == value)
        #expect(try JSONDecoder().decode(Foreign.self, from: Data(bytes)) == value)
        #expect(try TapeDecoder().decode(Foreign.self, from: Array(JSONEncoder().encode(value))) == value)
        #expect(throws: DecodingError.self) { try root(#""%%%""#).decode(Data.self) }
        #expect(throws: DecodingError.self) { try root(#""""#).decode(URL.self) }
    }

    struct Raw: Codable { var object: JSON; var copy: JSONValue; var missing: JSON? }

    @Test("A member may stay a view, or an owned value")
    func raw() throws {
        let text = #"{"object":{"b":[1,2.50],"a":18446744073709551615},"copy":{"z":1,"y":[null]}}"#
        let value = try root(text).decode(Raw.self)
        #expect(value.object["b"][1].rawText == "2.50")
        #expect(value.copy.serialized == #"{"z":1,"y":[null]}"# && value.missing == nil)
        #expect(try String(decoding: TapeEncoder().encode(value), as: UTF8.self) == text.replacing("2.50", with: "2.5"))
        let foreign = try JSONDecoder().decode(Raw.self, from: Data(text.utf8))
        #expect(foreign.object["a"].uint64 == .max && JSONValue(foreign.object) == JSONValue(value.object) && foreign.copy == value.copy)
        #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value.copy)) == value.copy)
    }

    struct Informed: Decodable {
        static let key = CodingUserInfoKey(rawValue: "language")
        var language: String?
        init(from decoder: any Decoder) throws { language = Self.key.flatMap { decoder.userInfo[$0] as? String } }
    }

    @Test("The user info reaches every type")
    func userInfo() throws {
        let key = try #require(Informed.key)
        let value = try root(#"{"a":[1]}"#).decode([String: [Informed]].self, userInfo: [key: "ru"])
        #expect(value["a"]?.first?.language == "ru")
    }

    @Test("Bytes that are no JSON throw where they are wrong")
    func notJSON() {
        #expect(throws: JSONError.self) { try TapeDecoder().decode(Int.self, from: Array("[1".utf8)) }
    }
}
