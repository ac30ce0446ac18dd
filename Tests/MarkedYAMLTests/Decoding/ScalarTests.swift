// Govorun: what scalars mean to typed options. SPDX-License-Identifier: MIT
import Foundation
import MarkedYAML
import Testing

@Suite("Scalars: text stays text, the rest follows YAML 1.2")
struct ScalarTests {
    struct One<Value: Decodable>: Decodable { var v: Value }

    private func read<T: Decodable>(_ type: T.Type, _ text: String) throws(YAMLErrors) -> T {
        try decode(One<T>.self, "v: \(text)").v
    }

    private func refusal<T: Decodable>(_ type: T.Type, _ text: String) -> String {
        problems(of: "v: \(text)", as: One<T>.self).joined(separator: " | ")
    }

    @Test(
        "A text option takes exactly what stands there",
        arguments: [
            "no", "on", "Yes", "true", "12:30", "007", "1e3", "2024-01-01", "1_000", "0x10", "0o17", ".inf", "+7", "1.0", "=", "y",

            "a#b", "/start", "привет, мир", "x: y".replacing(": ", with: ":"), "nul", "None", "~x", "$5", "https://vk.com/id1?a=b&c",
        ])
    func text(text: String) throws {
        #expect(try read(String.self, text) == text)
        #expect(try read(String?.self, text) == text)
        #expect(try decode([String].self, "- \(text)") == [text])
        #expect(try decode([String: Int].self, "\(text): 1") == [text: 1])
    }

    @Test(
        "Quotes and blocks give what is in them",
        arguments: [
            ("''", ""), ("\"\"", ""), ("'null'", "null"), ("\"~\"", "~"), ("'it''s'", "it's"), ("\"a\\nb\"", "a\nb"), ("!!str 12", "12"),
            ("!!str", ""), ("|\n  a\n  b", "a\nb"), (">-\n  a\n  b", "a b"), ("|\n  null", "null"), ("a\n  b", "a b"),
        ])
    func quoted(text: String, expected: String) throws {
        #expect(try read(String.self, text) == expected)
        #expect(try read(String?.self, text) == expected)
    }

    @Test("Nothing is not text", arguments: ["", "null", "~", "Null", "NULL"]) func null(text: String) throws {
        #expect(try read(String?.self, text) == nil)
        #expect(try read(Int?.self, text) == nil)
        let hint = text.isEmpty ? "" : "; put it in quotes if the text '\(text)' is meant"
        #expect(refusal(String.self, text).hasSuffix(" v: expected text, found nothing\(hint)"))
        #expect(refusal(Int.self, text).hasSuffix(" v: expected a whole number, found nothing"))
    }

    @Test(
        "Booleans are true and false, and on off yes no in any case",
        arguments: [
            ("true", true), ("True", true), ("TRUE", true), ("yes", true), ("YES", true), ("on", true), ("On", true), ("false", false),
            ("no", false), ("No", false), ("off", false), ("oFF", false),
        ])
    func booleans(text: String, expected: Bool) throws {
        #expect(try read(Bool.self, text) == expected)
    }

    @Test(
        "Whole numbers are decimal, hexadecimal or octal",
        arguments: [
            ("0", 0), ("-1", -1), ("+7", 7), ("007", 7), ("0x1F", 31), ("0o17", 15), ("9223372036854775807", .max),
            ("-9223372036854775808", .min),
        ])
    func integers(text: String, expected: Int) throws {
        #expect(try read(Int.self, text) == expected)
    }

    @Test("Every width has its range") func widths() throws {
        try checkWidth(Int8.self)
        try checkWidth(Int16.self)
        try checkWidth(Int32.self)
        try checkWidth(Int64.self)
        try checkWidth(Int128.self)
        try checkWidth(UInt8.self)
        try checkWidth(UInt16.self)
        try checkWidth(UInt32.self)
        try checkWidth(UInt64.self)
        try checkWidth(UInt128.self)
        try checkWidth(Int.self)
        try checkWidth(UInt.self)
    }

    private func checkWidth<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws {
        #expect(try read(T.self, "\(T.max)") == T.max)
        #expect(try read(T.self, "\(T.min)") == T.min)
        #expect(refusal(T.self, "\(T.max)0").contains("expected a whole number"))
        #expect(refusal(T.self, "\(T.max)0").contains("the range is \(T.min) to \(T.max)"))
        #expect(!T.isSigned || refusal(T.self, "\(T.min)0").contains("the range is"))
        #expect(refusal(T.self, "ten").contains("found 'ten'"))
    }

