// Govorun: tables of what is answered to a callback. SPDX-License-Identifier: MIT
import MicroServer
import Testing
import VKAPI

@testable import VKUpdates

@Suite("The rules of callbacks")
struct CallbackRulesTests {
    /// A request with what is to come of it.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var body: String
        var path = "/callback"
        var method = "POST"
        var result: String

        var testDescription: String { name }
    }

    private static let rules = CallbackRules(path: "/callback", bodyLimit: 200, pause: .seconds(30))

    /// 5: with a secret; 6: without one; 7: only orders; 8: closed.
    private static let communities: [Int: CallbackCommunity] = [
        5: CallbackCommunity(name: "helpdesk", secret: Secret("word-of-the-test")),
        6: CallbackCommunity(name: "shop", secret: nil),
        7: CallbackCommunity(name: "orders", secret: nil, only: [.marketOrderNew]),
        8: CallbackCommunity(name: "gone", secret: Secret("word-of-the-test"), isOpen: false),
    ]

    static let cases: [Case] = [
        Case(
            name: "an update with the right secret is stored",
            body: #"{"type":"group_join","group_id":5,"event_id":"a","secret":"word-of-the-test"}"#, result: "store a of 5"),
        Case(
            name: "a wrong secret is refused", body: #"{"type":"group_join","group_id":5,"event_id":"a","secret":"word"}"#,
            result: "wrongSecret"),
        Case(
            name: "a secret of the right length and other letters is refused",
            body: #"{"type":"group_join","group_id":5,"secret":"word-of-the-tesT"}"#, result: "wrongSecret"),
        Case(
            name: "a secret repeated is refused",
            body: #"{"type":"group_join","group_id":5,"secret":"word-of-the-testword-of-the-test"}"#, result: "wrongSecret"),
        Case(name: "a missing secret is refused", body: #"{"type":"group_join","group_id":5}"#, result: "wrongSecret"),
        Case(name: "an empty secret is refused", body: #"{"type":"group_join","group_id":5,"secret":""}"#, result: "wrongSecret"),
        Case(name: "a secret that is no text is refused", body: #"{"type":"x","group_id":5,"secret":["w"]}"#, result: "wrongSecret"),
        Case(
            name: "a confirmation needs the secret as well", body: #"{"type":"confirmation","group_id":5}"#, result: "wrongSecret"),
        Case(
            name: "a confirmation with it is answered",
            body: #"{"type":"confirmation","group_id":5,"secret":"word-of-the-test"}"#, result: "confirm 5"),
        Case(name: "where none is set, none is needed", body: #"{"type":"confirmation","group_id":6}"#, result: "confirm 6"),
        Case(
            name: "where none is set, any will do", body: #"{"type":"x","group_id":6,"event_id":"b","secret":"any"}"#,
            result: "store b of 6"),
        Case(name: "an update without an id is stored", body: #"{"type":"group_join","group_id":6}"#, result: "store  of 6"),
        Case(name: "an unknown type is stored", body: #"{"type":"new_thing","group_id":6,"event_id":"c"}"#, result: "store c of 6"),
        Case(name: "so is an envelope without type", body: #"{"group_id":6,"event_id":"d"}"#, result: "store d of 6"),
        Case(name: "the community may be in quotes", body: #"{"type":"x","group_id":"6","event_id":"e"}"#, result: "store e of 6"),
        Case(
            name: "a kind that comes by another way is dropped", body: #"{"type":"message_new","group_id":7,"event_id":"f"}"#, result: "ok"),
        Case(
            name: "a kind that comes by none other is stored", body: #"{"type":"market_order_new","group_id":7,"event_id":"g"}"#,
            result: "store g of 7"),
        Case(name: "what is dropped may be confirmed", body: #"{"type":"confirmation","group_id":7}"#, result: "confirm 7"),
        Case(
            name: "a closed community asks for a later repeat, whatever the secret", body: #"{"type":"x","group_id":8}"#, result: "later 30"
        ),
        Case(name: "an unknown community is not found", body: #"{"type":"x","group_id":9}"#, result: "unknown"),
        Case(name: "no community is not found", body: #"{"type":"x"}"#, result: "unknown"),
        Case(
            name: "a bot's own address", body: #"{"type":"x","group_id":6,"event_id":"h"}"#, path: "/callback/shop", result: "store h of 6"),
        Case(name: "the same by its id", body: #"{"type":"x","group_id":6,"event_id":"i"}"#, path: "/callback/6", result: "store i of 6"),
        Case(name: "another bot's address", body: #"{"type":"x","group_id":6}"#, path: "/callback/helpdesk", result: "unknown"),
        Case(name: "an address below", body: #"{"type":"x","group_id":6}"#, path: "/callback/shop/x", result: "unknown"),
        Case(name: "an address beside", body: #"{"type":"x","group_id":6}"#, path: "/callbacks", result: "unknown"),
        Case(name: "another method", body: "", method: "GET", result: "wrongMethod"),
        Case(name: "another method at another address", body: "", path: "/x", method: "GET", result: "unknown"),
        Case(name: "an empty body", body: "", result: "notJSON"),
        Case(name: "no JSON", body: "<html>", result: "notJSON"),
        Case(name: "cut JSON", body: #"{"type":"x","group_id":6"#, result: "notJSON"),
        Case(name: "a list", body: #"[{"type":"x","group_id":6}]"#, result: "notJSON"),
        Case(name: "a form", body: "type=x&group_id=6", result: "notJSON"),
        Case(name: "a body above the limit", body: String(repeating: " ", count: 201), result: "tooLarge"),
    ]

    @Test("What a request gets", arguments: cases)
    func decides(_ one: Case) {
        let request = CallbackRequest(method: one.method, path: one.path, body: Array(one.body.utf8))
        #expect(Self.words(for: Self.rules.decide(request) { Self.communities[$0] }) == one.result)
    }

    @Test(
        "A community that a bot may still turn out to be is asked to come again soon",
        arguments: [
            (9, "/callback", "later 5"), (9, "/callback/starter", "later 5"), (9, "/callback/9", "later 5"),
            (9, "/callback/helpdesk", "unknown"), (8, "/callback", "later 30"), (6, "/callback/starter", "unknown"),
            (10, "/callback", "unknown"),
        ])
    func expected(id: Int, path: String, result: String) {
        let request = CallbackRequest(path: path, body: Array(#"{"type":"x","group_id":\#(id)}"#.utf8))
        let decision = Self.rules.decide(
            request, { Self.communities[$0] }, isExpected: { id, place in id == 9 && ["", "starter", "9"].contains(place) })
        #expect(Self.words(for: decision) == result)
    }

    private static func words(for decision: CallbackRules.Decision) -> String {
        switch decision {
        case .answer(.later(let wait), _): "later \(wait.components.seconds)"
        case .answer(let answer, _): "\(answer)"
        case .confirm(let community): "confirm \(community)"
        case .store(let update, let community): "store \(update.update.eventID) of \(community)"
        }
    }

    @Test("A repeat says how often it was tried", arguments: [(nil, 0), ("3", 3), ("-1", 0), ("many", 0)] as [(String?, Int)])
    func retry(header: String?, expected: Int) throws {
        let request = CallbackRequest(path: "/callback", body: Array(#"{"group_id":6}"#.utf8), retryCounter: header)
        guard case .store(let update, _) = Self.rules.decide(request, { Self.communities[$0] }) else {
            Issue.record("not stored")
            return
        }
        #expect(update.retry == expected)
    }

    @Test(
        "VK's own samples",
        arguments: [("callback/message_new", "word-of-the-test", 403), ("callback/message_new", "made-up-secret-01", 200)])
    func samples(name: String, secret: String, status: Int) throws {
        let rules = CallbackRules(path: "/callback", bodyLimit: 1 << 20, pause: .seconds(30))
        let request = CallbackRequest(path: "/callback", body: try Fixture.bytes(name + ".json"))
        let decision = rules.decide(request) { $0 == 198_765_432 ? CallbackCommunity(secret: Secret(secret)) : nil }
        switch decision {
        case .answer(let answer, _): #expect(answer.status == status)
        case .store(let update, _): #expect(status == 200 && update.update.message?.text == "через сервер")
        case .confirm: Issue.record("no confirmation was asked for")
        }
    }
}

@Suite("An answer to VK")
struct CallbackAnswerTests {
    @Test(
        "has its status and a body of exactly those letters",
        arguments: [
            (CallbackAnswer.ok, 200, "ok"), (.confirmation("7c1e90ab"), 200, "7c1e90ab"), (.notJSON, 400, "not JSON"),
            (.wrongSecret, 403, "wrong secret"), (.unknown, 404, "not found"), (.wrongMethod, 405, "POST only"),
            (.tooLarge, 413, "body too large"), (.later(.seconds(9)), 503, "later"),
        ])
    func parts(answer: CallbackAnswer, status: Int, body: String) {
        #expect(answer.status == status)
        #expect(answer.body == body)
        #expect(answer.response(at: .zero).status == status)
    }

    @Test(
        "asks for a repeat at a moment ahead, less than three hours",
        arguments: [
            (Duration.seconds(30), "Thu, 01 Jan 1970 00:00:30 GMT"), (.seconds(-5), "Thu, 01 Jan 1970 00:00:01 GMT"),
            (.seconds(86_400), "Thu, 01 Jan 1970 02:59:00 GMT"),
        ])
    func retryAfter(wait: Duration, expected: String) {
        #expect(CallbackAnswer.later(wait).response(at: .zero).headers.first(named: "Retry-After") == expected)
    }

    @Test("says which method it wants")
    func allow() { #expect(CallbackAnswer.wrongMethod.response(at: .zero).headers.first(named: "Allow") == "POST") }
}
