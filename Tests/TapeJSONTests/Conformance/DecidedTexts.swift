// Govorun: texts on which JSON parsers may differ, and what this one does. SPDX-License-Identifier: MIT

/// What this parser accepts although it need not: each with the JSON it is read as.
///
/// Numbers of any size are kept as they are written (a `Double` or `Int` that cannot hold one reads as `nil`, one too close
/// to zero as 0); half a surrogate pair becomes U+FFFD, as VK cuts texts inside an emoji; a byte order mark is skipped.
let toleratedTexts: [(text: Text, read: String)] = [
    (Text("number: exponent below any double", "[123.456e-789]"), "[123.456e-789]"),
    (
        Text("number: exponent of many digits", "[0.4e00669999999999999999999999999999999999]"),
        "[0.4e00669999999999999999999999999999999999]"
    ),
    (Text("number: negative, exponent above any double", "[-1e+9999]"), "[-1e+9999]"),
    (Text("number: exponent above any double", "[1.5e+9999]"), "[1.5e+9999]"),
    (Text("number: negative overflow", "[-123123e100000]"), "[-123123e100000]"),
    (Text("number: positive overflow", "[123123e100000]"), "[123123e100000]"),
    (Text("number: underflow", "[123e-10000000]"), "[123e-10000000]"),
    (Text("number: just above the largest double", "[1e400]"), "[1e400]"),
    (Text("number: negative beyond 64 bits", "[-123123123123123123123123123123]"), "[-123123123123123123123123123123]"),
    (Text("number: positive beyond 64 bits", "[100000000000000000000]"), "[100000000000000000000]"),
    (
        Text("number: far beyond 64 bits", "[-237462374673276894279832749832423479823246327846]"),
        "[-237462374673276894279832749832423479823246327846]"
    ),
    (Text("surrogates: a key of a low one", #"{"\uDFAA":0}"#), #"{"\#u{FFFD}":0}"#),
    (Text("surrogates: high, then nothing", #"["\uDADA"]"#), #"["\#u{FFFD}"]"#),
    (Text("surrogates: high, then another escape", #"["\uD888\u1234"]"#), #"["\#u{FFFD}\#u{1234}"]"#),
    (Text("surrogates: high, then a short escape", #"["\uD800\n"]"#), #"["\#u{FFFD}\n"]"#),
    (Text("surrogates: high, then text", #"["\uD800abc"]"#), #"["\#u{FFFD}abc"]"#),
    (Text("surrogates: two high ones", #"["\uD800\uD800\n"]"#), #"["\#u{FFFD}\#u{FFFD}\n"]"#),
    (Text("surrogates: high, then a whole pair", #"["\uD83D\uD83D\uDE00"]"#), #"["\#u{FFFD}😀"]"#),
    (Text("surrogates: a low one", #"["\uDFAA"]"#), #"["\#u{FFFD}"]"#),
    (Text("surrogates: a low one and text", #"["\uDC00oo\uDC00"]"#), #"["\#u{FFFD}oo\#u{FFFD}"]"#),
    (Text("surrogates: inverted", #"["\uDd1e\uD834"]"#), #"["\#u{FFFD}\#u{FFFD}"]"#),
    (Text("surrogates: high at the end of a text", #"["Привет \ud83d"]"#), #"["Привет \#u{FFFD}"]"#),
    (Text("byte order mark before an object", "\u{FEFF}{}"), "{}"),
    (Text("byte order mark and space", "\u{FEFF} [1]"), "[1]"),
]

/// What this parser refuses although it need not: bytes that are not UTF-8, and nesting deeper than asked for.
let declinedTexts: [Text] = [
    Text("UTF-8: a sequence of no meaning", quoted: [0xe6, 0x97, 0xa5, 0xd1, 0x88, 0xfa]),
    Text("UTF-8: a surrogate", quoted: [0xed, 0xa0, 0x80]),
    Text("UTF-8: a low surrogate", quoted: [0xed, 0xbf, 0xbf]),
    Text("UTF-8: a pair of surrogates", quoted: [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]),
    Text("UTF-8: Latin 1", quoted: [0xe9]),
    Text("UTF-8: a lone continuation", quoted: [0x81]),
    Text("UTF-8: a lone last continuation", quoted: [0xbf]),
    Text("UTF-8: above U+10FFFF", quoted: [0xf4, 0xbf, 0xbf, 0xbf]),
    Text("UTF-8: just above U+10FFFF", quoted: [0xf4, 0x90, 0x80, 0x80]),
    Text("UTF-8: a lead that never is, f5", quoted: [0xf5, 0x80, 0x80, 0x80]),
    Text("UTF-8: a lead that never is, ff", quoted: [0xff]),
    Text("UTF-8: a lead that never is, fe", quoted: [0xfe]),
    Text("UTF-8: overlong, two bytes", quoted: [0xc0, 0xaf]),
    Text("UTF-8: overlong, two bytes, c1", quoted: [0xc1, 0xbf]),
    Text("UTF-8: overlong, three bytes", quoted: [0xe0, 0x9f, 0xbf]),
    Text("UTF-8: overlong, four bytes", quoted: [0xf0, 0x8f, 0xbf, 0xbf]),
    Text("UTF-8: overlong, six bytes", quoted: [0xfc, 0x83, 0xbf, 0xbf, 0xbf, 0xbf]),
    Text("UTF-8: overlong NUL, six bytes", quoted: [0xfc, 0x80, 0x80, 0x80, 0x80, 0x80]),
    Text("UTF-8: overlong NUL, two bytes", quoted: [0xc0, 0x80]),
    Text("UTF-8: cut after one of three", quoted: [0xe0]),
    Text("UTF-8: cut after two of three", quoted: [0xe0, 0xff]),
    Text("UTF-8: cut after three of four", quoted: [0xf0, 0x9f, 0x98]),
    Text("UTF-8: cut Russian letter", quoted: [0xd0, 0x9f, 0xd1]),
    Text("UTF-8: cut Russian letter before ASCII", quoted: [0xd0, 0x9f, 0xd1, 0x41, 0x41, 0x41, 0x41, 0x41, 0x41]),
    Text("UTF-8: windows-1251", quoted: [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    Text("UTF-8: cut at the end of the text", bytes: [0x22, 0xd0]),
    Text("UTF-16LE with a byte order mark", bytes: [0xff, 0xfe, 0x5b, 0, 0x22, 0, 0xe9, 0, 0x22, 0, 0x5d, 0]),
    Text("UTF-16BE without a byte order mark", bytes: [0, 0x5b, 0, 0x22, 0, 0xe9, 0, 0x22, 0, 0x5d]),
    Text("UTF-16LE without a byte order mark", bytes: [0x5b, 0, 0x22, 0, 0xe9, 0, 0x22, 0, 0x5d, 0]),
    Text("depth: 500 arrays", String(repeating: "[", count: 500) + String(repeating: "]", count: 500)),
    Text("depth: 129 arrays", String(repeating: "[", count: 129) + String(repeating: "]", count: 129)),
]
