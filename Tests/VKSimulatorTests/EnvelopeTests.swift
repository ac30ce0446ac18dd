// Govorun: the form of a call and of its answer. SPDX-License-Identifier: MIT
import SocketClient
import TapeJSON
import Testing
import VKSimulator

@Suite("A call and its envelope")
struct EnvelopeTests {
    @Test(
        "What is wrong with a call has VK's code",
        arguments: [
            ("users.get", "token-a", nil, 8), ("users.get", "token-a", "five", 8), ("users.get", "wrong", "5.199", 5),
            ("users.get", "", "5.199", 5), ("messages.sent", "token-a", "5.199", 3), ("Users.get", "token-a", "5.199", 3),
            ("execute", "token-a", "5.199", 100), ("messages.allowMessagesFromGroup", "token-a", "5.199", 27),
            ("messages.send", "user-token", "5.199", 15), ("messages.send", "only-photos", "5.199", 7),
            ("groups.getLongPollServer", "only-photos", "5.199", 7), ("users.get", "only-photos", "5.199", 0),
        ] as [(String, String, String?, Int)])
    func codes(method: String, token: String, v: String?, code: Int) async throws {
        try await Stage.with { stage in
            try stage.simulator.addPerson("Иван", id: 510_002_002, token: "user-token")
            try stage.simulator.addToken("only-photos", to: stage.community.id, rights: 4)
            #expect(try await stage.code(method, token: token, v: v) == code)
        }
    }

    @Test("An error repeats the call's parameters and never its token")
    func requestParams() async throws {
        try await Stage.with { stage in
            let error = try await stage.call("messages.send", ["peer_id": "5", "message": "привет", "random_id": "1"])["error"]
            #expect(error["error_code"].int == 901)
            let pairs = Dictionary(
                uniqueKeysWithValues: error["request_params"].items.map { ($0["key"].string ?? "", $0["value"].string ?? "") })
            #expect(pairs["method"] == "messages.send")
            #expect(pairs["message"] == "привет")
            #expect(pairs["v"] == "5.199")
            #expect(pairs["access_token"] == nil)
            #expect(!error.rawText.contains("token-a"))
        }
    }

    @Test("The token may come in the header, the parameters in the query or in a multipart body")
    func transports() async throws {
        try await Stage.with { stage in
            let bearer = "Authorization: Bearer token-a\r\n"
            let port = stage.simulator.port
            let get = try await SocketClient.get("/method/groups.getById?v=5.199", port: port, headers: bearer)
            #expect(get.text.contains("Погода рядом"))
            let query = try await SocketClient.get("/method/groups.getById?v=5.199&access_token=token-a", port: port)
            #expect(query.text == get.text)
            let part = "--B\r\nContent-Disposition: form-data; name=\"v\"\r\n\r\n5.199\r\n--B--\r\n"
            let multipart = try await SocketClient.post(
                "/method/groups.getById", port: port, type: "multipart/form-data; boundary=B", part, headers: bearer)
            #expect(multipart.text == get.text)
        }
    }

    @Test("A JSON body is refused, and errors come with status 200")
    func jsonBody() async throws {
        try await Stage.with { stage in
            let answer = try await SocketClient.post(
                "/method/users.get", port: stage.simulator.port, type: "application/json", "{\"v\":\"5.199\",\"access_token\":\"token-a\"}")
            #expect(answer.status == 200)
            #expect(try JSONDocument(answer.body).root["error"]["error_code"].int == 8)
        }
    }

    @Test("The call above the limit in one second is error 6, and the counters tell")
    func limit() async throws {
        let time = HandMovedTime()
        try await Stage.with {
            $0.communityRate = 20
            $0.time = time.source
        } body: { stage in
            for _ in 0..<20 { #expect(try await stage.code("utils.getServerTime") == 0) }
            #expect(try await stage.code("utils.getServerTime") == 6)
            time.advance(by: .milliseconds(999))
            #expect(try await stage.code("utils.getServerTime") == 6)
            time.advance(by: .milliseconds(1))
            for _ in 0..<19 { #expect(try await stage.code("utils.getServerTime") == 0) }
            #expect(try await stage.code("utils.getServerTime") == 6)
            let report = try #require(stage.simulator.arrivals().first)
            #expect(report.total == 42)
            #expect(report.refused == 3)
            #expect(report.maximumPerSecond == 22)
        }
    }

    @Test("Each token has a limit of its own; a person's is three")
    func userLimit() async throws {
        let time = HandMovedTime()
        try await Stage.with {
            $0.time = time.source
            $0.userRate = VKSimulator.Configuration().userRate
        } body: { stage in
            try stage.simulator.addPerson("Иван", token: "one")
            try stage.simulator.addPerson("Пётр", token: "two")
            for _ in 0..<3 { #expect(try await stage.code("users.get", token: "one") == 0) }
            #expect(try await stage.code("users.get", token: "one") == 6)
            #expect(try await stage.code("users.get", token: "two") == 0)
        }
    }

    @Test("The log of calls has parameters and codes, never a token")
    func log() async throws {
        try await Stage.with { stage in
            _ = try await stage.call("users.get", ["user_ids": "510001001"])
            _ = try await stage.call("users.get", token: "some-secret")
            let calls = stage.simulator.calls()
            #expect(calls.map(\.method) == ["users.get", "users.get"])
            #expect(calls.map(\.errorCode) == [0, 5])
            #expect(calls.map(\.caller) == ["community 198765432", ""])
            #expect(!"\(calls)".contains("token-a"))
            #expect(!"\(calls)".contains("some-secret"))
        }
    }
}
