// Govorun: user long poll as VK does it. SPDX-License-Identifier: MIT
import SocketClient
import TapeJSON
import Testing
import VKSimulator

@Suite("User long poll")
struct UserLongPollTests {
    private static let usual = "202"

    private static func session(_ stage: Stage, token: String? = nil) async throws -> Stage.Session {
        let answer = try await stage.call("messages.getLongPollServer", token: token)["response"]
        let server = try #require(answer["server"].string)
        #expect(answer["ts"].kind == .number && !server.contains("://"))
        return Stage.Session(
            path: "/" + (server.split(separator: "/").last ?? ""), key: answer["key"].string ?? "", ts: answer["ts"].text ?? "")
    }

    private static func poll(_ stage: Stage, _ session: Stage.Session, mode: String = usual, version: String = "3") async throws -> JSON {
        let target = "\(session.path)?act=a_check&key=\(session.key)&ts=\(session.ts)&wait=0&mode=\(mode)&version=\(version)"
        return try JSONDocument(try await SocketClient.get(target, port: stage.simulator.port).body).root
    }

    private static func arrays(_ stage: Stage, _ session: Stage.Session, mode: String = usual) async throws -> [String] {
        try await poll(stage, session, mode: mode)["updates"].items.map(\.rawText)
    }

    private static func withPeople(_ body: (Stage) async throws -> Void) async throws {
        var time = TimeSource.system
        time.unixSeconds = { 1_767_270_000 }
        try await Stage.with {
            $0.time = time
        } body: { stage in
            try stage.simulator.addToken("token-of-olga", toPerson: stage.olga.id)
            try await body(stage)
        }
    }

