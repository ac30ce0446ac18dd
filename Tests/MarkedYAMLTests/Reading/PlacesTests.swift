// Govorun: where nodes stand. SPDX-License-Identifier: MIT
import MarkedYAML
import Testing

@Suite("Places: lines and columns as an editor counts them")
struct PlacesTests {
    @Test(
        "A value stands where its first character stands",
        arguments: [
            ("key: value", 1, 6), ("key:\n  nested", 2, 3), ("key: 'quoted'", 1, 6), ("key: |\n  text", 1, 6), ("ключ: да", 1, 7),
            ("key:\r\n  nested", 2, 3), ("key:\r  nested", 2, 3), ("\u{FEFF}key: value", 1, 6), ("# note\n\nkey: [a]", 3, 6),
            ("'ключ 👍 ': x", 1, 12), ("key: &name value", 1, 6), ("a: \"x\u{2028}y\"\nb: z", 2, 4),
        ])
    func place(text: String, line: Int, column: Int) throws {
        let value = try #require(try document(text).root.mapping?.last?.value)
        #expect(value.mark.line == line)
        #expect(value.mark.column == column)
    }

    @Test("The text between the marks of a plain value is the value, in every line of a whole file")
    func plainText() throws {
        let bytes = try fixture("bots.yaml")
        let document = try YAMLDocument(bytes: bytes, name: "bots.yaml")
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        let lines = document.lines.map { Array($0.unicodeScalars) }
        var seen = 0
        document.root.eachScalar { node in
            guard node.style == .plain, let text = node.scalar, !text.isEmpty else { return }
            seen += 1
            #expect(String(String.UnicodeScalarView(scalars[node.mark.offset..<node.end.offset])) == text)
            #expect(String(String.UnicodeScalarView(lines[node.mark.line - 1][(node.mark.column - 1)...])).hasPrefix(text))
        }
        #expect(seen > 40)
    }

    @Test("Lines end with LF, CRLF or CR, and nothing else", arguments: ["a: 1\nb: 2\nc: 3", "a: 1\r\nb: 2\r\nc: 3", "a: 1\rb: 2\rc: 3"])
    func lines(text: String) throws {
        #expect(try document(text).lines == ["a: 1", "b: 2", "c: 3"])
    }

    @Test("A list and a mapping stand where their first item stands") func collections() throws {
        let root = try document("list:\n  - a\n  - b\nmap:\n  key: x\nflow: [ a ]").root
        #expect(root["list"]?.mark == YAMLMark(line: 2, column: 3, offset: 8))
        #expect(root["map"]?.mark.line == 5)
        #expect(root["flow"]?.mark.column == 7)
        #expect(root["flow"]?.end.column == 12)
    }

    @Test("Marks compare by their place in the file") func comparison() {
        #expect(YAMLMark.start < YAMLMark(line: 1, column: 2, offset: 1))
    }
}

extension YAMLNode {
    /// Calls `body` for every scalar, keys too.
    func eachScalar(_ body: (YAMLNode) -> Void) {
        switch content {
        case .scalar: body(self)
        case .sequence(let items): for item in items { item.eachScalar(body) }
        case .mapping(let mapping):
            for entry in mapping {
                body(entry.key)
                entry.value.eachScalar(body)
            }
        }
    }
}
