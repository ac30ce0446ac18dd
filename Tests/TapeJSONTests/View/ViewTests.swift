// Govorun: what views find and what they answer where nothing is. SPDX-License-Identifier: MIT
import TapeJSON
import Testing

/// The root of a text that is known to be JSON.
func root(_ text: String) throws -> JSON { try JSONDocument(text).root }

@Suite("JSON views")
struct ViewTests {
    @Test(
        "A value knows its kind",
        arguments: [
            ("null", JSON.Kind.null, false, 0), ("true", .bool, true, 0), ("false", .bool, true, 0), ("0", .number, true, 0),
            ("-1.5e3", .number, true, 0), (#""""#, .string, true, 0), (#""\n""#, .string, true, 0), ("[]", .array, true, 0),
            ("{}", .object, true, 0),
            ("[1,[2,3],{}]", .array, true, 3), (#"{"a":[1,2],"b":{"c":1}}"#, .object, true, 2), (#"{"a":1,"a":2}"#, .object, true, 2),
        ])
    func kind(text: String, kind: JSON.Kind, exists: Bool, count: Int) throws {
        let value = try root(text)
        #expect(value.kind == kind)
        #expect(value.exists == exists)
        #expect(value.isNull == (kind == .null))
        #expect(value.count == count)
    }

    @Test("What is not there is absent, however deep one asks")
    func absent() throws {
        let value = try root(#"{"items":[{"id":1}],"text":"a","none":null}"#)
        let name = "nothing"
        let missing = [
            value["nothing"], value[name], value[0], value["items"][1], value["items"][-1], value["items"][.max], value["items"][.min],
            value["text"]["a"], value["text"][0], value["none"]["a"], value["items"]["id"], value["nothing"]["a"][5][name], .absent,
            JSON.absent["a"][0],
            value.at("items.1"), value.at("items.x"), value.at("items.-1"), value.at("text.0"), value.at("a.b.c"), value.at("."),
            JSON.absent.at("a"),
            value.at("items.99999999999999999999"),
        ]
        for view in missing {
            #expect(view.kind == .absent)
            #expect(!view.exists && !view.isNull && view.count == 0)
            #expect(
                view.int == nil && view.uint64 == nil && view.double == nil && view.bool == nil && view.string == nil && view.text == nil)
            #expect(Array(view.items).isEmpty && Array(view.members).isEmpty)
            #expect(view.rawText.isEmpty && view.rawBytes.isEmpty && view.description == "absent")
            #expect(JSONValue(view) == .null)
        }
    }

    @Test(
        "A path goes through keys and element numbers",
        arguments: [
            ("", #"{"items":[{"id":7,"0":"zero"}],"0":{"":[true]}}"#), ("items", #"[{"id":7,"0":"zero"}]"#), ("items.0.id", "7"),
            ("items.0.0", #""zero""#),
            ("0", #"{"":[true]}"#), ("0.", "[true]"), ("0..0", "true"),
        ])
    func path(path: String, source: String) throws {
        #expect(try root(#"{"items":[{"id":7,"0":"zero"}],"0":{"":[true]}}"#).at(path).rawText == source)
    }

    @Test(
        "A key is found by its meaning, and of duplicates the last counts",
        arguments: [
            (#"{"a":1}"#, 1), (#"{"a":1,"a":2}"#, 2), (#"{"\u0061":3}"#, 3), (#"{"a":1,"\u0061":3}"#, 3), (#"{"\u0061":3,"a":1}"#, 1),
            (#"{"b":5,"a":1,"ab":7,"":0}"#, 1), (#"{"x":{"a":9},"a":{"a":1},"a":4,"y":{"a":8}}"#, 4), (#"{"A":2,"a":1}"#, 1),
        ])
    func key(text: String, expected: Int) throws {
        let name = "a"
        #expect(try root(text)["a"].int == expected)
        #expect(try root(text)[name].int == expected)
        #expect(try root(text).members.filter { $0.key == "a" }.map(\.value.int) == [expected])
        #expect(try root(text).decode([String: JSON].self)["a"]?.int == expected)
    }

    @Test(
        "A key of any length and letters is found",
        arguments: [
            "", "k", "seven77", "eight888", "nine99999", "sixteen_16161616", "conversation_message_id", "ключ", "e\u{301}", "😀", "a\"b\\c",
            "a\nb", "\0",
        ])
    func keys(key: String) throws {
        let object: JSONValue = .object([key + "x": 1, "x" + key: 2, key: 3, key + key + "y": 4])
        #expect(try root(object.serialized)[key].int == 3)
        #expect(try root(object.serialized)[key + "?"].kind == .absent)
    }

    @Test("Keys that Unicode calls equivalent are different keys")
    func equivalence() throws {
        let value = try root("{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(value["\u{E9}"].int == 1)
        #expect(value["e\u{301}"].int == 2)
        #expect(Array(value.members).count == 2)
        #expect(JSONValue(value)["\u{E9}"] == 1)
    }

    @Test("Members come in order, each key once, with the last of its values, in small objects and large", arguments: [0, 50])
    func members(more: Int) throws {
        let others = (0..<more).map { #","n\#($0)":0"# }.joined()
        let value = try root(#"{"a":1,"b":2,"a":3,"\u0062":4,"c":5,"a":6\#(others)}"#)
        #expect(value.members.prefix(3).map(\.key) == ["b", "c", "a"])
        #expect(value.members.prefix(3).map(\.value.int) == [4, 5, 6])
        #expect(value.count == 6 + more && Array(value.members).count == 3 + more)
    }

    @Test("Items come in order and say how many are left")
    func items() throws {
        var items = try root(#"[1,[2,[3]],{"a":4},"5",6]"#).items
        #expect(items.count == 5 && items.underestimatedCount == 5 && !items.isEmpty)
        #expect(items.next()?.int == 1)
        #expect(items.count == 4)
        #expect(items.map(\.rawText) == ["[2,[3]]", #"{"a":4}"#, #""5""#, "6"])
        #expect(try Array(root("{}").items).isEmpty && Array(root("5").items).isEmpty && Array(root("[]").members).isEmpty)
    }

    @Test("The source of a value is given back byte for byte")
    func source() throws {
        let value = try root(" { \"a\" : [ 1.50 , \"\\u0041\" , { } , true , null ] , \"b\" : -0 } ")
        #expect(value.rawText == "{ \"a\" : [ 1.50 , \"\\u0041\" , { } , true , null ] , \"b\" : -0 }")
        #expect(value["a"].rawText == "[ 1.50 , \"\\u0041\" , { } , true , null ]")
        #expect(value["a"].items.map(\.rawText) == ["1.50", "\"\\u0041\"", "{ }", "true", "null"])
        #expect(value["b"].rawBytes == Array("-0".utf8) && value["b"].description == "-0")
    }

    @Test("A view is two words")
    func size() { #expect(MemoryLayout<JSON>.size == 16) }

    @Test("Walking a long array or object and finding its keys takes time in proportion")
    func linear() throws {
        let count = 200_000
        let array = try root("[" + String(repeating: "{\"a\":[1]},", count: count) + "{}]")
        #expect(array.count == count + 1)
        #expect(array.items.reduce(0) { $0 + ($1["a"][0].int ?? 0) } == count)
        let object = try root("{" + (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}")
        #expect(object.members.reduce(0) { $0 + ($1.value.int ?? 0) } == count * (count - 1) / 2)
        #expect(try object.decode([String: Int].self).count == count)
        #expect(JSONValue(object) == JSONValue(object))
    }

    @Test("Views are read from many tasks at once")
    func tasks() async throws {
        let value = try root(#"{"a":[1,2,3],"b":"текст"}"#)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1_000 { #expect(value["a"][2].int == 3 && value["b"].string == "текст") } }
            }
        }
    }
}