    @Test("A community sees a dialog's messages, edits, deletions, reading and typing as codes")
    func community() async throws {
        try await Self.withPeople { stage in
            let session = try await Self.session(stage)
            #expect(session.path == "/nim-198765432")
            try stage.write("a < b\n\"c\" & d")
            try stage.simulator.edit(1, text: "e", by: stage.olga.id, in: stage.community.id)
            try stage.simulator.type(stage.olga.id, in: stage.community.id)
            try stage.simulator.type(stage.olga.id, in: stage.community.id, state: "audiomessage")
            _ = try await stage.call("messages.markAsRead", ["peer_id": "\(stage.olga.id)"])
            _ = try await stage.call("messages.send", ["peer_id": "\(stage.olga.id)", "message": "answer", "random_id": "77"])
            try stage.simulator.read(stage.olga.id, in: stage.community.id)
            _ = try await stage.call("messages.delete", ["peer_id": "\(stage.olga.id)", "message_ids": "2", "delete_for_all": "1"])
            #expect(
                try await Self.arrays(stage, session) == [
                    #"[4,1,1,510001001,1767270000,"a &lt; b<br>&quot;c&quot; &amp; d",{"title":" ... "},{},0]"#,
                    #"[5,1,1,510001001,1767270000,"e",{"title":" ... "},{}]"#, "[61,510001001,1]",
                    "[64,510001001,[510001001],1,1767270000]", "[6,510001001,1]",
                    #"[4,2,2,510001001,1767270000,"answer",{"title":" ... "},{},77]"#, "[7,510001001,2]", "[2,2,131200,510001001]",
                ])
        }
    }

    @Test("A person sees the same from the other side, with ids of an own count")
    func person() async throws {
        try await Self.withPeople { stage in
            try stage.write("before")
            let session = try await Self.session(stage, token: "token-of-olga")
            #expect(session.path == "/nim510001001")
            try stage.write("mine")
            _ = try await stage.call("messages.send", ["peer_id": "\(stage.olga.id)", "message": "answer", "random_id": "0"])
            _ = try await stage.call("messages.setActivity", ["peer_id": "\(stage.olga.id)"])
            try stage.simulator.edit(2, text: "mine too", by: stage.olga.id, in: stage.community.id)
            #expect(
                try await Self.arrays(stage, session) == [
                    #"[4,1,2,-198765432,1767270000,"mine",{"title":" ... "},{},0]"#,
                    #"[4,2,1,-198765432,1767270000,"answer",{"title":" ... "},{},0]"#, "[61,-198765432,1]",
                    #"[5,1,2,-198765432,1767270000,"mine too",{"title":" ... "},{}]"#,
                ])
        }
    }

    @Test("Everybody in a chat who is polled for sees it, the author by name")
    func chat() async throws {
        try await Self.withPeople { stage in
            let ivan = try stage.simulator.addPerson("Иван", token: "token-of-ivan")
            let chat = try stage.simulator.addChat(.init("Чат", owner: stage.olga.id, members: [ivan.id], in: stage.community.id))
            let sessions = try await [
                Self.session(stage), Self.session(stage, token: "token-of-olga"), Self.session(stage, token: "token-of-ivan"),
            ]
            try stage.write("all", peer: chat)
            var seen: [String] = []
            for session in sessions { seen += try await Self.arrays(stage, session) }
            let rest = #",\#(chat),1767270000,"all",{"from":"510001001"},{},0]"#
            #expect(seen == ["[4,0,17" + rest, "[4,1,18" + rest, "[4,1,17" + rest])
        }
    }

    @Test(
        "The mode decides what an array has",
        arguments: [("202", true, 9), ("200", false, 8), ("74", true, 8), ("8", false, 7), ("0", false, 7)])
    func mode(mode: String, hasAttachments: Bool, count: Int) async throws {
        try await Self.withPeople { stage in
            let session = try await Self.session(stage)
            var writing = VKSimulator.Writing("x", from: stage.olga.id, in: stage.community.id)
            writing.attachments = [["type": "sticker", "sticker": ["sticker_id": 9, "product_id": 2]]]
            try stage.simulator.write(writing)
            let array = try await Self.poll(stage, session, mode: mode)["updates"][0]
            #expect(array.count == count)
            #expect(array.rawText.contains(#"{"attach1_type":"sticker","attach1":"9","attach1_product_id":"2"}"#) == hasAttachments)
        }
    }

    @Test("With bit 32, and need_pts, there is pts beside ts")
    func pts() async throws {
        try await Self.withPeople { stage in
            let session = try await Self.session(stage)
            #expect(try await Self.poll(stage, session)["pts"].exists == false)
            #expect(try await Self.poll(stage, session, mode: "234")["pts"].int == 0)
            #expect(try await stage.call("messages.getLongPollServer", ["need_pts": "1"])["response"]["pts"].int == 0)
        }
    }

    @Test("A version that is not there is failed 4 with those that are; ts and keys are answered as in bots long poll")
    func failures() async throws {
        try await Self.withPeople { stage in
            var session = try await Self.session(stage)
            #expect(try await Self.poll(stage, session, version: "20").rawText == #"{"failed":4,"min_version":0,"max_version":19}"#)
            session.ts = "900"
            #expect(try await Self.poll(stage, session).rawText == #"{"failed":1,"ts":0}"#)
            session.key = "invented"
            #expect(try await Self.poll(stage, session).rawText == #"{"failed":2}"#)
            stage.simulator.add(Fault(.failed(3), match: "longpoll"))
            #expect(try await Self.poll(stage, session).rawText == #"{"failed":3}"#)
        }
    }

    @Test("Who has no session has no queue; a right is needed, and an administrator for a community")
    func refusals() async throws {
        try await Self.withPeople { stage in
            #expect(try await SocketClient.get("/nim510001001?act=a_check", port: stage.simulator.port).status == 404)
            #expect(try await SocketClient.get("/nim?act=a_check", port: stage.simulator.port).status == 404)
            try stage.simulator.addToken("token-of-few-rights", to: stage.community.id, rights: 262_144)
            #expect(try await stage.code("messages.getLongPollServer", token: "token-of-few-rights") != 0)
            let group = ["group_id": "\(stage.community.id)"]
            #expect(try await stage.code("messages.getLongPollServer", group, token: "token-of-olga") == 15)
            try stage.simulator.setOfficer(stage.olga.id, .administrator, of: stage.community.id)
            let answer = try await stage.call("messages.getLongPollServer", group, token: "token-of-olga")["response"]
            #expect(answer["server"].string?.hasSuffix("/nim-198765432") == true)
        }
    }
}
