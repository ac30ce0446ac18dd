// Govorun: anchors, merge keys, duplicates, documents. SPDX-License-Identifier: MIT
import MarkedYAML
import Testing

@Suite("Structure: what a file is made of")
struct StructureTests {
    @Test("An alias is what its anchor marks, place included") func alias() throws {
        let root = try document("a: &x [1, 2]\nb: *x").root
        #expect(root["b"] == root["a"])
        #expect(root["b"]?.mark.line == 1)
        #expect(root["a"]?.anchor == "x")
    }

    @Test(
        "A merge key brings what is not written, an earlier source first",
        arguments: [
            ("m: { <<: *a }", "{ x: 1, y: 1 }"), ("m: { <<: *a, x: 9 }", "{ y: 1, x: 9 }"), ("m: { x: 9, <<: *a }", "{ x: 9, y: 1 }"),
            ("m: { <<: [*a, *b] }", "{ x: 1, y: 1, z: 2 }"), ("m: { <<: [*b, *a] }", "{ y: 2, z: 2, x: 1 }"),
            ("m: { <<: { k: v } }", "{ k: v }"), ("m: { '<<': 1 }", "{ '<<': 1 }"),
        ])
    func merge(line: String, expected: String) throws {
        let root = try document("a: &a { x: 1, y: 1 }\nb: &b { y: 2, z: 2 }\n\(line)").root
        #expect(root["m"] == (try document(expected).root))
    }

    @Test(
        "Mistakes in structure are explained, all of them",
        arguments: [
            ("a: 1\nb: 2\na: 3\nb: 4", ["3:1 the key 'a' is already set in line 1", "4:1 the key 'b' is already set in line 2"]),
            ("bots:\n  one: 1\n  'one': 2", ["3:3 the key 'one' is already set in line 2"]),
            ("a: *nothing", ["1:4 nothing is marked '&nothing' before this (a text that begins with '*' needs quotes)"]),
            (
                "a: &helpdesk 1\nb: *helpdsk",
                ["2:4 nothing is marked '&helpdsk' before this; did you mean '*helpdesk'? (a text that begins with '*' needs quotes)"]
            ),
            ("a: &a [*a]", ["1:8 '*a' stands inside the value it stands for"]),
            ("<<: 1", ["1:5 '<<' takes a mapping or a list of mappings, such as <<: *name"]),
            ("<<: [{a: 1}, 2]", ["1:5 '<<' takes a mapping or a list of mappings, such as <<: *name"]),
            ("[a, b]: 1", ["1:1 a key must be text, not a list or a mapping; put it in quotes"]),
            ("a: 1\n---\nb: 2", ["2:1 a second document begins here ('---'); one file holds one document"]),
            ("a: 1\n...\n---\nb: 2", ["3:1 a second document begins here ('---'); one file holds one document"]),
            ("", ["1:1 the file is empty"]), ("# only a comment\n", ["1:1 the file is empty"]), ("---\n", ["1:1 the file is empty"]),
            ("\u{FEFF}", ["1:1 the file is empty"]), ("null", ["1:1 the file is empty"]),
        ])
    func mistakes(text: String, expected: [String]) {
        #expect(problems(of: text) == expected)
    }

    @Test("An explicit start and end of the one document are fine", arguments: ["---\na: 1", "---\na: 1\n...", "%YAML 1.1\n---\na: 1"])
    func oneDocument(text: String) throws {
        #expect(try document(text).root["a"]?.scalar == "1")
    }

    @Test("Looking where nothing is gives nil") func access() throws {
        let root = try document("list: [a]\nmap: { k: v }\ntext: x").root
        #expect(root["list"]?[0]?.scalar == "a")
        #expect(root["list"]?[1] == nil && root["list"]?[-1] == nil && root["text"]?[0] == nil && root["text"]?["k"] == nil)
        #expect(root["map"]?.sequence == nil && root["map"]?.scalar == nil && root["text"]?.mapping == nil)
        #expect(root.mapping?.map(\.name) == ["list", "map", "text"])
    }

    @Test(
        "Nodes are equal when they say the same",
        arguments: [("[a, 'b']", "- a\n- \"b\"", true), ("{a: no}", "{a: 'no'}", false), ("{a: 1, b: 2}", "{b: 2, a: 1}", false)])
    func equality(left: String, right: String, isEqual: Bool) throws {
        #expect((try document(left).root == document(right).root) == isEqual)
    }
}
