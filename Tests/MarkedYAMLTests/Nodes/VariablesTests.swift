// Govorun: ${NAME} in values. SPDX-License-Identifier: MIT
import MarkedYAML
import Testing

@Suite("Variables: replaced after parsing, so a value never changes the structure")
struct VariablesTests {
    private static let environment = [
        "NAME": "Anna", "EMPTY": "", "PORT": "8080", "NASTY": "x\n- y: [z] # ${NAME} \"q\"", "NULL": "null", "TOKEN": "vk1.a.secret-value",
        "_a1": "low",
    ]

    private func expand(_ text: String) throws -> (document: YAMLDocument, problems: [YAMLProblem]) {
        try document(text).interpolated { Self.environment[$0] }
    }

    @Test(
        "Each form gives its text",
        arguments: [
            ("${NAME}", "Anna"), ("a ${NAME} b ${PORT} c", "a Anna b 8080 c"), ("${NAME}${NAME}", "AnnaAnna"), ("x${EMPTY}y", "xy"),
            ("${NONE:-other}", "other"), ("${EMPTY:-other}", "other"), ("${NAME:-other}", "Anna"), ("x${NONE:-}", "x"),
            ("${NONE:-${NAME}}", "Anna"),
            ("${NONE:-${NADA:-deep}} end", "deep end"), ("${NAME:?needed}", "Anna"), ("$$", "$"), ("$${NAME}", "${NAME}"),
            ("$$$${NAME}", "$${NAME}"),
            ("$$${NAME}", "$Anna"), ("5$", "5$"), ("a$b", "a$b"), ("^\\d+$", "^\\d+$"), ("$NAME", "$NAME"), ("${_a1}", "low"),
            ("${NASTY}", "x\n- y: [z] # ${NAME} \"q\""),
            ("'${NAME}'", "Anna"), ("\"${NAME}\\n\"", "Anna\n"), ("|\n  ${NAME}\n", "Anna\n"), ("${NONE:-a:b}", "a:b"),
            ("${NONE:-$$}", "$"), ("${NONE:-:-}", ":-"),
        ])
    func forms(text: String, expected: String) throws {
        let (document, problems) = try expand("key: \(text)")
        #expect(problems.isEmpty)
        #expect(document.root["key"]?.scalar == expected)
        #expect(document.root.mapping?.count == 1)
    }

    @Test(
        "What cannot be replaced is told at its own place, with variable and key",
        arguments: [
            ("bots:\n  a: x ${NONE} y", ["2:8 bots.a: the variable NONE is not set"]),
            (
                "bots:\n  a: ${NAME} ${NONE} ${NADA}",
                ["2:14 bots.a: the variable NONE is not set", "2:22 bots.a: the variable NADA is not set"]
            ),
            ("a: ${NONE:?create a token first}", ["1:4 a: NONE is not set: create a token first"]),
            ("a: ${EMPTY:?must not be empty}", ["1:4 a: EMPTY is not set: must not be empty"]),
            ("a: ${NONE", ["1:4 a: '${NONE' is never closed by '}'; write ${NAME}, ${NAME:-default} or ${NAME:?message}, $$ for a dollar"]),
            ("a: '${}'", ["1:5 a: '${' is not a variable; write ${NAME}, ${NAME:-default} or ${NAME:?message}, $$ for a dollar"]),
            ("a: ${1A}", ["1:4 a: '${1A' is not a variable; write ${NAME}, ${NAME:-default} or ${NAME:?message}, $$ for a dollar"]),
            ("a: ${A-b}", ["1:4 a: '${A-b' is not a variable; write ${NAME}, ${NAME:-default} or ${NAME:?message}, $$ for a dollar"]),
            ("a: [b, 'привет ${NONE}']", ["1:16 a[1]: the variable NONE is not set"]),
            ("a: |\n  one\n  two ${NONE}\n", ["3:7 a: the variable NONE is not set"]),
            ("a: ${NAME:-${X}} ${NONE}", ["1:18 a: the variable NONE is not set"]),
            ("a: ${EMPTY:-${X}}", ["1:13 a: the variable X is not set"]),
            ("a: $${X} ${NONE}", ["1:10 a: the variable NONE is not set"]),
            ("a: &x ${NONE}\nb: *x", ["1:7 a: the variable NONE is not set"]),
        ])
    func faults(text: String, expected: [String]) throws {
        #expect(try expand(text).problems.map { "\($0.mark.line):\($0.mark.column) \($0.message)" } == expected)
    }

