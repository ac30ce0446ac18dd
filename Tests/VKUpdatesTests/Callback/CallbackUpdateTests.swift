// Govorun: updates by callback as they are stored. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKAPI

@testable import VKUpdates

@Suite("An update that came by callback")
struct CallbackUpdateTests {
    private static func update(_ text: String) throws -> CallbackUpdate {
        try #require(CallbackUpdate(try JSONDocument(text).root, retry: 0))
    }

    @Test(
        "keeps VK's bytes and loses its secret, however that is written",
        arguments: [
            (#"{"type":"x","secret":"w","object":{"a" : 1.50}}"#, #"{"type":"x","object":{"a" : 1.50}}"#),
            (#"{"secret":"w","object":{"secret":"of the object"}}"#, #"{"object":{"secret":"of the object"}}"#),
            (#"{"\u0073ecret":"w","type":"x"}"#, #"{"type":"x"}"#),
            (#"{"secret":"v","type":"x","secret":"w"}"#, #"{"type":"x"}"#),
            (#"{"secret":null}"#, "{}"),
            (#"{"type":"x","text":"half \ud83d"}"#, #"{"type":"x","text":"half \ud83d"}"#),
        ])
    func secret(sent: String, stored: String) throws {
        let update = try Self.update(sent)
        #expect(String(decoding: update.envelope, as: UTF8.self) == stored)
        #expect(update.update.json.rawText == stored)
    }

    @Test("is read again from what is stored of its group, each at its place")
    func body() throws {
        let updates = try ["a", "б", "c"].map { try Self.update(#"{"type":"x","event_id":"\#($0)","secret":"w"}"#) }
        let again = UpdateBatch.updates(in: UpdateBatch.body(of: updates))
        #expect(again.map(\.eventID) == ["a", "б", "c"])
        #expect(UpdateBatch.updates(in: UpdateBatch.body(of: [])).isEmpty)
    }

    @Test("is taken as deep as it can be read again among others, and no deeper", arguments: [(200, true), (1_021, true), (1_022, false)])
    func depth(levels: Int, isTaken: Bool) throws {
        let nested = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        let root = try JSONDocument(#"{"event_id":"a","object":\#(nested)}"#, maximumDepth: JSONDocument.deepestNesting).root
        let update = CallbackUpdate(root, retry: 0)
        #expect((update != nil) == isTaken)
        guard let update else { return }
        #expect(UpdateBatch.updates(in: UpdateBatch.body(of: [update, update])).map(\.eventID) == ["a", "a"])
    }

    @Test("with bytes that are not UTF-8 is mended, as long poll does")
    func mended() throws {
        let body = Array(#"{"type":"x","event_id":"a","object":{"text":""#.utf8) + [0xff] + Array(#""}}"#.utf8)
        let root = try #require(PollAnswer.parse(body))
        let update = try #require(CallbackUpdate(root, retry: 0))
        #expect(update.update.object["text"].string == "\u{FFFD}")
    }

    @Test("of VK's samples holds nothing of the secret", arguments: ["confirmation", "group_join--no-secret", "message_new"])
    func samples(name: String) throws {
        let root = try Fixture.json("callback/\(name).json")
        let update = try #require(CallbackUpdate(root, retry: 0))
        #expect(!String(decoding: update.envelope, as: UTF8.self).contains("secret"))
        #expect(update.update.eventID == root["event_id"].text)
        #expect(update.update.object.rawText == root["object"].rawText)
    }
}