    @Test(
        "Numbers may have a point and an exponent",
        arguments: [
            ("1", 1), ("-1.5", -1.5), (".5", 0.5), ("1.", 1), ("1e3", 1_000), ("1.5E-2", 0.015), (".inf", .infinity), ("-.Inf", -.infinity),
            ("0x10", 16), ("+1", 1), ("007", 7),
        ] as [(String, Double)])
    func numbers(text: String, expected: Double) throws {
        #expect(try read(Double.self, text) == expected)
        #expect(try read(Float.self, text) == Float(expected))
        #expect(try read(Double.self, ".nan").isNaN)
    }

    @Test(
        "Durations have units",
        arguments: [
            ("500ms", .milliseconds(500)), ("10s", .seconds(10)), ("5m", .seconds(300)), ("2h", .seconds(7_200)), ("1d", .seconds(86_400)),
            ("0", .zero), ("0s", .zero), ("1h30m", .seconds(5_400)), ("1.5h", .seconds(5_400)), ("'10s'", .seconds(10)),
            ("0.25ms", .microseconds(250)),
        ] as [(String, Duration)])
    func durations(text: String, expected: Duration) throws {
        #expect(try read(Duration.self, text) == expected)
        #expect(try read(Duration?.self, text) == expected)
        #expect(try decode([Duration].self, "- \(text)") == [expected])
    }

    @Test(
        "What is no duration is refused",
        arguments: [
            "10", "s", "10 s", "-5s", "1w", "10S", ".5s", "1.s", "99999999999999999999s", "9223372036854775807d", "9223372036854775807s1s",
            "soon", "0.0",
        ])
    func notDurations(text: String) {
        #expect(refusal(Duration.self, text).contains("v: expected a duration such as 500ms, 10s, 5m, 2h or 1d, found '\(text)'"))
    }

    @Test("A duration that no clock can be moved by is refused")
    func longDurations() throws {
        #expect(try read(Duration.self, "36500d") == .seconds(36_500 * 86_400))
        #expect(refusal(Duration.self, "36501d").contains("36500d is the longest"))
    }

    @Test("An address needs its scheme") func addresses() throws {
        #expect(try read(URL.self, "https://vk.com/id1?a=b#c").absoluteString == "https://vk.com/id1?a=b#c")
        #expect(refusal(URL.self, "vk.com") == "1:4 v: expected an address such as https://example.org/path, found 'vk.com'")
        #expect(refusal(URL.self, "a b").contains("expected an address"))
    }

    @Test(
        "A wrong value is told with what stood there, and what to do",
        arguments: [
            ("abc", "expected a whole number, found 'abc'"), ("'5'", "expected a whole number, found the text '5'; remove the quotes"),
            ("1_000", "expected a whole number, found '1_000'; write 1000"), ("1.5", "expected a whole number, found '1.5'"),
            ("[1]", "expected a whole number, found a list"), ("{a: 1}", "expected a whole number, found a mapping"),
            ("1e999", "expected a whole number, found '1e999'"), ("0x", "expected a whole number, found '0x'"),
            ("true", "expected a whole number, found 'true'"),
            ("!env X", "the tag '!env' means nothing here; a text that begins with '!' needs quotes"),
            ("\(String(repeating: "x", count: 50))", "expected a whole number, found '\(String(repeating: "x", count: 40))…'"),
            ("\"a\\tb\\nc\"", "expected a whole number, found the text 'a\\tb\\nc'"),
        ])
    func refusals(text: String, expected: String) {
        #expect(refusal(Int.self, text) == "1:4 v: \(expected)")
    }

    @Test("Each type says what it expects") func expectations() {
        #expect(refusal(Bool.self, "maybe") == "1:4 v: expected true or false, found 'maybe'")
        #expect(refusal(Bool.self, "1") == "1:4 v: expected true or false, found '1'")
        #expect(refusal(Bool.self, "'yes'") == "1:4 v: expected true or false, found the text 'yes'; remove the quotes")
        #expect(refusal(UInt8.self, "256") == "1:4 v: expected a whole number, 0 or more, found '256'; the range is 0 to 255")
        #expect(refusal(UInt.self, "-1").hasPrefix("1:4 v: expected a whole number, 0 or more, found '-1'"))
        #expect(refusal(Double.self, "1e999") == "1:4 v: expected a number, found '1e999'")
        #expect(refusal(Float.self, "1e300") == "1:4 v: expected a number, found '1e300'")
        #expect(refusal([Int].self, "5") == "1:4 v: expected a list, found '5'")
        #expect(refusal([Int].self, "") == "1:3 v: expected a list, found nothing; write [] for none")
        #expect(refusal([String: Int].self, "[a]") == "1:4 v: expected a mapping, found a list")
    }
}
