// Govorun: requests side by side, watched, and with callbacks. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import Synchronization
import TapeJSON
import Testing

@testable import VKAPI

@Suite("Requests side by side")
struct ManyRequestsTests {
    private static func stage() -> Stage {
        Stage(configure: { $0.execute = false }) { exchange in
            if exchange.fields["n"] == "bad" { return .error(100) }
            return .response(exchange.fields["n"].flatMap { Int($0) }.map(JSONValue.integer) ?? "text")
        }
    }

    @Test("Two to eight are typed each for itself, in the order they were written")
    func typed() async throws {
        let stage = Self.stage()
        let client = stage.client
        func number(_ n: Int) -> Request<Int> { client.request("users.get", ["n": n]) }
        let text: Request<String> = client.request("groups.getById")
        let two = try await stage.outcome(.all(number(1), text))
        #expect(two.0 == 1 && two.1 == "text")
        let three = try await stage.outcome(.all(number(1), text, number(3)))
        #expect(three.2 == 3)
        let eight = try await stage.outcome(
            .all(number(1), number(2), text, number(4), number(5), number(6), text, number(8)))
        #expect(eight.0 == 1 && eight.1 == 2 && eight.2 == "text" && eight.3 == 4)
        #expect(eight.4 == 5 && eight.5 == 6 && eight.6 == "text" && eight.7 == 8)
    }

    @Test("Of two at once, the first failure cancels the other, whichever stands first")
    func firstFailure() async throws {
        let time = ManualTime()
        let vk = ScriptedVK { exchange in
            if exchange.fields["n"] == "bad" { return .error(100) }
            try await Task.sleep(for: .seconds(3_600))
            return .response(1)
        }
        var configuration = VKClient.Configuration()
        configuration.execute = false
        let client = VKClient(token: Secret("token-of-the-test"), configuration: configuration, transport: vk, time: time)
        let (slow, bad) = (client.call("users.get", ["n": 1]), client.call("users.get", ["n": "bad"]))
        for pair in [Request<(JSON, JSON)>.all(slow, bad), .all(bad, slow)] {
            let error = await #expect(throws: VKError.self) { _ = try await time.running { try await pair.send() } }
            #expect(error?.code?.rawValue == 100)
        }
    }

    @Test("A list keeps its order; the first failure is the failure of all")
    func list() async throws {
        let stage = Self.stage()
        let requests = (0..<30).map { stage.client.call("users.get", ["n": $0]).map { $0.int ?? -1 } }
        #expect(try await stage.outcome(.all(requests)) == Array(0..<30))
        #expect(try await stage.outcome(.all([Request<Int>]())) == [])
        let spoilt = requests + [stage.client.call("users.get", ["n": "bad"]).map { $0.int ?? -1 }]
        #expect(try await stage.failure(.all(spoilt))?.code?.rawValue == 100)
    }

    @Test("Where each is to have its own outcome, one failure takes nothing from the others")
    func each() async throws {
        let stage = Self.stage()
        let requests = ["1", "bad", "3"].map { stage.client.call("users.get", ["n": $0]).map { $0.int ?? -1 } }
        let outcomes = try await stage.outcome(.each(requests))
        #expect(outcomes.map { if case .success(let value) = $0 { value } else { nil } } == [1, nil, 3])
    }

    @Test("A chain may go on side by side")
    func then() async throws {
        let stage = Self.stage()
        let client = stage.client
        let sums = client.call("users.get", ["n": 3]).then { count in
            (0..<(count.int ?? 0)).map { client.call("users.get", ["n": $0]) }
        }
        #expect(try await stage.outcome(sums).map(\.int) == [0, 1, 2])
    }

    @Test("A part that has to be there is taken out; one that is not there is an error with its path")
    func unwrap() async throws {
        let stage = Stage { _ in .response(["items": [["id": 7]]]) }
        let request = stage.client.call("users.get")
        #expect(try await stage.outcome(request.at("items.0.id").unwrap(\.int)) == 7)
        #expect(try await stage.failure(request.at("items.1.id").unwrap(\.int))?.failure == .server)
    }

    @Test("A Decodable is read with the caller's settings")
    func decode() async throws {
        struct Thing: Decodable, Equatable { let peerID: Int }
        let stage = Stage { _ in .response(["peer_id": 5]) }
        let decoder = TapeDecoder(keys: .snakeCase)
        #expect(try await stage.outcome(stage.client.call("users.get").decode(Thing.self, with: decoder)) == Thing(peerID: 5))
        #expect(try await stage.failure(stage.client.call("users.get").decode(Thing.self))?.failure == .server)
    }
}

@Suite("Methods of one's own, execute, mocks")
struct OwnMethodTests {
    struct GetThing: VKMethod {
        typealias Response = Int
        static let name = "things.get"
        var thingID: Int
        var ownerIDs = [1, 2]
        var isDeep: Bool?
    }

