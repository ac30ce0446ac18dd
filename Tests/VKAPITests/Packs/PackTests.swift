// Govorun: calls that share an execute, and what becomes of each. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import Synchronization
import TapeJSON
import Testing

@testable import VKAPI

@Suite("What a pack's answer means")
struct PackAnswerTests {
    /// What became of a call, in a word.
    private static func word(_ outcome: PackOutcome) -> String {
        switch outcome {
        case .answer(let answer): answer.response.rawText
        case .failure(let error as VKError): error.code.map { "error \($0)" } ?? "\(error.failure)"
        case .failure: "other error"
        case .tooFast: "too fast"
        case .again(let companions): "again \(companions)"
        }
    }

    private static func outcomes(_ methods: [String], _ body: String) throws -> [String] {
        let answer = try Envelope.read(.text(body), to: "execute", hiding: [])
        return PackAnswer.outcomes(of: answer, to: methods.map { Call($0, ["random_id": 7]) }, hiding: []).map(word)
    }

    private static func errors(_ entries: [(String, Int)]) -> String {
        let texts = entries.map { method, code in
            (method.isEmpty ? "{" : #"{"method":"\#(method)","#) + #""error_code":\#(code),"error_msg":"scripted"}"#
        }
        return "[" + texts.joined(separator: ",") + "]"
    }

    @Test(
        "Each call gets its own value or its own error",
        arguments: [
            (["users.get", "users.get"], "[1,2]", [], ["1", "2"]),
            (
                ["messages.send", "messages.edit"], "[false,false]", [("messages.send", 7), ("messages.edit", 909)],
                ["error 7", "error 909"]
            ),
            (["users.get", "messages.send", "users.get"], "[1,false,3]", [("messages.send", 901)], ["1", "error 901", "3"]),
            // A `false` that is an answer, beside one that is a failure.
            (["storage.get", "messages.send"], "[false,false]", [("messages.send", 901)], ["false", "error 901"]),
            (["messages.send", "storage.get"], "[false,false]", [("messages.send", 901)], ["error 901", "false"]),
            (["storage.get"], "[false]", [], ["false"]),
            // Nested ones are nobody's failure.
            (["users.get", "users.get"], #"[{"a":false},[false]]"#, [], [#"{"a":false}"#, "[false]"]),
            // It cannot be told which of two failed: what is harmless goes again, alone.
            (["users.get", "users.get"], "[false,false]", [("users.get", 113)], ["again 1", "again 1"]),
            (["wall.createComment", "wall.createComment"], "[false,false]", [("wall.createComment", 15)], ["server", "server"]),
            // Errors in another order than the answers are matched by method.
            (["users.get", "messages.edit"], "[false,false]", [("messages.edit", 909), ("users.get", 113)], ["error 113", "error 909"]),
            (["users.get", "users.get"], "[1,false]", [("users.get", 6)], ["1", "too fast"]),
            (["users.get", "users.get"], "[1,false]", [("users.get", 10)], ["1", "error 10"]),
            // A captcha that says nothing to solve is asked for again.
            (["messages.send"], "[false]", [("messages.send", 14)], ["again 1"]),
            // An error that names no method.
            (["users.get", "messages.send"], "[false,false]", [("", 15)], ["again 1", "again 1"]),
            // No list, or one of another length.
            (["users.get", "users.get"], "[1]", [], ["again 1", "again 1"]), (["users.get"], "{}", [], ["again 1"]),
            (["wall.createComment"], "7", [], ["server"]),
        ] as [([String], String, [(String, Int)], [String])])
    func each(methods: [String], response: String, failures: [(String, Int)], expected: [String]) throws {
        let tail = failures.isEmpty ? "" : #","execute_errors":"# + Self.errors(failures)
        #expect(try Self.outcomes(methods, #"{"response":\#(response)\#(tail)}"#) == expected)
    }

    @Test("A captcha inside a pack keeps what there is to solve")
    func captcha() throws {
        let body = """
            {"response":[false],"execute_errors":[{"method":"messages.send","error_code":14,"error_msg":"m","captcha_sid":"5","captcha_img":"u"}]}
            """
        #expect(try Self.outcomes(["messages.send"], body) == ["error 14"])
    }

    @Test("The samples of execute are read")
    func samples() throws {
        let methods = ["messages.send", "messages.send", "messages.send", "users.get"]
        let partial = String(decoding: try Fixture.bytes("execute/partial-errors.json"), as: UTF8.self)
        #expect(try Self.outcomes(methods, partial).enumerated().map { $0 == 2 ? "…" : $1 } == ["4106", "error 901", "…", "error 113"])
        let failed = String(decoding: try Fixture.bytes("execute/all-failed.json"), as: UTF8.self)
        #expect(try Self.outcomes(["messages.send", "messages.edit"], failed) == ["error 7", "error 909"])
        let fine = String(decoding: try Fixture.bytes("execute/all-ok.json"), as: UTF8.self)
        #expect(try Self.outcomes(["messages.send", "users.get", "messages.edit"], fine).last == "1")
    }

    @Test(
        "An error of the whole means the same for all, unless they may still do alone or in smaller packs",
        arguments: [
            (17, "again 1", "again 1"), (24, "again 1", "again 1"), (5, "error 5", "error 5"), (9, "error 9", "error 9"),
            (10, "error 10", "error 10"), (13, "again 2", "error 13"),
            (3, "again 1", "again 1"), (12, "again 1", "again 1"), (14, "again 1", "again 1"), (15, "again 1", "again 1"),
            (27, "again 1", "again 1"), (28, "again 1", "again 1"), (29, "again 1", "again 1"),
        ])
    func whole(code: Int, reading: String, writing: String) {
        let error = VKError(VKErrorCode(rawValue: code).failure, code: VKErrorCode(rawValue: code), method: "execute", message: "scripted")
        func words(_ method: String) -> [String] {
            PackFailure.outcomes(of: error, to: Array(repeating: Call(method), count: 4)).map(Self.word)
        }
        #expect(words("users.get") == Array(repeating: reading, count: 4))
        #expect(words("wall.createComment") == Array(repeating: writing, count: 4))
    }

    @Test("After 13 nobody knows whether what does harm twice was performed")
    func thirteen() throws {
        let error = VKError(.badRequest, code: VKErrorCode(rawValue: 13), method: "execute", message: "response size is too big")
        guard case .failure(let told as VKError) = PackFailure.outcomes(of: error, to: [Call("wall.createComment")])[0] else {
            Issue.record("it must fail")
            return
        }
        #expect(told.mayHaveBeenPerformed && told.method == "wall.createComment")
    }
}

@Suite("What may share an execute")
struct PackCodeTests {
    @Test(
        "Everything does that means the same inside",
        arguments: [
            ("users.get", true), ("messages.send", true), ("wall.createComment", true), ("docs.save", false),
            ("photos.saveMessagesPhoto", false), ("execute", false), ("execute.own", false), ("messages.setChatPhoto", false),
            ("users.get({});return 1;//", false), ("users", false), ("users.get.more", false), ("", false), ("users.", false),
        ])
    func methods(method: String, isHeld: Bool) { #expect(PackCode.canHold(Call(method)) == isHeld) }

    @Test("A call that changes what belongs to the whole request goes alone", arguments: ["v", "lang", "captcha_key", "success_token"])
    func parameters(name: String) {
        #expect(!PackCode.canHold(Call("users.get", Parameters(dictionaryLiteral: (name, "1")))))
        #expect(PackCode.canHold(Call("users.get", ["user_ids": 1])))
    }

    @Test("So does one with options of its own")
    func options() {
        func holds(_ change: (inout RequestOptions) -> Void) -> Bool {
            var call = Call("users.get")
            change(&call.options)
            return PackCode.canHold(call)
        }
        #expect(
            holds {
                $0.priority = .background; $0.attempts = .unlimited
            })
        #expect(!holds { $0.language = "en" })
        #expect(!holds { $0.version = "5.131" })
        #expect(!holds { $0.timeout = .seconds(60) })
        #expect(!holds { $0.testMode = true })
        #expect(!holds { $0.verb = .get })
        #expect(!holds { $0.headers = ["X-Trace": "1"] })
        #expect(!holds { $0.sharesExecute = false })
    }

    @Test("The code is a list of calls with their parameters as strings")
    func code() {
        let calls = [Call("users.get", ["user_ids": [1, 2]]), Call("messages.send", ["message": "a \"b\" \\ \n c"])]
        #expect(
            PackCode.code(returning: calls.map(PackCode.expression))
                == #"return [API.users.get({"user_ids":"1,2"}),API.messages.send({"message":"a \"b\" \\ \n c"})];"#)
    }
}

@Suite("Packs on the wire")
struct PackTests {
    /// Sends `count` calls that find one another waiting.
    private static func flood(_ stage: Stage, _ count: Int, _ method: String = "users.get") async throws -> [Result<Int, any Error>] {
        let client = stage.client
        stage.time.advance(by: .seconds(5))
        client.crowd.change(by: 1)
        let requests = (0..<count).map { client.call(method, ["n": $0]).map { $0.int ?? -1 } }
        return try await stage.time.running { try await Request.each(requests).send() }
    }

    private static func numbers(_ exchange: ScriptedVK.Exchange) -> [JSONValue] {
        (exchange.fields["code"] ?? "").matches(of: /"n":"(\d+)"/).compactMap { Int($0.1) }.map { .integer($0) }
    }

    /// Answers packs with the numbers of their calls, and single calls with their own.
    private static func echo(_ exchange: ScriptedVK.Exchange) -> HTTPResponse {
        exchange.name == "execute" ? .response(.array(numbers(exchange))) : .response(.integer(Int(exchange.fields["n"] ?? "") ?? -1))
    }

    private static func values(_ outcomes: [Result<Int, any Error>]) -> [Int?] {
        outcomes.map { if case .success(let value) = $0 { value } else { nil } }
    }

    @Test("What waits together leaves together, and each gets its own answer")
    func together() async throws {
        let stage = Stage { Self.echo($0) }
        #expect(Self.values(try await Self.flood(stage, 60)) == Array(0..<60))
        #expect(stage.vk.exchanges.map(\.name) == ["execute", "execute", "execute"])
        #expect(stage.vk.exchanges[0].fields["v"] == "5.199")
    }

    @Test("With packs switched off every call goes alone")
    func off() async throws {
        let stage = Stage(configure: { $0.execute = false }) { Self.echo($0) }
        #expect(Self.values(try await Self.flood(stage, 30)) == Array(0..<30))
        #expect(stage.vk.exchanges("execute").isEmpty && stage.vk.exchanges.count == 30)
    }

    @Test("A token that may not execute sends its calls one by one, from then on", arguments: [3, 8, 15, 28, 12, 100])
    func forbidden(code: Int) async throws {
        let stage = Stage { $0.name == "execute" ? .error(code) : Self.echo($0) }
        #expect(Self.values(try await Self.flood(stage, 30)) == Array(0..<30))
        #expect(Self.values(try await Self.flood(stage, 30)) == Array(0..<30))
        #expect((1...2).contains(stage.vk.exchanges("execute").count))
    }

    @Test(
        "Packs are tried again after ten seconds, then less and less often",
        arguments: [(1, 10), (2, 40), (3, 160), (5, 2_560), (6, 3_600), (99, 3_600)])
    func truce(refusals: Int, seconds: Int) { #expect(PackFailure.truce(after: refusals) == .seconds(seconds)) }

    @Test("An answer that is too big is asked for in halves, down to one by one")
    func tooBig() async throws {
        let stage = Stage { Self.numbers($0).count > 3 ? .error(13, "response size is too big") : Self.echo($0) }
        #expect(Self.values(try await Self.flood(stage, 25)) == Array(0..<25))
    }

    @Test("How much is too much is remembered for a while")
    func learntSize() async throws {
        let stage = Stage { Self.numbers($0).count > 6 ? .error(13, "response size is too big") : Self.echo($0) }
        #expect(Self.values(try await Self.flood(stage, 25)) == Array(0..<25))
        let before = stage.vk.exchanges.count
        #expect(Self.values(try await Self.flood(stage, 24)) == Array(0..<24))
        #expect(stage.vk.exchanges.dropFirst(before).allSatisfy { Self.numbers($0).count <= 6 })
    }

    @Test("A call that fails inside a pack for a moment is repeated, and no other", arguments: [6, 10])
    func inner(code: Int) async throws {
        let sent = Mutex<[Int: Int]>([:])
        let stage = Stage { exchange in
            let numbers =
                Self.numbers(exchange).isEmpty ? [JSONValue.integer(Int(exchange.fields["n"] ?? "") ?? -1)] : Self.numbers(exchange)
            for case .integer(let number) in numbers { sent.withLock { $0[number, default: 0] += 1 } }
            guard exchange.number == 1, exchange.name == "execute" else { return Self.echo(exchange) }
            var values = numbers
            values[2] = false
            let failure: JSONValue = ["method": "users.get", "error_code": .integer(code), "error_msg": "scripted"]
            let body: JSONValue = ["response": .array(values), "execute_errors": [failure]]
            return .text(body.serialized)
        }
        #expect(Self.values(try await Self.flood(stage, 10)) == Array(0..<10))
        // Which of them stands third is chance.
        #expect(sent.withLock { $0.values.sorted() } == Array(repeating: 1, count: 9) + [2])
    }

    @Test("A pack whose answer is lost is sent again only where that does no harm")
    func lost() async throws {
        for (method, arrivals) in [("users.get", 2), ("wall.createComment", 1)] {
            let stage = Stage { exchange in
                if exchange.number == 1 { throw HTTPError(.connectionLost, mayHaveBeenPerformed: true) }
                return Self.echo(exchange)
            }
            let outcomes = try await Self.flood(stage, 5, method)
            #expect(Self.values(outcomes) == (arrivals == 2 ? Array(0..<5) : Array(repeating: nil, count: 5)))
            #expect(stage.vk.exchanges("execute").count == arrivals)
        }
    }

    @Test("What must never be performed twice is not sent again after 13, whatever the method")
    func onceOnly() async throws {
        let stage = Stage { _ in .error(13) }
        let client = stage.client
        stage.time.advance(by: .seconds(5))
        client.crowd.change(by: 1)
        let requests = (0..<3).map { n in client.call("users.get", ["n": n]).configured { $0.isOnceOnly = true }.map { $0.int ?? -1 } }
        let outcomes = try await stage.time.running { try await Request.each(requests).send() }
        #expect(Self.values(outcomes) == [nil, nil, nil] && stage.vk.exchanges.map(\.name) == ["execute"])
    }

    @Test("One who is cancelled as a pack leaves costs the others nothing afterwards")
    func cancelledAtDeparture() async throws {
        let stage = Stage { Self.echo($0) }
        let client = stage.client
        stage.time.advance(by: .seconds(5))
        client.crowd.change(by: 1)
        let tasks = (0..<2).map { n in Task { try await client.call("users.get", ["n": n]).send() } }
        while client.seats.main.queue.suspended < 2 { await Task.yield() }
        tasks[0].cancel()
        client.crowd.change(by: -1)
        _ = await tasks[0].result
        _ = try await stage.time.running { try await tasks[1].value }
        // Nothing is on its way: a lone call leaves at once.
        let before = stage.time.now
        _ = try await client.call("users.get", ["n": 5]).send()
        #expect(stage.time.now == before)
    }

    @Test("A captcha inside a pack is solved, and then the call goes alone with its key")
    func captcha() async throws {
        let stage = Stage(configure: { $0.solver = ScriptedSolver { _ in .key("z") } }) { exchange in
            guard exchange.name == "execute" else { return Self.echo(exchange) }
            var values = Self.numbers(exchange)
            values[0] = false
            let failure: JSONValue = [
                "method": "users.get", "error_code": 14, "error_msg": "scripted", "captcha_sid": "5", "captcha_img": "https://vk.com/c",
            ]
            let body: JSONValue = ["response": .array(values), "execute_errors": [failure]]
            return .text(body.serialized)
        }
        #expect(Self.values(try await Self.flood(stage, 3)) == [0, 1, 2])
        let alone = stage.vk.exchanges("users.get")
        #expect(alone.count == 1 && alone[0].fields["captcha_key"] == "z" && alone[0].fields["captcha_sid"] == "5")
    }
}