    @Test("Neither nesting nor number of variables takes the process with it") func hostile() throws {
        let nested = String(repeating: "${X:-", count: 5_000) + String(repeating: "}", count: 5_000)
        #expect(try expand("a: '\(nested)'").problems.map(\.message) == ["a: defaults lie in each other more than 8 levels deep"])
        #expect(try expand("a: '\(String(repeating: "${X}", count: 5_000))'").problems.count == 100)
        #expect(try expand("a: '\(String(repeating: "${X", count: 5_000))'").problems.count == 1)
    }

    struct Web: DefaultedOptions, Equatable {
        var port = 80
        var password = "none"
        var secret: String? = "s"
        var on = false
    }

    private func web(_ text: String) throws -> Web {
        try YAMLDecoder().decode(Web.self, from: try expand(text).document.root)
    }

    @Test(
        "A replaced plain value is typed, a quoted one is text, an empty one is nothing for an optional",
        arguments: [
            ("port: ${PORT}", Web(port: 8080)), ("password: ${NONE:-}", Web(password: "")), ("secret: ${NONE:-}", Web(secret: nil)),
            ("secret: '${NONE:-}'", Web(secret: "")), ("secret: ${NULL}", Web(secret: "null")), ("secret: ${NONE:-null}", Web(secret: nil)),
            ("password: ${NULL}", Web(password: "null")), ("on: ${NONE:-yes}", Web(on: true)),
        ] as [(String, Web)])
    func typed(text: String, expected: Web) throws {
        var expected = expected
        if !text.hasPrefix("secret") { expected.secret = "s" }
        #expect(try web(text) == expected)
    }

    @Test("A number in quotes is text, a variable or not") func quotedNumber() {
        #expect(throws: YAMLErrors.self) { try web("port: '${PORT}'") }
    }

    @Test("Keys are left alone") func keys() throws {
        #expect(try expand("${NAME}: 1").document.root["${NAME}"]?.scalar == "1")
    }

    @Test("The value of a variable is in no message", arguments: ["port: ${TOKEN}", "port: x${TOKEN}", "on: ${TOKEN}", "port: '${TOKEN}'"])
    func sensitive(text: String) throws {
        let document = try expand(text).document
        #expect(document.root.mapping?.first?.value.isSensitive == true)
        let error = try #require(throws: YAMLErrors.self) { try YAMLDecoder().decode(Web.self, from: document.root) }
        #expect(!"\(error) \(error.problems)".contains("secret-value"))
        #expect(error.problems.first?.message.contains("found a value that is not shown here") == true)
    }

    struct Loud: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "cannot use '\(text)'")
        }
    }

    @Test("Nor is it in what a type throws, or in what an enum refuses") func sensitiveForeign() throws {
        let document = try expand("a: pre ${TOKEN}").document
        let error = try #require(throws: YAMLErrors.self) { try YAMLDecoder().decode([String: Loud].self, from: document.root) }
        #expect(error.problems.map(\.message) == ["a: cannot use 'pre <secret>'"])
        let refused = try #require(throws: YAMLErrors.self) { try YAMLDecoder().decode([String: Greeting.Mode].self, from: document.root) }
        #expect(refused.problems.map(\.message) == ["a: expected one of quiet, loud, long-poll, found a value that is not shown here"])
        #expect(!document.root.flowText.contains("secret-value"))
        let node = try #require(document.root["a"])
        #expect(
            !YAMLProblem(.invalidValue, with: node, keyPath: "a", message: "bad: \(node.scalar ?? "")").rendered.contains("secret-value"))
    }

    @Test("A value that was replaced with a problem is not complained about again") func together() throws {
        let (document, problems) = try expand("port: ${NONE}\nsecret: [1]\npasword: x")
        #expect(problems.count == 1)
        let error = try #require(throws: YAMLErrors.self) { try YAMLDecoder().decode(Web.self, from: document.root) }
        #expect(error.problems.map(\.mark.line) == [2, 3])
        #expect(YAMLErrors(problems + error.problems).problems.map(\.mark.line) == [1, 2, 3])
        #expect(try YAMLDecoder().decode([String: Int].self, from: try expand("a: 1\nb: ${NONE}").document.root) == ["a": 1])
    }
}
