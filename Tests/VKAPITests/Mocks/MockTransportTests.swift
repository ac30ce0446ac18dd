// Govorun: a transport that answers as it was told. SPDX-License-Identifier: MIT
import CurlClient
import Foundation
import ScriptedVK
import TapeJSON
import Testing

@testable import VKAPI

@Suite("The mock transport")
struct MockTransportTests {
    private let time = ManualTime()
    private let vk: MockTransport
    private let client: VKClient

    init() {
        vk = MockTransport(time: time)
        client = VKClient(token: Secret("token-of-the-test"), transport: vk, time: time)
    }

    private func answer(_ method: String, _ parameters: Parameters = [:]) async throws -> JSON {
        try await time.running { [client] in try await client.call(method, parameters).send() }
    }

    private func failure(_ method: String, _ parameters: Parameters = [:]) async throws -> VKError {
        try #require(await #expect(throws: VKError.self) { try await answer(method, parameters) })
    }

    @Test("The example in its documentation holds")
    func example() async throws {
        let vk = MockTransport()
        vk.answer("users.get", with: .response([["id": 1, "first_name": "Anna"]]))
        let client = VKClient(token: Secret("token-of-the-test"), transport: vk)
        let user = try await client.users.get(userIDs: ["anna"]).send()[0]
        #expect(user.firstName == "Anna" && vk.calls("users.get").count == 1)
    }

    @Test("A literal is a method, or with a star the beginning of several; an address is of what is no call")
    func patterns() {
        #expect("users.get" == MethodPattern.method("users.get"))
        #expect("messages.*" == MethodPattern.prefix("messages."))
        #expect("*" == MethodPattern.prefix(""))
        var upload = HTTPRequest(
            "https://pu.vk.com/upload.php?act=a", method: .post, body: [1, 2], contentType: "multipart/form-data; boundary=x")
        upload.timeout = .seconds(1)
        let call = MockCall(upload, at: .zero)
        #expect(!call.isMethod && call.method == "upload.php" && call.body == [1, 2] && call["act"] == "a")
        #expect(MethodPattern.address("pu.vk.com").matches(call) && !MethodPattern.prefix("").matches(call))
    }

    @Test("The first script that matches answers; one that answers in turn, until it is spent")
    func order() async throws {
        vk.answer("users.get", inTurn: [.response(1), .response(2)]).answer("users.*", with: .response(3)).answer("*", with: .response(4))
        var numbers: [Int?] = []
        for method in ["users.get", "users.get", "users.get", "users.getFollowersOfAll", "groups.getById"] {
            numbers.append(try await answer(method).int)
        }
        #expect(numbers == [1, 2, 3, 3, 4])
    }

    @Test("A condition looks at the parameters, and a handler may leave a call to the next script")
    func conditions() async throws {
        vk.answer("messages.send", where: { $0["peer_id"] == "1" }, with: .response(11))
        vk.answer("messages.send") { call in call["message"] == "hi" ? .response(["heard": .string(call["message"] ?? "")]) : nil }
        vk.answer("messages.send", with: .error(901, "no"))
        #expect(try await answer("messages.send", ["peer_id": 1]).int == 11)
        #expect(try await answer("messages.send", ["peer_id": 2, "message": "hi"])["heard"].string == "hi")
        #expect(try await failure("messages.send", ["peer_id": 2]).failure == .cannotWriteToPeer)
    }

    /// How a mock fails, and what the caller sees of it.
    struct Failing: Sendable {
        let answer: MockAnswer
        let failure: VKFailure
        var code: Int?
        var cause: HTTPError.Code?
    }

    private static let failing = [
        Failing(answer: .authenticationError("words"), failure: .authorization, code: 5),
        Failing(answer: .clientError("words"), failure: .badRequest, code: 100),
        Failing(answer: .clientError("words", code: 15, status: 403), failure: .accessDenied, code: 15),
        Failing(answer: .serverError("words"), failure: .server, code: 10),
        Failing(answer: .serverError("words", status: 503), failure: .server, code: 10),
        Failing(answer: .networkError(.unresolved, "words"), failure: .transport, cause: .couldNotResolve),
        Failing(answer: .networkError(.refused, "words"), failure: .transport, cause: .couldNotConnect),
        Failing(answer: .networkError(.timedOut, "words"), failure: .transport, cause: .timedOut),
        Failing(answer: .networkError(.lost, "words"), failure: .transport, cause: .connectionLost),
        Failing(answer: .tlsError("words"), failure: .transport, cause: .tlsFailed),
    ]

