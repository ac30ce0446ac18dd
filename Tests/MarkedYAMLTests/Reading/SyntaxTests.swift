// Govorun: mistakes in YAML itself, explained. SPDX-License-Identifier: MIT
import MarkedYAML
import Testing

@Suite("Syntax: mistakes are told in plain words, at their cause")
struct SyntaxTests {
    @Test(
        "Each mistake has its sentence",
        arguments: [
            ("bots:\n\tone: 1", "2:1 this line is indented with tabs; YAML takes only ordinary spaces there"),
            ("bots:\n  one:\n  \ttwo: 1\n", "3:3 this line is indented with tabs; YAML takes only ordinary spaces there"),
            ("a:\n  b: 1\n\tc: 2", "3:1 this line is indented with tabs; YAML takes only ordinary spaces there"),
            ("a:\n  b: 1\n \u{A0}c: 2", "3:2 this line is indented with no-break spaces (U+00A0); YAML takes only ordinary spaces there"),
            ("text: Hello: world", "1:12 a ':' is not allowed here; check the indentation, and put a text that holds ': ' in quotes"),
            ("a:\n  b: 1\n c: 2", "3:2 this does not fit the mapping that begins in line 1: check indentation, quotes and commas"),
            ("text: 'it's'", "1:11 this does not fit the mapping: check indentation, quotes and commas"),
            ("text: 'open\nmore: 1\n", "1:7 the quote that opens here is never closed"),
            ("text: \"open\nmore: 1\n", "1:7 the quote that opens here is never closed"),
            (
                "list:\n  - a\n  b: 1",
                "3:3 this does not fit the list that begins in line 2: every item begins with '- ' in the same column"
            ),
            ("list: [a, b\nmore: 1", "2:5 a ',' or ']' is missing in the list that begins in line 1"),
            ("map: {a: 1 b: 2}", "1:13 a ',' or '}' is missing in the mapping"),
            ("map: {a: b: c}", "1:11 a ',' or '}' is missing in the mapping; put quotes around a text that holds ': '"),
            ("admin: @durov", "1:8 '@' cannot begin a value; put the text in quotes"),
            ("- \ta", "1:3 a tab cannot stand here; use spaces"),
            ("code: `x`", "1:7 '`' cannot begin a value; put the text in quotes"),
            ("share: %5", "1:8 '%' cannot begin a value; put the text in quotes"),
            ("key: - a", "1:6 a list cannot begin here; put its '- ' items on lines of their own under the key"),
            (#"path: "C:\dir""#, "1:10 unknown escape in a text with double quotes; write \\\\ for a backslash, or use single quotes"),
            ("text: ** bold **", "1:7 a text that begins with '*' or '&' needs quotes"),
            ("text: !x!y z", "1:7 unknown tag; a text that begins with '!' needs quotes"),
            ("a: 1\nb\nc: 2", "3:1 a ':' is missing after the key in line 2"),
            ("a: [1, 2]]", "1:10 this does not fit the mapping: check indentation, quotes and commas"),
        ])
    func sentence(text: String, expected: String) {
        #expect(problems(of: text) == [expected])
    }

    @Test("Tabs are fine where they are no indentation", arguments: ["a:\t1", "a: 1\t# note", "a: |\n  x\n  \ty"])
    func allowedTabs(text: String) {
        #expect(problems(of: text).isEmpty)
    }
}
