// Govorun: a first look at the whole of TapeJSON. SPDX-License-Identifier: MIT
import TapeJSON
import Testing

@Suite("TapeJSON")
struct TapeJSONTests {
    struct Message: Codable, Equatable {
        var id: Int
        var text: String?
        var small: [UInt8]
        var inner: Inner?
        struct Inner: Codable, Equatable { var ratio: Double; var far: Float; var big: UInt64 }
    }

    @Test("A value written by the encoder is read back by the decoder")
    func roundTrip() throws {
        let message = Message(id: .min, text: "\u{1}\"Привет\\", small: [0, 255], inner: .init(ratio: 0.1, far: 0.1, big: .max))
        let bytes = try TapeEncoder().encode(message)
        #expect(try TapeDecoder().decode(Message.self, from: bytes) == message)
        let value: JSONValue = ["a": 1, "b": [true, nil]]
        #expect(value.serialized == #"{"a":1,"b":[true,null]}"#)
        let name = "b"
        #expect(try JSONDocument(value.bytes).root[name][1].isNull)
        #expect(try JSONDocument(value.bytes).root["a"].int == 1)
        #expect(try JSONDocument(value.bytes).root.at("b.0").bool == true)
    }
}
