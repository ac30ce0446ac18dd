// Govorun: the simulator misbehaves as told. SPDX-License-Identifier: MIT
import SocketClient
import TapeJSON
import Testing

@testable import VKSimulator

@Suite("Faults")
struct SimulatedFaultTests {
    private static let send: KeyValuePairs = ["peer_id": "510001001", "random_id": "0", "message": "x"]

    private func raw(_ stage: Stage, _ method: String = "messages.send") async throws -> SocketAnswer {
        try await SocketClient.post(
            "/method/\(method)", port: stage.simulator.port, type: "application/x-www-form-urlencoded",
            "v=5.199&access_token=token-a&peer_id=510001001&random_id=0&message=x")
    }

    @Test(
        "A fault answers as told, and tells by the history whether the call was performed",
        arguments: [
            (Fault.Kind.status(502), false), (.garbage, true), (.cutJSON, true), (.empty, true), (.error(9), false), (.delay(.zero), true),
        ])
    func answered(kind: Fault.Kind, isPerformed: Bool) async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            stage.simulator.add(Fault(kind, match: "messages.*"))
            let answer = try await raw(stage)
            switch kind {
            case .status(let status):
                #expect(answer.status == status)
                #expect(answer.text.hasPrefix("<html>"))
            case .error(let code): #expect(try JSONDocument(answer.body).root["error"]["error_code"].int == code)
            case .delay: #expect(try JSONDocument(answer.body).root["response"].int == 2)
            case .empty: #expect(answer.body.isEmpty)
            default: #expect(throws: JSONError.self) { try JSONDocument(answer.body) }
            }
            #expect(stage.simulator.history(of: stage.olga.id, in: stage.community.id).count == (isPerformed ? 2 : 1))
            #expect(try await stage.code("messages.send", Self.send) == 0)
        }
    }

    @Test(
        "A fault that drops the connection does, before, during or after the call",
        arguments: [
            (Fault.Kind.resetBefore, false), (.resetDuring, true), (.resetAfter, true),
        ])
    func dropped(kind: Fault.Kind, isPerformed: Bool) async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            stage.simulator.add(Fault(kind))
            await #expect(throws: SocketClient.Failure.self) { try await raw(stage) }
            #expect(stage.simulator.history(of: stage.olga.id, in: stage.community.id).count == (isPerformed ? 2 : 1))
        }
    }

    @Test("A hanging call never answers and ends with its client", arguments: [(Fault.Kind.hang, 1), (.hangAfter, 2)])
    func hanging(kind: Fault.Kind, messages: Int) async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            stage.simulator.add(Fault(kind))
            let client = try SocketClient(port: stage.simulator.port)
            client.send(
                "GET /method/messages.send?v=5.199&access_token=token-a&peer_id=510001001&random_id=0&message=x HTTP/1.1\r\nHost: x\r\n\r\n"
            )
            while stage.simulator.change({ !$0.faults.waiting.isEmpty }) { await Task.yield() }
            while stage.simulator.history(of: stage.olga.id, in: stage.community.id).count < messages { await Task.yield() }
            #expect(try await stage.code("messages.send", Self.send) == 0)
        }
    }

    @Test("Faults wait for their kind of request and are used up by count")
    func matching() async throws {
        try await Stage.with { stage in
            stage.simulator.add(Fault(.error(10), match: "users.get", count: 2))
            stage.simulator.add(Fault(.failed(3)))
            let session = try await stage.session()
            var codes: [Int] = []
            for _ in 0..<3 { codes.append(try await stage.code("users.get")) }
            #expect(codes == [10, 10, 0])
            #expect(try await stage.poll(session, wait: 0).rawText == "{\"failed\":3}")
            #expect(try await stage.poll(session, wait: 0)["updates"].kind == .array)
            stage.simulator.add(Fault(.error(10)))
            stage.simulator.clearFaults()
            #expect(try await stage.code("users.get") == 0)
        }
    }

    @Test("Long poll fails with each code, and with an expired key")
    func longPoll() async throws {
        try await Stage.with { stage in
            let session = try await stage.session()
            for code in 1...4 {
                stage.simulator.add(Fault(.failed(code), match: "longpoll"))
                let answer = try await stage.poll(session)
                #expect(answer["failed"].int == code)
                #expect(answer["ts"].exists == (code == 1))
            }
            stage.simulator.add(Fault(.expireKeys))
            #expect(try await stage.poll(session)["failed"].int == 2)
            #expect(try await stage.session().key != session.key)
        }
    }

    @Test("Refusing connections ends after its time at the same port, and a stop ends it too")
    func refusing() async throws {
        let gate = Waiter()
        var source = TimeSource.system
        source.sleep = { _ in
            await gate.wait()
            try Task.checkCancellation()
        }
        try await Stage.with {
            $0.time = source
        } body: { stage in
            let port = stage.simulator.port
            stage.simulator.add(Fault(.refuse(.seconds(5)), match: "users.get"))
            await #expect(throws: SocketClient.Failure.self) { try await raw(stage, "users.get") }
            while (try? SocketClient(port: port)) != nil { await Task.yield() }
            gate.wake()
            while (try? SocketClient(port: port)) == nil { await Task.yield() }
            let code = try await stage.code("users.get")
            #expect(code == 0)
            #expect(stage.simulator.port == port)
        }
        try await Stage.with { stage in
            stage.simulator.add(Fault(.refuse(.seconds(3600))))
            await #expect(throws: SocketClient.Failure.self) { try await raw(stage) }
        }
    }
}
