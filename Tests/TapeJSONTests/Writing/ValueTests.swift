// Govorun: JSON values one owns. SPDX-License-Identifier: MIT
import TapeJSON
import Testing

@Suite("JSON values")
struct ValueTests {
    @Test("Literals are written in their order")
    func literals() {
        let value: JSONValue = ["b": [true, nil, 1, -2.5, "x"], "a": ["z": [:], "y": []], "c": "\(1 + 1)!"]
        #expect(value.serialized == #"{"b":[true,null,1,-2.5,"x"],"a":{"z":{},"y":[]},"c":"2!"}"#)
        #expect(value.description == value.serialized && value.bytes == Array(value.serialized.utf8))
    }

    @Test("Of duplicate names in a literal the last value counts, where the first stood")
    func duplicates() {
        let value: JSONValue = ["a": 1, "b": 2, "a": 3]
        #expect(value.serialized == #"{"a":3,"b":2}"#)
    }

    @Test(
        "A copy of a view is the same JSON",
        arguments: [
            "null", "true", "-1", "18446744073709551615", "-9223372036854775808", "0.1", "1e-7", #""a\nb""#, "[]", "{}",
            #"[1,[2,{"a":[]}],{"b":null,"a":1}]"#,
            "100000000000000000000000000001", "1e400", "-1e400",
        ])
    func copy(text: String) throws {
        #expect(try JSONValue(root(text)).serialized == text.replacing("1e-7", with: "1e-07"))
    }

    @Test("A value is looked at through a view of its own")
    func view() {
        let value: JSONValue = ["a": [1, ["b": "c"]]]
        #expect(value.view.at("a.1.b").string == "c")
        let deep = (0...JSONDocument.deepestNesting).reduce(JSONValue.null) { inner, _ in [inner] }
        #expect(deep.view.kind == .absent)
    }

    @Test("Members are read, set, added and removed")
    func members() {
        var value: JSONValue = ["a": 1]
        value["b"] = "two"
        value["a"] = [1]
        #expect(value["b"] == "two" && value["c"] == nil)
        #expect(value.serialized == #"{"a":[1],"b":"two"}"#)
        value["a"] = Optional<JSONValue>.none
        value["c"] = .null
        #expect(value.serialized == #"{"b":"two","c":null}"#)
        var text: JSONValue = "text"
        #expect(text["a"] == nil)
        text["a"] = 1
        #expect(text == ["a": 1])
    }

    @Test("Numbers are equal however they are held, objects in any order")
    func equality() {
        #expect(JSONValue.integer(1) == .double(1) && JSONValue.unsigned(1) == .integer(1) && JSONValue.double(1) == .unsigned(1))
        #expect(JSONValue.integer(.max) != .double(0x1p63) && JSONValue.integer(1) != .double(1.5))
        #expect((["a": 1, "b": 2] as JSONValue) == ["b": 2, "a": 1])
        #expect((["a": 1, "b": 2] as JSONValue) != ["a": 1] && (["a": 1] as JSONValue) != ["b": 1])
        #expect(([1, 2] as JSONValue) != [2, 1] && JSONValue.null != false && JSONValue.string("1") != 1)
        #expect(JSONValue.digits("1e400") == .digits("1e400"))
    }

    @Test("Digits that are no number, and numbers that JSON has no form of, are written as null")
    func unwritable() {
        let value: JSONValue = [.digits("1; drop"), .digits(""), .digits("[]"), .double(.nan), .double(-.infinity), .digits("1e400")]
        #expect(value.serialized == "[null,null,null,null,null,1e400]")
    }

    @Test("An object is a collection of its members")
    func object() throws {
        let object: JSONObject = ["b": 1, "a": 2]
        #expect(object.map(\.key) == ["b", "a"] && object.count == 2 && object[1].value == 2 && object["b"] == 1)
    }
}
