// Govorun: every text comes through a script unchanged. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON
import Testing

@testable import VKSimulator

@Suite("VKScript: texts")
struct ScriptTextTests {
    /// What a call inside a script receives as `message`, and what the script returns.
    private func through(_ literal: String) throws -> (received: String?, returned: String?) {
        let program = try ScriptCompiler.compile("var m = \(literal); API.messages.send({\"message\": m}); return m;")
        var machine = ScriptMachine(program, arguments: Parameters([]))
        guard case .call(_, let fields) = try machine.run(), case .finished(let bytes) = try machine.run(answer: 1) else {
            return (nil, nil)
        }
        return (fields.first?.value, try JSONDocument(bytes).root.string)
    }

    @Test("Random text written as JSON arrives byte for byte, in double and single quotes")
    func random() throws {
        var generator = SystemRandomNumberGenerator()
        let special: [Unicode.Scalar] = [
            "\"", "'", "\\", "/", "\n", "\r", "\t", "\0", "\u{8}", "\u{c}", "\u{1b}", "\u{7f}", "\u{85}", "\u{2028}", "\u{2029}",
            "\u{feff}",
            "😀", "\u{200d}", "\u{fe0f}", "\u{301}", "é", "Ж", "@", ";", "{", "}", "\u{10ffff}", "\u{d7ff}", "\u{e000}", "u",
        ]
        for _ in 0..<2_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...24, using: &generator) {
                let anything = Unicode.Scalar(UInt32.random(in: 0...0x10ffff, using: &generator))
                text.append(Bool.random(using: &generator) ? special.randomElement(using: &generator) ?? "x" : anything ?? "y")
            }
            let expected = Array(String(text).utf8)
            let double = try through(JSONValue(String(text)).serialized)
            #expect(double.received.map { Array($0.utf8) } == expected)
            #expect(double.returned.map { Array($0.utf8) } == expected)
            let single = try through(Self.singleQuoted(String(text)))
            #expect(single.received.map { Array($0.utf8) } == expected)
        }
    }

    /// The JSON form with the other quotes: `'` is escaped, `"` is not.
    private static func singleQuoted(_ text: String) -> String {
        let parts = text.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).map { part in
            let json = JSONValue(String(decoding: part, as: UTF8.self)).bytes.dropFirst().dropLast()
            return json.flatMap { $0 == UInt8(ascii: "'") ? Array("\\'".utf8) : [$0] }
        }
        return "'" + String(decoding: Array(parts.joined(separator: "\"".utf8)), as: UTF8.self) + "'"
    }

    @Test(
        "An escape is what JSON says; half a surrogate pair is the replacement character",
        arguments: [
            (#""\u041f\u0440""#, "Пр"), (#""\ud83d\ude00""#, "😀"), (#""\ud83d""#, "\u{fffd}"), (#""\ude00x""#, "\u{fffd}x"),
            (#""\ud83d\n""#, "\u{fffd}\n"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#"'it\'s "x" \\'"#, #"it's "x" \"#),
            (#"'\\\''"#, #"\'"#), (#"'\\"'"#, #"\""#), (#"'\"'"#, "\""), ("\"// /* */ ;\"", "// /* */ ;"), ("\"\u{2028}\"", "\u{2028}"),
            (#""\u0000""#, "\0"),
        ])
    func escapes(literal: String, text: String) throws {
        let (received, returned) = try through(literal)
        #expect(received.map { Array($0.utf8) } == Array(text.utf8))
        #expect(returned.map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test("Keys are kept byte for byte too: composed and decomposed letters are two keys")
    func keys() {
        let run = ScriptRun("var o = {\"\u{e9}\":1,\"e\u{301}\":2}; return [o, o[\"\u{e9}\"], o[\"e\\u0301\"]];")
        #expect(run.result == "[{\"\u{e9}\":1,\"e\u{301}\":2},1,2]")
    }
}
