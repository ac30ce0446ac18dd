// Govorun: what the writer writes. SPDX-License-Identifier: MIT
import TapeJSON
import Testing

@Suite("JSON writer")
struct WriterTests {
    @Test("Commas and colons come by themselves")
    func structure() throws {
        var writer = JSONWriter()
        let name = "run-time"
        writer.object { writer in
            writer.member("one_time", true)
            writer.key("buttons")
            writer.array { writer in
                writer.write(1)
                writer.array { _ in }
                writer.object { $0.member(name, "x") }
                writer.writeNull()
            }
            writer.key(name)
            writer.write([1, 2, 3])
            writer.member("none", Int?.none)
            writer.member("empty", [String]())
        }
        #expect(writer.text == #"{"one_time":true,"buttons":[1,[],{"run-time":"x"},null],"run-time":[1,2,3],"none":null,"empty":[]}"#)
        #expect(Array(writer.text.utf8) == writer.bytes)
    }

    @Test(
        "A text is escaped where it must be and nowhere else",
        arguments: [
            ("", #""""#), ("plain", #""plain""#), ("Привет, мир 😀", #""Привет, мир 😀""#), (#"a"b\c/d"#, #""a\"b\\c/d""#),
            ("\n\r\t\u{8}\u{c}", #""\n\r\t\b\f""#),
            ("\0\u{1}\u{1f}", #""\u0000\u0001\u001f""#), ("\u{7f}\u{2028}", "\"\u{7f}\u{2028}\""), ("1234567\"8", #""1234567\"8""#),
            ("12345678\\", #""12345678\\""#), ("абвгдежз\n", #""абвгдежз\n""#), ("\u{1}\"\u{2}", #""\u0001\"\u0002""#),
        ])
    func escapes(text: String, written: String) throws {
        var writer = JSONWriter()
        writer.write(text)
        #expect(writer.text == written)
        #expect(try root(writer.text).string == text)
    }

    @Test("Every code unit below 0x100 comes back, wherever it stands among eight")
    func everyUnit() throws {
        for value in UInt32(0)..<0x100 {
            let scalar = try #require(Unicode.Scalar(value))
            for position in 0..<10 {
                let text = String(repeating: "a", count: position) + String(scalar) + "bcdefghij"
                #expect(try root(JSONValue(text).serialized).string == text)
            }
        }
    }

    @Test("Integers keep every digit")
    func integers() {
        #expect(
            JSONValue.array([.init(Int.min), .init(Int.max), .init(UInt64.max), .init(Int8.min), 0, 9, 10, 99, 100]).serialized
                == "[-9223372036854775808,9223372036854775807,18446744073709551615,-128,0,9,10,99,100]")
        var writer = JSONWriter()
        writer.write([UInt8.max, 0])
        #expect(writer.text == "[255,0]")
        #expect(JSONValue(Int128.min).serialized == "-170141183460469231731687303715884105728")
    }

    @Test(
        "Doubles are written with the fewest digits that read back",
        arguments: [
            (0.1, "0.1"), (1, "1"), (-2.5, "-2.5"), (1e21, "1e+21"), (.leastNonzeroMagnitude, "5e-324"),
            (1.7976931348623157e308, "1.7976931348623157e+308"),
            (-0.0, "-0"), (0.30000000000000004, "0.30000000000000004"), (123456789.125, "123456789.125"), (.infinity, "null"),
            (.nan, "null"),
        ])
    func doubles(value: Double, written: String) throws {
        var writer = JSONWriter()
        writer.write(value)
        #expect(writer.text == written)
        #expect(try root(written).double == (value.isFinite ? value : nil))
    }

    @Test("Doubles of every size come back as they were")
    func roundTrip() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let value = Double(bitPattern: random.next())
            var writer = JSONWriter()
            writer.write(value)
            #expect(try root(writer.text).double == (value.isFinite ? value : nil), "\(value.bitPattern)")
        }
    }

    @Test("A Float is written by its own digits")
    func float() {
        var writer = JSONWriter()
        writer.write([Float(0.1), 3, .infinity])
        #expect(writer.text == "[0.1,3,null]")
    }

    @Test("Views are written as they stand, anything Encodable by its coder")
    func views() throws {
        var writer = JSONWriter()
        try writer.array { writer in
            writer.write(try root(#"{ "a" : 1.0 }"#))
            writer.write(JSON.absent)
            try writer.encode(["key": [1, 2]])
            writer.raw("{}".utf8)
        }
        #expect(writer.text == #"[{ "a" : 1.0 },null,{"key":[1,2]},{}]"#)
    }
}
