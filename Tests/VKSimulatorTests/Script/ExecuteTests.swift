// Govorun: execute, as a bot meets it. SPDX-License-Identifier: MIT
import SocketClient
import TapeJSON
import Testing
import VKSimulator

@Suite("execute")
struct ExecuteTests {
    private func run(_ stage: Stage, _ code: String, _ more: KeyValuePairs<String, String> = [:], token: String? = nil) async throws -> JSON
    {
        try await stage.call("execute", [(key: "code", value: code)] + more.map { $0 }, token: token)
    }

    private func send(_ peer: Int, _ text: String) -> String {
        let parameters: JSONValue = ["peer_id": JSONValue(peer), "random_id": 0, "message": JSONValue(text)]
        return "API.messages.send(\(parameters.serialized))"
    }

    @Test("A batch answers in order, without execute_errors when nothing failed")
    func batch() async throws {
        try await Stage.with { stage in
            try stage.write("привет")
            let answer = try await run(
                stage, "return [\(send(stage.olga.id, "раз")),API.users.get({\"user_ids\":510001001}),\(send(stage.olga.id, "два"))];")
            #expect(answer["response"][0].int == 2)
            #expect(answer["response"][1][0]["first_name"].string == "Ольга")
            #expect(answer["response"][2].int == 3)
            #expect(answer.members.map(\.key) == ["response"])
            #expect(stage.simulator.history(of: stage.olga.id, in: stage.community.id).map(\.text) == ["привет", "раз", "два"])
        }
    }

    @Test("A failed call is false at its place and an entry in execute_errors, in call order")
    func partialErrors() async throws {
        try await Stage.with { stage in
            try stage.write("привет")
            let code = "return [\(send(stage.olga.id, "x")),\(send(5, "y")),API.nobody.knows(),API.users.get({\"user_ids\":\"no_such\"})];"
            let answer = try await run(stage, code)
            #expect(answer["response"].rawText == "[2,false,false,false]")
            #expect(answer["execute_errors"].items.map { $0["method"].string } == ["messages.send", "nobody.knows", "users.get"])
            #expect(answer["execute_errors"].items.map { $0["error_code"].int } == [901, 3, 113])
            #expect(answer["execute_errors"].items.allSatisfy { $0["error_msg"].string?.isEmpty == false })
            #expect(answer.members.map(\.key) == ["response", "execute_errors"])
        }
    }

    @Test("A false of the script's own is no error")
    func legitimateFalse() async throws {
        try await Stage.with { stage in
            let answer = try await run(stage, "return {\"a\":1 == 2,\"b\":[false,API.utils.getServerTime() > 0]};")
            #expect(answer.rawText == "{\"response\":{\"a\":false,\"b\":[false,true]}}")
        }
    }

    @Test("A failed call can be seen by the script, and what was done stays done when the script fails later")
    func sequence() async throws {
        try await Stage.with { stage in
            try stage.write("привет")
            let seen = try await run(stage, "var id = \(send(5, "x")); if (!id) { id = \(send(stage.olga.id, "y")); } return id;")
            #expect(seen["response"].int == 2)
            #expect(seen["execute_errors"].count == 1)
            let failed = try await run(stage, "\(send(stage.olga.id, "z")); return 1 / 0;")
            #expect(failed["error"]["error_code"].int == 13)
            #expect(!failed["execute_errors"].exists)
            #expect(stage.simulator.history(of: stage.olga.id, in: stage.community.id).map(\.text) == ["привет", "y", "z"])
        }
    }

    @Test(
        "Any text sent inside a batch is what the person reads",
        arguments: ["\"'\\ \n\u{2028}😀 @.x ; */", "</script>", "\\u0041 \\\\", "%22&v=5"])
    func text(_ text: String) async throws {
        try await Stage.with { stage in
            try stage.write("привет")
            _ = try await run(stage, "return [\(send(stage.olga.id, text))];")
            #expect(stage.simulator.history(of: stage.olga.id, in: stage.community.id).last?.text == text)
        }
    }

