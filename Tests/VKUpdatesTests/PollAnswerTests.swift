// Govorun: what the long poll server may say. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKAPI
import VKUpdates

@Suite("PollAnswer")
struct PollAnswerTests {
    /// The updates in an answer and the position after them; fails the test where there are none.
    private static func updates(in body: [UInt8]) throws -> ([Update], String) {
        let answer = PollAnswer(status: 200, body: body)
        guard case .updates(let updates, let ts, _) = answer else { throw Unexpected(answer: answer) }
        return (updates, ts)
    }

    private struct Unexpected: Error {
        let answer: PollAnswer
    }

    private static func read(_ body: String, status: Int = 200) -> PollAnswer { PollAnswer(status: status, body: Array(body.utf8)) }

    @Test(
        "A position is kept as it is written, number or string",
        arguments: [#""1840""#, "1840", "12345678901234567890", "1840.0", "1e3", #""0017""#, #""a-b c""#, "-1"])
    func position(ts: String) throws {
        let verbatim = ts.hasPrefix("\"") ? String(ts.dropFirst().dropLast()) : ts
        let (updates, read) = try Self.updates(in: Array("{\"ts\":\(ts),\"updates\":[]}".utf8))
        #expect(updates.isEmpty && read == verbatim)
        let failed = Self.read("{\"failed\":1,\"ts\":\(ts)}")
        guard case .failed(1, let after) = failed else { throw Unexpected(answer: failed) }
        #expect(after == verbatim)
    }

    @Test(
        "What kind of answer it is",
        arguments: [
            (200, #"{"failed":2}"#, "failed 2"), (200, #"{"failed":"3"}"#, "failed 3"), (200, #"{"failed":2,"error":"text"}"#, "failed 2"),
            (403, #"{"failed":2}"#, "failed 2"), (200, #"{"failed":4,"min_version":0,"max_version":19}"#, "failed 4"),
            (200, #"{"failed":1,"ts":1,"updates":[{}]}"#, "failed 1"), (200, #"{"failed":null,"ts":1,"updates":[]}"#, "0 updates"),
            (200, #"{"ts":1,"updates":null}"#, "0 updates"), (200, #"{"ts":1,"updates":[{},{}]}"#, "2 updates"),
            (200, #"{"ts":1}"#, "neither updates nor failed"), (200, #"{"updates":[]}"#, "neither updates nor failed"),
            (200, "{}", "neither updates nor failed"),
            (502, "{}", "HTTP 502, not JSON"), (200, "[]", "HTTP 200, not JSON"), (200, "", "HTTP 200, not JSON"),
            (200, "<html>", "HTTP 200, not JSON"),
            (200, #"{"ts":1,"updates":[{"#, "HTTP 200, not JSON"), (504, "gateway", "HTTP 504, not JSON"),
        ])
    func kind(status: Int, body: String, kind: String) { #expect("\(Self.read(body, status: status))" == kind) }

    @Test("Something broken among the updates leaves the others", arguments: ["null", "5", #""text""#, "[]", "true", #""\ud83d""#])
    func brokenElement(broken: String) throws {
        let body = #"{"ts":"8","updates":[{"type":"group_join"},\#(broken),{"type":"group_leave"}]}"#
        let (updates, ts) = try Self.updates(in: Array(body.utf8))
        #expect(updates.map(\.type) == [.groupJoin, .groupLeave])
        #expect(ts == "8")
    }

    @Test(
        "An update with a field of another kind is still one",
        arguments: [#"{"type":7}"#, #"{"object":[]}"#, #"{"type":"message_new","object":null}"#])
    func oddUpdate(odd: String) throws {
        let (updates, _) = try Self.updates(in: Array(#"{"ts":"8","updates":[\#(odd),{"type":"group_join"}]}"#.utf8))
        #expect(updates.count == 2)
    }

    @Test("Bytes that are no UTF-8 in one update do not hold back the batch")
    func invalidUTF8() throws {
        let body =
            Array(#"{"ts":"8","updates":[{"type":"message_new","object":{"message":{"text":"a"#.utf8) + [0xFF, 0xC3]
            + Array(#""}}},{"type":"group_join"}]}"#.utf8)
        let (updates, ts) = try Self.updates(in: body)
        #expect(updates.map(\.type) == [.messageNew, .groupJoin])
        #expect(updates[0].message?.text.hasPrefix("a\u{FFFD}") == true)
        #expect(ts == "8")
    }

    @Test("Forwards within forwards do not hold back the batch")
    func deep() throws {
        let nested = String(repeating: #"{"fwd_messages":["#, count: 200) + String(repeating: "]}", count: 200)
        let (updates, _) = try Self.updates(in: Array(#"{"ts":"8","updates":[\#(nested),{"type":"group_join"}]}"#.utf8))
        #expect(updates.count == 2)
    }

    @Test("A kind nobody knows arrives with its name and its object")
    func unknownType() throws {
        let (updates, ts) = try Self.updates(in: try Fixture.bytes("longpoll/ok--unknown-type.json"))
        #expect(ts == "1843")
        #expect(updates[0].type == "future_event_kind")
        #expect(updates[0].object["anything"].int == 1)
    }
}
