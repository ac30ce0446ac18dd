// Govorun: how parameters stand in a form. SPDX-License-Identifier: MIT
import ScriptedVK
import TapeJSON
import Testing
import VKAPI

@Suite("Parameters")
struct ParametersTests {
    @Test(
        "A value is encoded byte for byte",
        arguments: [
            ("abc-XYZ_019.~", "abc-XYZ_019.~"), ("", ""), (" ", "%20"), ("a b+c", "a%20b%2Bc"), ("1&2=3", "1%262%3D3"), ("50%", "50%25"),
            ("line\r\nnext\tend\0", "line%0D%0Anext%09end%00"), ("Ёж", "%D0%81%D0%B6"), ("👍🏽", "%F0%9F%91%8D%F0%9F%8F%BD"),
            ("e\u{301}", "e%CC%81"), ("é", "%C3%A9"), ("\u{FEFF}", "%EF%BB%BF"), ("[id1|Я]", "%5Bid1%7C%D0%AF%5D"),
            ("a/b?c#d", "a%2Fb%3Fc%23d"),
            ("\"quoted\\", "%22quoted%5C"), ("\u{7F}", "%7F"),
        ])
    func encoding(text: String, encoded: String) {
        #expect(String(decoding: (["k": text] as Parameters).formBody, as: UTF8.self) == "k=" + encoded)
    }

    @Test("Any text comes back as it was", arguments: 0..<50)
    func roundTrip(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let text = String(String.UnicodeScalarView((0..<200).map { _ in random.scalar() }))
        #expect(Form.read((["text": text] as Parameters).formBody)["text"].map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test("Values are written as VK reads them")
    func values() {
        let parameters: Parameters = [
            "int": -2_000_000_017, "wide": Int64.max, "narrow": Int32.min, "yes": true, "no": false, "double": 55.75, "text": "a",
            "part": "abc".dropFirst(),
            "ids": [1, 2, 3], "names": ["a", "b"], "empty": [Int](), "flags": [true, false], "json": ["a": [1, .null]] as JSONValue,
            "none": nil as Int?,
        ]
        #expect(
            parameters.items.map { "\($0.name)=\($0.value)" } == [
                "int=-2000000017", "wide=9223372036854775807", "narrow=-2147483648", "yes=1", "no=0", "double=55.75", "text=a", "part=bc",
                "ids=1,2,3", "names=a,b", "empty=", "flags=1,0", "json={\"a\":[1,null]}",
            ])
    }

    @Test("A view of JSON goes as the JSON text that it is")
    func view() throws {
        let view = try JSONDocument(#"{"forward": {"peer_id": 1 }}"#).root["forward"]
        #expect((["forward": view] as Parameters)["forward"] == #"{"peer_id": 1 }"#)
    }

    @Test("Of a name that stands twice the last value counts, in the first one's place")
    func duplicates() {
        let parameters: Parameters = ["a": 1, "b": 2, "a": 3]
        #expect(parameters.items.map(\.name) == ["a", "b"])
        #expect(parameters["a"] == "3")
    }

    @Test("Setting nil takes a name out, reading an unknown one gives nil")
    func removal() {
        var parameters: Parameters = ["a": 1, "b": 2]
        parameters["a"] = nil
        parameters["c"] = nil
        #expect(parameters.items.map(\.name) == ["b"])
        #expect(parameters["a"] == nil)
    }

    @Test("Names are shown, values never")
    func description() {
        let parameters: Parameters = ["message": "private words", "peer_id": 7_654_321]
        var dumped = ""
        dump(parameters, to: &dumped)
        for shown in ["\(parameters)", String(reflecting: parameters), dumped] {
            #expect(shown.contains("message") && shown.contains("peer_id"))
            #expect(!shown.contains("private") && !shown.contains("7654321"))
        }
    }
}

/// Random numbers that are the same on every run.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        // Marsaglia's xorshift.
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    /// Any scalar, those below U+0800 as often as all others.
    mutating func scalar() -> Unicode.Scalar {
        while true {
            let limit: UInt32 = Bool.random(using: &self) ? 0x800 : 0x11_0000
            if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &self)) { return scalar }
        }
    }
}