    @Test(
        "The whole call has its own errors",
        arguments: [
            ("return 1", 12), ("return \n\"x", 12), ("while (true) {} return 1;", 13), ("", 100), ("return Args.x;", 0),
            ("return null;", 0),
        ])
    func wholeErrors(code: String, expected: Int) async throws {
        try await Stage.with { stage in
            let answer = try await run(stage, code)
            #expect((answer["error"]["error_code"].int ?? 0) == expected)
            #expect(expected == 0 || answer["error"]["request_params"].items.contains { $0["key"].string == "code" } || code.isEmpty)
        }
    }

    @Test("It counts as one call towards the limit, whatever it holds")
    func limit() async throws {
        let time = HandMovedTime()
        try await Stage.with {
            $0.communityRate = 2
            $0.time = time.source
        } body: { stage in
            let pack = "return [" + Array(repeating: "API.utils.getServerTime()", count: 25).joined(separator: ",") + "];"
            for _ in 0..<2 {
                let answer = try await run(stage, pack)
                #expect(answer["response"].count == 25)
            }
            let refused = try await run(stage, pack)
            #expect(refused["error"]["error_code"].int == 6)
            #expect(stage.simulator.arrivals().first?.total == 3)
            #expect(stage.simulator.calls().map(\.method) == ["execute", "execute", "execute"])
        }
    }

    @Test("Calls inside have the token's rights and kind, and no token of their own")
    func rights() async throws {
        try await Stage.with { stage in
            try stage.write("привет")
            try stage.simulator.addToken("only-photos", to: stage.community.id, rights: 4)
            try stage.simulator.addPerson("Иван", id: 510_002_002, token: "user-token")
            let own = "API.messages.send({\"access_token\":\"token-a\",\"peer_id\":510001001,\"random_id\":0,\"message\":\"x\"})"
            let limited = try await run(stage, "return [\(own),API.users.get({\"user_ids\":1})];", token: "only-photos")
            #expect(limited["execute_errors"][0]["error_code"].int == 7)
            let person = try await run(stage, "return [API.users.get()[0].id,\(own)];", token: "user-token")
            #expect(person["response"][0].int == 510_002_002)
            #expect(person["execute_errors"][0]["error_code"].int == 15)
            let token = try await run(stage, "return Args.access_token;")
            #expect(token["response"].isNull)
        }
    }

    @Test(
        "What VK keeps out of execute fails inside it",
        arguments: ["execute", "photos.saveMessagesPhoto", "docs.save", "messages.setChatPhoto"])
    func refusedInside(method: String) async throws {
        try await Stage.with { stage in
            let answer = try await run(stage, "return [API.\(method)({\"code\":\"return 1;\"})];")
            #expect(answer["response"].rawText == "[false]")
            #expect(answer["execute_errors"][0]["method"].string == method)
            #expect(answer["execute_errors"][0]["error_code"].int == 15)
        }
    }

    @Test("An error that calls are told to meet fails them inside a pack, alone and by count", arguments: [6, 9, 10, 14])
    func faults(code: Int) async throws {
        try await Stage.with { stage in
            try stage.write("привет")
            stage.simulator.add(Fault(.garbage, match: "messages.send"))
            stage.simulator.add(Fault(.error(code), match: "messages.*", count: 2))
            let pack = (1...4).map { send(stage.olga.id, "\($0)") }.joined(separator: ",")
            let answer = try await run(stage, "return [\(pack)];")
            #expect(answer["response"].items.map { $0.bool == false } == [true, true, false, false])
            #expect(answer["execute_errors"].items.map { $0["error_code"].int } == [code, code])
            #expect(stage.simulator.history(of: stage.olga.id, in: stage.community.id).map(\.text) == ["привет", "3", "4"])
            stage.simulator.add(Fault(.error(code), match: "execute"))
            let failed = try await run(stage, "return [\(pack)];")
            #expect(failed["error"]["error_code"].int == code)
        }
    }
}
