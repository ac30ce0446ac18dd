// Govorun: problems as people read them. SPDX-License-Identifier: MIT
import MarkedYAML
import Testing

@Suite("Rendering: place, sentence, line and caret")
struct RenderingTests {
    private func rendered(_ text: String) throws -> String {
        let error = try #require(throws: YAMLErrors.self) { try decode([String: [String: Int]].self, text) }
        return error.description
    }

    @Test(
        "The caret stands under the value",
        arguments: [
            ("a:\n  b: x", "bots.yaml:2:6: error: a.b: expected a whole number, found 'x'\n  b: x\n     ^"),
            ("a: {\tb:\tx}", "bots.yaml:1:9: error: a.b: expected a whole number, found 'x'\na: {\tb:\tx}\n    \t  \t^"),
            ("a: {日本: x}", "bots.yaml:1:9: error: a.日本: expected a whole number, found 'x'\na: {日本: x}\n          ^"),
            ("a: {'👍🏽': x}", "bots.yaml:1:11: error: a.'👍🏽': expected a whole number, found 'x'\na: {'👍🏽': x}\n          ^"),
            ("a: {и\u{306}: x}", "bots.yaml:1:9: error: a.и\u{306}: expected a whole number, found 'x'\na: {и\u{306}: x}\n       ^"),
        ])
    func caret(text: String, expected: String) throws {
        #expect(try rendered(text) == expected)
    }

    struct Root: Decodable {
        struct Bot: Decodable { var plugins: [String]? }
        var bots: [String: Bot]
    }

    @Test("A misspelt key reads as the documentation shows it") func misspelt() throws {
        let text = "bots:\n  helpdesk:\n    plugns: [echo]"
        let error = try #require(throws: YAMLErrors.self) { try decode(Root.self, text) }
        let first = "bots.yaml:3:5: error: unknown key 'plugns' in bots.helpdesk; did you mean 'plugins'?"
        #expect(error.description == "\(first)\n    plugns: [echo]\n    ^")
        #expect(error.problems.first?.keyPath == "bots.helpdesk.plugns")
    }

    @Test("A long line is cut around the place") func longLine() throws {
        let lines = try rendered(
            "a: { \((0..<80).map { "key\($0): 1" }.joined(separator: ", ")), bad: x, \((0..<80).map { "yek\($0): 1" }.joined(separator: ", ")) }"
        )
        .split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1].hasPrefix("…") && lines[1].hasSuffix("…") && lines[1].count < 130)
        #expect(lines[1].dropFirst(lines[2].count - 1).hasPrefix("x, yek0"))
    }

    @Test("Problems are sorted by place and told once") func order() {
        let problems = (1...3).map {
            YAMLProblem(.invalidValue, with: YAMLNode(.scalar("x"), style: .plain), keyPath: "k", message: "m\(4 - $0)")
        }
        #expect(YAMLErrors(problems + problems).problems.map(\.message) == ["m1", "m2", "m3"])
    }

    @Test("A node made in code has no place unless it is given one") func made() throws {
        let original = try document("a:\n  b: 1").root["a"]
        let made = YAMLNode(.scalar("x"), style: .plain, placedLike: original)
        #expect(YAMLProblem(.invalidValue, with: made, keyPath: "a", message: "is bad").description == "bots.yaml:2:3: error: is bad")
        let placeless = YAMLNode(.scalar("x"), style: .plain)
        #expect(
            YAMLProblem(.invalidValue, with: placeless, keyPath: "a", message: "is bad", severity: .warning).rendered == "warning: is bad")
        let named = try #require(throws: YAMLErrors.self) {
            try YAMLDecoder().decode(Int.self, from: placeless, in: try document("a: 1"), at: "a")
        }
        #expect(named.problems.first?.file == "bots.yaml")
    }

    @Test(
        "Lines are quoted without their secrets",
        arguments: [
            ("token: vk1.a.AbCdEf-123 456", "token: **************** ***"), ("user_token: 'abc', x: 1", "user_token: *****, x: 1"),
            ("{ password: \"p w\", b: 1 }", "{ password: ** **, b: 1 }"),
            ("proxy: http://user:pass@host:1/", "proxy: http://user:****@host:1/"),
            ("token: ${TOKEN}", "token: ${TOKEN}"), ("say: vk1.a.0123456789abcdef", "say: **********************"),
            ("confirmation_secret:   abc", "confirmation_secret:   ***"), ("callback: { secret: abc }", "callback: { secret: *** }"),
            ("token: { env: NAME }", "token: { env: NAME }"), ("text: the token: abc", "text: the token: ***"),
            ("plain: abc def", "plain: abc def"),
        ])
    func masking(line: String, expected: String) throws {
        let error = try #require(throws: YAMLErrors.self) { try document("x: 1\n\(line) \u{7}") }
        #expect(error.problems.first?.sourceLine?.hasPrefix(expected) == true, "\(error.problems.first?.sourceLine ?? "")")
    }

    @Test("Nothing in a file can steer the terminal") func controls() throws {
        let error = try #require(throws: YAMLErrors.self) { try decode([String: Int].self, "a: \"x\\e[31m\\u202E\" # \u{202E}y") }
        #expect(error.problems.map(\.message) == ["a: expected a whole number, found the text 'x\u{FFFD}[31m\u{FFFD}'"])
        #expect(!error.description.unicodeScalars.contains("\u{202E}"))
        let refused = try #require(throws: YAMLErrors.self) { try document("a: \u{1B}[31m") }
        #expect(refused.problems.first?.sourceLine == "a: \u{FFFD}[31m")
    }

    @Test("A value under a secret key is in no message") func secretKeys() {
        #expect(
            problems(of: "token: [abc]", as: [String: [Int]].self) == [
                "1:9 token[0]: expected a whole number, found a value that is not shown here"
            ])
        let found = problems(of: "token: abc\nb: abc", as: [String: Int].self)
        #expect(
            found == [
                "1:8 token: expected a whole number, found a value that is not shown here", "2:4 b: expected a whole number, found 'abc'",
            ])
    }
}
