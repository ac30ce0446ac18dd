// Govorun: texts that every JSON parser must refuse. SPDX-License-Identifier: MIT

/// One case for each class of the public suites' "n" files, and some more.
let refusedTexts: [Text] = refusedArrays + refusedObjects + refusedNumbers + refusedStrings + refusedWords + refusedStructures

private let refusedArrays: [Text] =
    [
        "[1 true]", #"["": 1]"#, #"[""],"#, "[,1]", "[1,,2]", #"["x",,]"#, #"["x"]]"#, #"["",]"#, #"["x""#, "[x", "[3[4]]", "[1:2]", "[,]",
        "[-]", "[   , \"\"]", "[\"a\",\n4\n,1,", "[1,]", "[1,,]", #"["a\#u{0B}a"\f]"#, "[*]", #"["""#, "[1,", "[1,\n1\n,1", "[{}", "[", "]",
        "[[]", "[]]", "[1 2]", "[;]", "[1;2]", "[(1)]", "(1)", "[1}", "[{]", "[1, , 2]", "[\u{A0}]", "[\u{0C}]", "[\u{0B}1]", "[\u{2060}]",
        "[\u{FEFF}]", "[0\u{3000}]", "[]a", "[] []", "[],", "[]#", "[\u{00}]", "[]\u{00}",
    ].map { Text("array: \($0.debugDescription)", $0) } + [
        Text("array: not UTF-8", bytes: [0x5b, 0xff, 0x5d]), Text("array: not UTF-8 after a value", bytes: [0x5b, 0x61, 0xe5, 0x5d]),
    ]

private let refusedObjects: [Text] =
    [
        #"["x", truth]"#, #"{[: "x"}"#, #"{"x", null}"#, #"{"x"::"b"}"#, "{🇨🇭}", #"{"a":"a" 123}"#, "{key: 'value'}", #"{"a" b}"#,
        #"{:"b"}"#,
        #"{"a" "b"}"#, #"{"a":"#, #"{"a""#, "{1:1}", "{9999E9999:1}", "{null:null,null:null}", #"{"id":0,,,,,}"#, "{'a':0}", #"{"id":0,}"#,
        #"{"a":"b"}/**/"#, #"{"a":"b"}/**//"#, #"{"a":"b"}//"#, #"{"a":"b"}/"#, #"{"a":"b",,"c":"d"}"#, #"{a: "b"}"#, #"{"a":"a"#,
        #"{ "foo" : "bar", "a" }"#, #"{"a":"b"}#"#, "{", "}", "{}}", "{,}", #"{,"a":1}"#, #"{"a":}"#, #"{"a":1"#, #"{"a":1,"#, #"{"a":1]"#,
        #"{"a"}"#, #"{"a":1 "b":2}"#, #"{"a":1,"b"}"#, #"{"a";1}"#, #"{"a"=1}"#, #"{true:1}"#, "{[]:1}", "{{}:1}", #"{"a":1}{"b":2}"#,
        #"{"a":/*c*/1}"#, #"{"a":1 /*c*/}"#, #"{/*c*/"a":1}"#, "{\"a\":1\n//c\n}", #"{"":"#, #"{"a":b}"#, #"{"a": undefined}"#,
        "{\"a\"\u{00}:1}",
    ].map { Text("object: \($0.debugDescription)", $0) } + [
        Text("object: a key not UTF-8", bytes: [0x7b, 0x22, 0xb9, 0x22, 0x3a, 0x22, 0x30, 0x22, 0x2c, 0x7d])
    ]

private let refusedNumbers: [Text] =
    [
        "++1234", "+1", "+Inf", "-01", "-1.0.", "-2.", "-NaN", ".-1", ".2e-3", "0.1.2", "0.3e+", "0.3e", "0.e1", "0E+", "0E", "0e+", "0e",
        "1.0e+",
        "1.0e-", "1.0e", "1 000.0", "1eE2", "2.e+3", "2.e-3", "2.e3", "9.e+", "Inf", "NaN", "１", "1+2", "0x1", "0x42", "Infinity", "0e+-1",
        "-123.123foo", "-Infinity", "-foo", "- 1", "-012", "-.123", "-1x", "1ea", "1e1\u{E5}", "1.", ".123", "1.2a-3",
        "1.8011670033376514H-308",
        "012", "00", "-00", "01.5", "1_000", "1,5,", "0b1", "0o7", "1e", "1e1.5", "1.5.5", "--1", "-", "-e1", "e1", ".", "-.", "1.e1", "٣",
        "1f", "0X1A",
        "1e+", "1E-", "1L", "1n", "\u{2212}1", "$1", "1%", "0-1", "1/2", "-+1", "1e--1", "1e 5", "1. 5", "1 .5",
    ].flatMap { [Text("number: \($0)", "[\($0)]"), Text("bare number: \($0)", $0)] } + [
        Text("number: cut after a minus", "-"), Text("number: not UTF-8 after digits", bytes: [0x5b, 0x31, 0x32, 0x33, 0xe5, 0x5d]),
        Text("number: not UTF-8 in an exponent", bytes: [0x5b, 0x31, 0x65, 0x31, 0xe5, 0x5d]),
        Text("number: followed by NUL", "1\u{00}"),
    ]