    @Test("Each kind of failure keeps its message, over the wire and as a request's own mock", arguments: failing, [true, false])
    func failures(expected: Failing, overTheWire: Bool) async throws {
        vk.answer("*", with: expected.answer)
        let plain = client.call("users.get")
        let request = overTheWire ? plain : plain.mock(expected.answer)
        let thrown = await #expect(throws: VKError.self) {
            let answer: JSON = try await time.running { try await request.send() }
            return answer
        }
        let error = try #require(thrown)
        #expect(error.failure == expected.failure && error.message == "words")
        #expect(error.code?.rawValue == expected.code && error.cause?.code == expected.cause)
        #expect(vk.calls.isEmpty == !overTheWire)
    }

    @Test("A call that nobody scripted fails at once, and says what is scripted")
    func unmatched() async throws {
        vk.answer("users.get", with: .response(1)).answer("messages.*", inTurn: []).answer(.address("upload"), with: .response(1))
        let error = try await failure("groups.getById", ["group_id": "private"])
        #expect(error.failure == .refused)
        #expect(
            error.message == "no script has an answer to groups.getById(group_id, v); scripted: users.get, messages.*, address with upload")
        #expect(vk.unmatched.map(\.method) == ["groups.getById"])
        #expect(vk.calls.count == 1)
    }

    @Test("What was asked can be read, without the token")
    func recorded() async throws {
        vk.answer("*", with: .response(1))
        _ = try await answer("messages.send", ["peer_id": 1, "message": "a b", "random_id": 5])
        let call = try #require(vk.calls("messages.*").first)
        #expect(call["message"] == "a b" && call["random_id"] == "5" && call["v"] == "5.199" && call["access_token"] == nil)
        #expect(call.isMethod && call.address == "https://api.vk.ru/method/messages.send" && call.time == time.now)
        var dumped = ""
        dump(vk.calls, to: &dumped)
        #expect(!dumped.contains("token-of-the-test"))
    }

    @Test("Parameters of a GET are read, and its token in a header is one")
    func get() async throws {
        vk.answer("users.get", with: .response(1))
        _ = try await time.running { [client] in try await client.call("users.get", ["q": "я"]).configured { $0.verb = .get }.send() }
        #expect(vk.calls.first?["q"] == "я" && vk.calls.first?.isMethod == true)
    }

    @Test("An answer is delayed on the mock's clock")
    func delay() async throws {
        vk.answer("users.get", with: .response(1).delayed(by: .seconds(30)))
        let start = time.now
        _ = try await answer("users.get")
        #expect(time.now - start >= .seconds(30))
    }

    @Test("Calls that the client packs arrive one by one")
    func packs() async throws {
        vk.answer("users.get") { .response(.string($0["user_ids"] ?? "")) }
        let texts = try await time.running { [client] in
            try await withThrowingTaskGroup(of: String?.self) { group in
                for user in 1...40 { group.addTask { try await client.call("users.get", ["user_ids": user]).send().string } }
                return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
        }
        #expect(texts == Set((1...40).map { String($0) }))
        #expect(vk.calls.count == 40 && vk.calls("execute").isEmpty)
    }

    @Test("An execute of the caller's own is scripted like any call")
    func execute() async throws {
        vk.answer("execute", with: .response(5))
        let answer = try await time.running { [client] in try await client.execute("return 5;").send() }
        #expect(answer.value.int == 5)
    }

    @Test("Uploads and polls go through scripts too")
    func others() async throws {
        vk.answer(.address("/poll"), with: .json(["ts": "1", "updates": []]))
        let answer = try await vk.send(HTTPRequest("https://lp.vk.com/poll?act=a_check&key=secret-word&ts=1"))
        #expect(try JSONDocument(answer.body).root["ts"].string == "1")
        #expect(vk.calls.first?["ts"] == "1" && vk.calls.first?["key"] == nil)
        vk.answer(.address("/upload"), with: .networkError(.lost))
        await #expect(throws: HTTPError.self) { try await vk.send(HTTPRequest("https://pu.vk.com/upload", method: .post, body: [1])) }
    }
}

