// Govorun: what a value reads as. SPDX-License-Identifier: MIT
import TapeJSON
import Testing

@Suite("Forgiving reads")
struct ReadTests {
    @Test(
        "A whole number is exact, bare or in quotes",
        arguments: [
            ("0", 0), ("-0", 0), ("7", 7), ("-42", -42), ("2000000001", 2_000_000_001), ("9223372036854775807", .max),
            ("-9223372036854775808", .min),
            ("999999999999999999", 999_999_999_999_999_999), ("9007199254740993", 9_007_199_254_740_993), ("1.0", 1), ("-2.00", -2),
            ("1e3", 1000),
            ("1.5e1", 15), ("1500e-2", 15), ("0e999999999999", 0), ("0.0e-5", 0), ("9007199254740993.0", 9_007_199_254_740_993),
            ("922337203685477580.7e1", .max), ("-0.0", 0), ("1E+2", 100), (#""123""#, 123), (#""-5""#, -5), (#""1e2""#, 100),
            (#""007""#, 7),
            (#""\u0031\u0032""#, 12), (#""9223372036854775807""#, .max),
        ])
    func int(text: String, expected: Int) throws { #expect(try root(text).int == expected) }

    @Test(
        "What is no whole number, or does not fit, is nil",
        arguments: [
            "1.5", "1e-1", "9223372036854775808", "-9223372036854775809", "1e19", "1e400", "1e999999999999999999999", "12e-1", "null",
            "true", "[]", "[1]",
            "{}", #""""#, #""abc""#, #""1 ""#, #"" 1""#, #""+1""#, #""0x10""#, #""1,5""#, #""1.""#, #"".5""#, #""-""#, #""1e""#, #""--1""#,
            #""nan""#,
            #""١""#, #""1a""#, #""1.5""#,
        ])
    func noInt(text: String) throws { #expect(try root(text).int == nil) }

    @Test("An unsigned number reaches 2^64 − 1 and no further")
    func unsigned() throws {
        #expect(try root("18446744073709551615").uint64 == .max)
        #expect(try root(#""18446744073709551615""#).uint64 == .max)
        #expect(try root("18446744073709551616").uint64 == nil)
        #expect(try root("-1").uint64 == nil)
        #expect(try root("-0").uint64 == 0)
        #expect(try root("18446744073709551615").int == nil)
    }

    @Test("A narrow integer is read only when it fits")
    func narrow() throws {
        #expect(try root("255").integer(UInt8.self) == 255)
        #expect(try root("256").integer(UInt8.self) == nil)
        #expect(try root("-128").integer(Int8.self) == -128)
        #expect(try root("-129").integer(Int8.self) == nil)
        #expect(try root("-170141183460469231731687303715884105728").integer(Int128.self) == .min)
        #expect(try root("340282366920938463463374607431768211455").integer(UInt128.self) == .max)
    }

    @Test(
        "A double is the nearest one, bare or in quotes",
        arguments: [
            ("0", 0.0), ("1", 1), ("-1.5", -1.5), ("0.1", 0.1), ("1e22", 1e22), ("1e23", 1e23),
            ("123456789012345678", 123_456_789_012_345_680),
            ("5e-324", .leastNonzeroMagnitude), ("4.9406564584124654e-324", .leastNonzeroMagnitude),
            ("2.2250738585072014e-308", 2.2250738585072014e-308),
            ("1.7976931348623157e308", 1.7976931348623157e308), ("9007199254740993", 9_007_199_254_740_992), ("0.3", 0.3),
            ("123e-25", 123e-25),
            ("8.988465674311579e+307", 8.988465674311579e307), ("1e-400", 0), ("123.456e-789", 0), (#""59.934""#, 59.934),
            (#""-0.5""#, -0.5),
            ("999999999999999e22", 999_999_999_999_999e22), ("0.000001", 1e-6), ("30.315868", 30.315868),
        ])
    func double(text: String, expected: Double) throws { #expect(try root(text).double == expected) }

    @Test("Minus zero keeps its sign", arguments: ["-0", "-0.0", "-0e5"])
    func minusZero(text: String) throws { #expect(try root(text).double?.sign == .minus) }

    @Test(
        "A double that would be infinite, or no number, is nil",
        arguments: ["1e400", "-1e400", "1e999999999999", #""nan""#, #""inf""#, #""""#, "null", "true", "[]"])
    func noDouble(text: String) throws { #expect(try root(text).double == nil) }

    @Test(
        "A Boolean is true or false, 1 or 0",
        arguments: [
            ("true", true), ("false", false), ("1", true), ("0", false), ("1.0", true), (#""1""#, true), (#""0""#, false), ("2", nil),
            ("-1", nil),
            ("null", nil), (#""""#, nil), (#""yes""#, nil), ("[]", nil),
        ] as [(String, Bool?)])
    func bool(text: String, expected: Bool?) throws { #expect(try root(text).bool == expected) }

    @Test(
        "A string is the text of a string only; a text may be a number as well",
        arguments: [
            (#""""#, "", ""), (#""да""#, "да", "да"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t", "\"\\/\u{8}\u{c}\n\r\t"),
            (#""a\u0000b""#, "a\0b", "a\0b"), (#""\ud83d\ude00 \u041f""#, "😀 П", "😀 П"), (#""\ud83d""#, "\u{FFFD}", "\u{FFFD}"),
            ("1820350874", nil, "1820350874"), ("-1.50e+2", nil, "-1.50e+2"), ("18446744073709551616", nil, "18446744073709551616"),
            ("true", nil, nil), ("null", nil, nil), ("[]", nil, nil), ("{}", nil, nil),
        ] as [(String, String?, String?)])
    func string(text: String, string: String?, read: String?) throws {
        #expect(try root(text).string == string)
        #expect(try root(text).text == read)
    }

    @Test("Every escaped UTF-16 unit reads as Foundation's own transcoding has it")
    func units() throws {
        for unit in stride(from: UInt16(0), through: 0xfff0, by: 7) {
            let digits = String(unit, radix: 16)
            let escape = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            #expect(try root("\"\(escape)\"").string == String(decoding: [unit], as: UTF16.self))
            #expect(try root("\"\(escape)\\udc01\"").string == String(decoding: [unit, 0xdc01], as: UTF16.self))
        }
    }
}