private let refusedStrings: [Text] =
    [
        #"["\uD800\"]"#, #"["\uD800\u"]"#, #"["\uD800\u1"]"#, #"["\uD800\u1x"]"#, "[é]", #"["\x00"]"#, #"["\\\"]"#, "[\"\\\t\"]",
        #"["\🌀"]"#,
        #"["\"]"#, #"["\u00A"]"#, #"["\uD834\uDd"]"#, #"["\uD800\uD800\x"]"#, #"["\a"]"#, #"["\uqqqq"]"#, #"[\u0020"asd"]"#, "[\\n]", "\"",
        "['single quote']", "abc", #"["\"#, "[\"a\u{00}a\"]", "[\"new\nline\"]", "[\"\t\"]", #""\UA66D""#, #"""x"#, #"["a"b"]"#,
        #"["\u{41}"]"#,
        #"["\U00000041"]"#, #"["\'"]"#, #"["\0"]"#, #"["\v"]"#, #"["\e"]"#, #"["\u 041"]"#, #"["\u004"]"#, #"["\u004G"]"#, #"["\u-041"]"#,
        #"["\u+041"]"#,
        "[\"\u{1F}\"]", "[\"\u{01}\"]", "[\"\r\"]", "[\"\u{08}\"]", #""abc"#, #""\"#, #""\u"#, #""\u0"#, #""\u00"#, #""\u004"#, #""\u0041"#,
        "'a'", "`a`", "“a”",
        #""a" "b""#, #""a"""#, "\"12345678\n\"", "\"1234567\u{00}\"", "\"абвгдежз\u{02}\"", "\"12345678",
    ].map { Text("string: \($0.debugDescription)", $0) } + [
        Text("string: not UTF-8 in an escape", quoted: [0x5c, 0x75, 0xe5]),
        Text("string: not UTF-8 after a backslash", quoted: [0x5c, 0xe5]),
    ]

private let refusedWords: [Text] = [
    "[fals]", "[nul]", "[tru]", "[True]", "[TRUE]", "[False]", "[Null]", "[NULL]", "[None]", "[nil]", "[undefined]", "[truefalse]",
    "[true1]",
    "tru", "t", "f", "n", "fals", "nul", "nulll", "truee", "true false", "nan", "[yes]", "[tr\u{00}ue]", "[n]", "[t]", "[nu ll]",
].map { Text("word: \($0.debugDescription)", $0) }

private let refusedStructures: [Text] =
    [
        "", " ", "\n", "\t\r\n ", "\u{FEFF}", "<.>", "[<null>]", "[1]x", "[1]]", #"["asd]"#, "aå", "[True]", "1]", #"{"x": true,"#, "[][]",
        "{\"a\":\u{00}1}", "[\"a\"", #"{""#, "{]", "[}", #"{"a":[}"#, "2@", "{}x", "[1,\n\"a\n", "#{}", "*", "[\\u000A\"\"]", "[1",
        "[ false, nul", "[ true, fals",
        "[ false, tru", "{\"asd\":\"asd\"", "å", "\u{2060}", "\u{0C}[]", "[\u{0C}]", "\u{A0}[]", "\u{85}[]", "//\n[]", "/**/[]",
        "[] // comment", "[/**/]", "[#\n]",
        "---\na: 1", "<html></html>", "a=1&b=2", ",", ":", "{\"a\":1}\u{00}", "\u{00}", "null,", ";", "[1];", "\u{FEFF}\u{FEFF}[]",
    ].map { Text("structure: \($0.debugDescription)", $0) } + [
        Text("structure: half a byte order mark", bytes: [0xef, 0xbb, 0x7b, 0x7d]),
        Text("structure: a third of a byte order mark", bytes: [0xef]),
        Text("structure: a byte order mark of UTF-16", bytes: [0xfe, 0xff]), Text("structure: a lone continuation", bytes: [0xe5]),
        Text("structure: 100 000 opened arrays", String(repeating: "[", count: 100_000)),
        Text("structure: 100 000 opened objects", String(repeating: #"[{"":"#, count: 100_000) + "\n"),
        Text("structure: 100 000 closed arrays", String(repeating: "]", count: 100_000)),
        Text("structure: an open array of opened objects", #"{"a":"# + String(repeating: #"[{"a":"#, count: 50)),
    ]