    @Test("A method in five lines sends its properties under VK's names")
    func ownMethod() async throws {
        let stage = Stage { _ in .response(9) }
        #expect(try await stage.outcome(stage.client.call(GetThing(thingID: 7))) == 9)
        let sent = stage.vk.exchanges[0]
        #expect(sent.name == "things.get")
        #expect(
            sent.fields.filter { $0.key.hasSuffix("id") || $0.key.hasSuffix("ids") || $0.key.hasPrefix("is") } == [
                "thing_id": "7", "owner_ids": "1,2",
            ])
    }

    @Test("Code runs with its arguments, and what failed inside is told")
    func execute() async throws {
        let stage = Stage { _ in
            .text(#"{"response":[1,false],"execute_errors":[{"method":"users.get","error_code":113,"error_msg":"bad user id"}]}"#)
        }
        let answer = try await stage.outcome(stage.client.execute("return Args.a;", ["a": "b"]))
        #expect(answer.value[0].int == 1 && answer.errors.map(\.code?.rawValue) == [113] && answer.errors[0].method == "users.get")
        #expect(stage.vk.exchanges[0].fields["code"] == "return Args.a;" && stage.vk.exchanges[0].fields["a"] == "b")
        _ = try await stage.outcome(stage.client.procedure("report", version: 3))
        #expect(stage.vk.exchanges[1].name == "execute.report" && stage.vk.exchanges[1].fields["func_v"] == "3")
    }

    @Test("A mocked request reaches nobody, and its answer is read as VK's")
    func mock() async throws {
        let stage = Stage { _ in .response("VK") }
        #expect(try await stage.outcome(stage.client.call("users.get").mock(.response(3))).int == 3)
        #expect(try await stage.failure(stage.client.call("users.get").mock(.error(15, "closed")))?.failure == .accessDenied)
        let lost = MockAnswer.failure(HTTPError(.timedOut)).delayed(by: .seconds(10))
        #expect(try await stage.failure(stage.client.call("users.get").mock(lost))?.cause?.code == .timedOut)
        #expect(stage.vk.exchanges.isEmpty)
    }

    @Test("A client that was shut down refuses, and shutting down again does nothing")
    func shutdown() async throws {
        let stage = Stage { _ in .response(1) }
        await stage.client.shutdown()
        await stage.client.shutdown()
        #expect(try await stage.failure(stage.client.call("users.get"))?.failure == .closed)
    }
}

@Suite("Observers, tags, callbacks")
struct ObserverTests {
    private final class Diary: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func note(_ line: String) { lines.withLock { $0.append(line) } }
        func observer(_ name: String) -> CallObserver {
            CallObserver(
                started: { self.note("\(name) \($0.call.method) started \($0.tag?.plugin ?? "-")") },
                finished: { info, result in
                    if case .success = result { self.note("\(name) \(info.call.method) done") } else { self.note("\(name) failed") }
                })
        }
    }

    @Test("Start and end of every call are told in order, the client's observers first, and errors at one place")
    func order() async throws {
        let diary = Diary()
        let stage = Stage(configure: { configuration in
            configuration.observers = [
                diary.observer("client"), .errors { error, info in diary.note("error \(error.code?.rawValue ?? 0) of \(info.request)") },
            ]
        }) { $0.name == "users.get" ? .response(1) : .error(100) }
        let client = stage.client
        let request = client.call("users.get").chain { _ in client.call("groups.getById") }
            .observed(by: diary.observer("request")).tagged(RequestTag(plugin: "shop"))
        _ = try await stage.failure(request)
        #expect(
            diary.all == [
                "client users.get started shop", "request users.get started shop", "client users.get done", "request users.get done",
                "client groups.getById started shop", "request groups.getById started shop", "client failed", "error 100 of \(request.id)",
                "request failed",
            ])
    }

    @Test("A request has a number, and its description shows no value")
    func description() {
        let stage = Stage { _ in .response(1) }
        let (one, two) = (stage.client.call("users.get", ["user_ids": "secret"]), stage.client.call("users.get"))
        #expect(one.id != two.id && one.timeout(.seconds(1)).id == one.id)
        #expect("\(one)" == "users.get(user_ids)")
        #expect("\(RequestTag(bot: "b", plugin: "p", handler: "h", event: "e"))" == "b/p/h on e")
    }

    @Test("An answer goes to onSuccess, an error to onError, each once")
    func callbacks() async throws {
        let diary = Diary()
        let stage = Stage { $0.name == "users.get" ? .response(1) : .error(100) }
        await stage.client.call("users.get").onSuccess { diary.note("got \($0.int ?? 0)") }.onError { _ in diary.note("wrong") }.start()
            .finished()
        await stage.client.call("wall.createComment").onSuccess { _ in diary.note("wrong") }.onError { _ in diary.note("failed") }.start()
            .finished()
        #expect(diary.all == ["got 1", "failed"])
    }

    @Test("What onSuccess throws reaches onError once, and the call is not sent again")
    func throwingCallback() async throws {
        struct Own: Error {}
        let diary = Diary()
        let stage = Stage { _ in .response(1) }
        await stage.client.call("users.get").onSuccess { _ in throw Own() }.onError { diary.note("\($0)") }.start().finished()
        #expect(diary.all == ["Own()"] && stage.vk.exchanges.count == 1)
    }

    @Test("After a cancellation no callback comes, and the place in the queue is free")
    func cancelled() async throws {
        let diary = Diary()
        let stage = Stage { _ in .response(1) }
        let client = stage.client
        for _ in 0..<2 { _ = try await client.call("docs.save").send() }
        let running = client.call("docs.save").onSuccess { _ in diary.note("wrong") }.onError { _ in diary.note("wrong") }.start()
        await stage.time.sleepers(reach: 1)
        running.cancel()
        running.cancel()
        await running.finished()
        #expect(diary.all.isEmpty && client.seats.main.queue.waiting == 0)
    }

    @Test("Progress ends with everything sent and something received")
    func progress() async throws {
        let last = Mutex<RequestProgress?>(nil)
        let stage = Stage { _ in .response([1, 2, 3]) }
        _ = try await stage.outcome(stage.client.call("users.get", ["a": "b"]).progress { step in last.withLock { $0 = step } })
        let step = try #require(last.withLock { $0 })
        #expect(step.sent == step.total && step.received == 7)
    }
}