@Suite("Answers from files")
struct MockFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "govorun-mocks-\(UUID())").path

    /// Runs `work` with a folder that is removed afterwards.
    private func inFolder(_ files: [String: String], _ work: () async throws -> Void) async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
        for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)")) }
        try await work()
    }

    private func answer(_ vk: MockTransport, _ method: String, _ parameters: Parameters = [:]) async throws -> JSON {
        let time = ManualTime()
        var configuration = VKClient.Configuration()
        configuration.execute = false
        let client = VKClient(token: Secret("token-of-the-test"), configuration: configuration, transport: vk, time: time)
        return try await time.running { try await client.call(method, parameters).send() }
    }

    @Test("A folder answers each method with its file: a whole answer, an error, or the value of the response")
    func folder() async throws {
        let files = [
            "users.get.json": #"{"response":[{"id":1}]}"#, "groups.getById.json": #"{"groups":[]}"#,
            "messages.send.json": #"{"error":{"error_code":901,"error_msg":"no"}}"#, "readme.txt": "not JSON",
        ]
        try await inFolder(files) {
            let vk = try MockTransport().answer(fromFolder: folder)
            #expect(try await answer(vk, "users.get").at("0.id").int == 1)
            #expect(try await answer(vk, "groups.getById")["groups"].kind == .array)
            let error = await #expect(throws: VKError.self) { try await answer(vk, "messages.send") }
            #expect(error?.code?.rawValue == 901)
            let single = try MockTransport().answer("users.*", withFile: "\(folder)/users.get.json")
            #expect(try await answer(single, "users.getFollowersOfAll").at("0.id").int == 1)
        }
    }

    @Test("A file that is missing, or holds no JSON, is named")
    func broken() async throws {
        try await inFolder(["users.get.json": "{"]) {
            let missing = #expect(throws: VKError.self) { try MockTransport().answer("a.b", withFile: "\(folder)/none.json") }
            #expect(missing?.message.contains("none.json") == true)
            #expect(throws: VKError.self) { try MockTransport().answer(fromFolder: folder) }
            #expect(throws: VKError.self) { try MockTransport().answer(fromFolder: "\(folder)/none") }
        }
    }

    @Test("Traffic is recorded without secrets and played again: answers in their order, then the last one")
    func recording() async throws {
        try await inFolder([:]) {
            let real = MockTransport()
            real.answer("users.get", inTurn: [.response(["number": 1, "echo": "token-of-the-test"]), .response(2), .error(113, "no")])
            let server: JSONValue = ["key": "secret-word", "server": "https://lp.vk.com/a?q=secret-word", "ts": 5]
            real.answer("groups.getLongPollServer", with: .response(server)).answer("groups.getById", with: .networkError(.refused))
            let path = "\(folder)/traffic.jsonl"
            let recorder = try RecordingTransport(real, to: path)
            let client = VKClient(token: Secret("token-of-the-test"), transport: recorder)
            for _ in 1...2 { _ = try await client.call("users.get", ["user_ids": 1]).send() }
            _ = try await client.call("groups.getLongPollServer").send()
            await #expect(throws: VKError.self) { try await client.call("groups.getById").surfacingFailures().send() }
            try await recorder.finish()

            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(!text.contains("token-of-the-test") && !text.contains("secret-word"))
            #expect(text.split(separator: "\n").count == 4)

            let replay = try MockTransport().answer(fromRecording: path)
            #expect(try await answer(replay, "users.get", ["user_ids": 1])["number"].int == 1)
            for _ in 1...2 { #expect(try await answer(replay, "users.get", ["user_ids": 1]).int == 2) }
            let polled = try await answer(replay, "groups.getLongPollServer")
            #expect(polled["ts"].int == 5 && polled["key"].string == "<secret>" && polled["server"].string == "https://lp.vk.com/a")
            let lost = await #expect(throws: VKError.self) { try await answer(replay, "groups.getById") }
            #expect(lost?.cause?.code == .couldNotConnect)
            let unknown = await #expect(throws: VKError.self) { try await answer(replay, "users.get", ["user_ids": 2]) }
            #expect(unknown?.failure == .refused)
        }
    }

    @Test("A file that is no recording, or cannot be written, is named")
    func brokenRecording() async throws {
        try await inFolder(["a": #"{"call":"users.get","status":200,"answer":{}}"# + "\n{}\n"]) {
            let error = #expect(throws: VKError.self) { try MockTransport().answer(fromRecording: "\(folder)/a") }
            #expect(error?.message.contains("line 2") == true)
            #expect(throws: VKError.self) { try RecordingTransport(MockTransport(), to: "\(folder)/none/b") }
        }
    }

    @Test("A secret is hidden by its name in any depth, in a value of the same kind")
    func scrubbing() {
        let answer: JSONValue = [
            "response": [
                ["access_token": "x", "key": 7, "name": "kept", "upload_url": "https://pu.vk.com/c?act=do&hash=x", "my_token": ["a": "b"]]
            ]
        ]
        let expected: JSONValue = [
            "response": [
                ["access_token": "<secret>", "key": 0, "name": "kept", "upload_url": "https://pu.vk.com/c", "my_token": ["a": "b"]]
            ]
        ]
        #expect(TrafficSecrets.scrubbed(answer) == expected)
    }
}
