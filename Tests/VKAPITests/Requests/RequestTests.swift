// Govorun: requests as values, and chains of them. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import TapeJSON
import Testing
import VKAPI

@Suite("Request")
struct RequestTests {
    private struct Thing: Decodable, Sendable, Equatable {
        var id: Int
    }

    @Test("Nothing happens before it is sent, and every sending is a new call")
    func inert() async throws {
        let stage = Stage { _ in .response(1) }
        let request = stage.client.call("users.get").map { $0.int ?? 0 }
        #expect(stage.vk.exchanges.isEmpty)
        #expect(try await stage.outcome(request) == 1)
        #expect(try await stage.outcome(request) == 1)
        #expect(stage.vk.exchanges.count == 2)
    }

    @Test("A part of the answer is reached by its path and decoded")
    func atDecode() async throws {
        let stage = Stage { _ in .response(["items": [["id": 1], ["id": 2]]]) }
        #expect(try await stage.outcome(stage.client.call("users.get").at("items").decode([Thing].self)) == [Thing(id: 1), Thing(id: 2)])
        #expect(try await stage.outcome(stage.client.call("users.get").at("items.1.id")).int == 2)
        #expect(try await stage.outcome(stage.client.call("users.get").at("nothing.here")).exists == false)
    }

    @Test("An answer that cannot be decoded names the method")
    func undecodable() async throws {
        let stage = Stage { _ in .response(["id": "text"]) }
        let error = try #require(try await stage.failure(stage.client.call("users.get").decode(Thing.self)))
        #expect(error.failure == .server)
        #expect(error.method == "users.get")
        #expect(error.step == nil)
    }

    @Test("A chain makes the next call from the last answer")
    func chain() async throws {
        let stage = Stage { .response($0.name == "users.get" ? [["id": 7]] : .string($0.fields["peer_id"] ?? "")) }
        let vk = stage.client
        let request = vk.users.get(userIDs: ["durov"]).chain { users in vk.call("messages.send", ["peer_id": users[0].id]) }.map {
            $0.string ?? ""
        }
        #expect(try await stage.outcome(request) == "7")
        #expect(stage.vk.exchanges.map(\.name) == ["users.get", "messages.send"])
    }

    @Test("A failing step ends the chain; the error names step and method, later steps are not sent", arguments: 1...4)
    func failingStep(step: Int) async throws {
        let stage = Stage { $0.name == "step.\(step)" ? .error(100) : .response(1) }
        let vk = stage.client
        let request = vk.call("step.1").chain { _ in vk.call("step.2") }.chain { _ in vk.call("step.3").map { $0 } }.chain { _ in
            vk.call("step.4")
        }
        let error = try #require(try await stage.failure(request))
        #expect(error.method == "step.\(step)")
        #expect(error.step == step)
        #expect(error.description.hasPrefix("step \(step), step.\(step): VK error 100"))
        #expect(stage.vk.exchanges.count == step)
    }

    @Test("A chain inside a chain is one step of it")
    func nested() async throws {
        let stage = Stage { $0.name == "inner.2" ? .error(100) : .response(1) }
        let vk = stage.client
        let request = vk.call("outer.1").chain { _ in vk.call("inner.1").chain { _ in vk.call("inner.2") } }
        let error = try #require(try await stage.failure(request))
        #expect(error.method == "inner.2")
        #expect(error.step == 2)
    }

    @Test("An answer that does not fit belongs to its own step and method")
    func misfitInChain() async throws {
        let stage = Stage { _ in .response(["id": "text"]) }
        let vk = stage.client
        let last = try #require(try await stage.failure(vk.call("a.get").chain { _ in vk.call("b.get") }.decode(Thing.self)))
        #expect(last.method == "b.get")
        let first = try #require(try await stage.failure(vk.call("a.get").decode(Thing.self).chain { _ in vk.call("b.get") }))
        #expect(first.method == "a.get")
        #expect(first.step == 1)
    }

    @Test("A closure that throws ends the chain with what it threw")
    func throwingClosure() async throws {
        struct Own: Error {}
        let stage = Stage { _ in .response(1) }
        let vk = stage.client
        await #expect(throws: Own.self) { try await stage.outcome(vk.call("a.get").chain { _ -> Request<JSON> in throw Own() }) }
        await #expect(throws: Own.self) { try await stage.outcome(vk.call("a.get").map { _ -> Int in throw Own() }) }
        #expect(stage.vk.exchanges.count == 2)
    }

    @Test("A parameter is added, replaced and taken out on a copy")
    func parameter() {
        let request = Stage { _ in .response(1) }.client.call("users.get", ["a": 1])
        let changed = request.parameter("a", 2).parameter("b", true)
        #expect(request.call.parameters["a"] == "1")
        #expect(changed.call.parameters["a"] == "2" && changed.call.parameters["b"] == "1")
        #expect(changed.parameter("a", nil).description == "users.get(b)")
    }

    @Test("Cancelled at any moment, the caller gets exactly one outcome", arguments: 0..<60)
    func cancellation(moment: Int) async throws {
        let stage = Stage(configure: { $0.rate = 1 }) { exchange in
            if exchange.number.isMultiple(of: 3) { throw HTTPError(.couldNotConnect) }
            try Task.checkCancellation()
            return exchange.number.isMultiple(of: 5) ? .error(6) : .response(1)
        }
        let outcomes = try await stage.time.running {
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<6 { group.addTask { await Self.endsAsItShould(stage.client.call("users.get")) } }
                for _ in 0..<moment { await Task.yield() }
                group.cancelAll()
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(outcomes == Array(repeating: true, count: 6))
    }

    private static func endsAsItShould(_ request: Request<JSON>) async -> Bool {
        do {
            return try await request.send().int == 1
        } catch {
            return error is CancellationError
        }
    }
}
