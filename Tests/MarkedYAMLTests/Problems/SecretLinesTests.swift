// Govorun: secrets that do not stand right behind their key. SPDX-License-Identifier: MIT
import MarkedYAML
import Testing

@Suite("Secrets in quoted lines")
struct SecretLinesTests {
    /// The line that the one mistake of a file quotes, the file's node being read as a number.
    private func quoted(_ yaml: String, line: Int) throws -> String? {
        let document = try YAMLDocument(bytes: Array(yaml.utf8), name: "f.yaml")
        func find(_ node: YAMLNode) -> YAMLNode? {
            if node.mark.line == line, node.scalar != nil { return node }
            let inner = node.sequence ?? node.mapping.map { $0.flatMap { [$0.key, $0.value] } } ?? []
            return inner.lazy.compactMap { find($0) }.first
        }
        let node = try #require(find(document.root))
        return YAMLProblem(.invalidValue, with: node, keyPath: "x", message: "wrong").sourceLine
    }

    @Test(
        "A value below its key is hidden; where a secret lies is shown",
        arguments: [
            ("token:\n  abcdef\nx: 1", 2, "  ******"), ("a:\n  password: # mine\n    abc def\n", 3, "    *** ***"),
            ("a:\n  - secret:\n      abc\n", 3, "      ***"), ("a:\n  token:\n    env: NAME\n", 3, "    env: NAME"),
            ("token:\n  file: token.txt\n", 2, "  file: token.txt"), ("tokens:\n  abcdef\n", 2, "  abcdef"),
            ("token: x\nname:\n  abcdef\n", 3, "  abcdef"),
        ])
    func below(yaml: String, line: Int, expected: String) throws { #expect(try quoted(yaml, line: line) == expected) }

    @Test(
        "Commas, braces and queries hide nothing of it",
        arguments: [
            ("token: [abc]", "token: *****"), ("secret: &a abc", "secret: ** ***"),
            ("token: ab,cd}ef", "token: ********"), ("{ password: \"a,b}c\", n: 1 }", "{ password: *******, n: 1 }"),
            ("{ password: 'a,b', n: 1 }", "{ password: *****, n: 1 }"),
            ("captcha: { url: https://solver.example/in?key=abc&n=2 }", "captcha: { url: https://solver.example/in?*********** }"),
            ("url: 'https://solver.example/?abc'", "url: 'https://solver.example/?***'"), ("question: really?yes", "question: really?yes"),
        ])
    func oneLine(line: String, expected: String) throws { #expect(try quoted(line, line: 1) == expected) }

    @Test("A sentence about an address holds neither its password nor its query")
    func sentences() {
        let node = YAMLNode(.scalar(""), style: .plain)
        let message = "'http://me:pass@proxy:1' and 'https://solver.example/in?key=abc' do not fit"
        #expect(
            YAMLProblem(.invalidValue, with: node, keyPath: "", message: message).message
                == "'http://me:<secret>@proxy:1' and 'https://solver.example/in?<secret>' do not fit")
    }
}
