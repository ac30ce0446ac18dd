// Govorun: messages.getLongPollHistory, and losing what was not read. SPDX-License-Identifier: MIT
import SocketClient
import TapeJSON
import Testing
import VKSimulator

@Suite("The history of long poll")
struct LongPollHistoryTests {
    private static func position(_ stage: Stage, token: String? = nil) async throws -> String {
        try await stage.call("messages.getLongPollServer", ["need_pts": "1"], token: token)["response"]["pts"].text ?? ""
    }

    @Test("tells what was written since a position, as it stands now, with who wrote and where to go on")
    func sincePosition() async throws {
        try await Stage.with { stage in
            try stage.write("nobody asked yet")
            let pts = try await Self.position(stage)
            try stage.write("one")
            try stage.simulator.edit(2, text: "two", by: stage.olga.id, in: stage.community.id)
            try stage.simulator.type(stage.olga.id, in: stage.community.id)
            _ = try await stage.call("messages.send", ["peer_id": "\(stage.olga.id)", "message": "answer", "random_id": "0"])
            let answer = try await stage.call("messages.getLongPollHistory", ["pts": pts])["response"]
            #expect(answer["messages"]["items"].items.map { $0["text"].string } == ["two", "answer"])
            #expect(answer["messages"]["count"].int == 2 && answer["messages"]["items"][0]["conversation_message_id"].int == 2)
            #expect(answer["messages"]["items"][1]["out"].int == 1)
            #expect(answer["history"].items.map { $0[0].int } == [4, 5, 4])
            #expect(answer["history"].items.allSatisfy { $0.items.allSatisfy { $0.kind == .number } })
            #expect(answer["profiles"].items.map { $0["id"].int } == [stage.olga.id] && answer["more"].bool == nil)
            let next = answer["new_pts"].text ?? ""
            let rest = try await stage.call("messages.getLongPollHistory", ["pts": next])["response"]
            #expect(rest["messages"]["count"].int == 0 && rest["new_pts"].text == next)
        }
    }

    @Test("goes on after 200 messages")
    func pages() async throws {
        try await Stage.with { stage in
            var pts = try await Self.position(stage)
            for number in 1...450 { try stage.write("\(number)") }
            var texts: [String] = []
            for (count, more) in [(200, true), (200, true), (50, nil)] as [(Int, Bool?)] {
                let answer = try await stage.call("messages.getLongPollHistory", ["pts": pts])["response"]
                #expect(answer["messages"]["count"].int == count && answer["more"].bool == more)
                texts += answer["messages"]["items"].items.compactMap { $0["text"].string }
                pts = answer["new_pts"].text ?? ""
            }
            #expect(texts == (1...450).map(String.init))
        }
    }

    @Test("shows a person the messages with the person's ids")
    func person() async throws {
        try await Stage.with { stage in
            try stage.simulator.addToken("token-of-olga", toPerson: stage.olga.id)
            let pts = try await Self.position(stage, token: "token-of-olga")
            try stage.write("mine")
            _ = try await stage.call("messages.send", ["peer_id": "\(stage.olga.id)", "message": "answer", "random_id": "0"])
            let items = try await stage.call("messages.getLongPollHistory", ["pts": pts], token: "token-of-olga")["response"]["messages"][
                "items"]
            #expect(items.items.map { $0["out"].int } == [1, 0] && items.items.map { $0["id"].int } == [1, 2])
            #expect(items.items.allSatisfy { $0["peer_id"].int == -stage.community.id })
        }
    }

    @Test("refuses positions that are too old or too new, and what is no position")
    func refusals() async throws {
        try await Stage.with {
            $0.queueLimit = 300
        } body: { stage in
            _ = try await Self.position(stage)
            for number in 1...700 { try stage.write("\(number)") }
            let cases: [(KeyValuePairs<String, String>, Int)] = [
                ([:], 100), (["pts": "x"], 100), (["pts": "701"], 908), (["pts": "399"], 907), (["pts": "400"], 0), (["ts": "443"], 907),
                (["ts": "444"], 0), (["pts": "400", "msgs_limit": "199"], 100), (["pts": "400", "last_n": "2001"], 100),
            ]
            for (parameters, code) in cases { #expect(try await stage.code("messages.getLongPollHistory", parameters) == code) }
        }
    }

    @Test(
        "stays when bots long poll has lost what was not read: failed 1 for who is behind, nothing for who is not",
        arguments: [false, true])
    func losing(byFault: Bool) async throws {
        try await Stage.with { stage in
            let pts = try await Self.position(stage)
            let session = try await stage.session()
            if byFault {
                stage.simulator.add(Fault(.loseHistory, match: "longpoll"))
            } else {
                stage.simulator.loseHistory(of: stage.community.id)
            }
            if byFault { #expect(try await stage.events(session).isEmpty) }
            try stage.write("one")
            if byFault {
                stage.simulator.add(Fault(.loseHistory, match: "longpoll"))
            } else {
                stage.simulator.loseHistory(of: stage.community.id)
            }
            let answer = try await stage.poll(session, wait: 0)
            #expect(answer["failed"].int == 1)
            var next = session
            next.ts = answer["ts"].text ?? ""
            try stage.write("two")
            #expect(try await stage.events(next).map { $0["object"]["message"]["text"].string } == ["two"])
            let history = try await stage.call("messages.getLongPollHistory", ["pts": pts])["response"]
            #expect(history["messages"]["items"].items.map { $0["text"].string } == ["one", "two"])
        }
    }
}
