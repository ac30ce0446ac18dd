// Govorun: events posted over sockets. SPDX-License-Identifier: MIT
import MicroServer
import ScriptedVK
import SocketClient
import TapeJSON
import Testing
import VKSimulator

@Suite("Posting events", .timeLimit(.minutes(5)))
struct CallbackSenderTests {
    @Test("An address is confirmed by the code, exactly", arguments: [("", "ok"), ("x", "failed"), ("\n", "failed")])
    func confirms(suffix: String, status: String) async throws {
        try await Stage.posting(suffix: suffix) { stage, receiver, id in
            #expect(stage.server(id)?.status == status)
            let post = try #require(receiver.posts.first)
            #expect(differences(post.body, try fixture("callback/confirmation")) == [])
            try stage.simulator.join(stage.olga.id, stage.community.id)
            await stage.delivered(id)
            #expect(receiver.events.count == (status == "ok" ? 1 : 0))
            receiver.confirm { try await stage.code() }
            try await stage.setAnew(id)
            #expect(stage.server(id)?.status == "ok")
        }
    }

    @Test("Events come in VK's envelope, in their order, only the types that are on")
    func envelope() async throws {
        try await Stage.posting { stage, receiver, id in
            for _ in 0..<50 { try stage.simulator.join(stage.olga.id, stage.community.id, type: "request") }
            try stage.simulator.allow(stage.olga.id, stage.community.id)
            await stage.delivered(id)
            let events = receiver.events
            #expect(events.count == 50)
            #expect(Set(events.map(\.eventID)).count == 50)
            #expect(differences(events[0].body, try fixture("callback/group_join")) == [])
            #expect(events.allSatisfy { $0.retry == nil && $0.body["secret"].string == "word-of-the-test" })
        }
    }

    @Test("An event has one id, whichever way it comes")
    func sameID() async throws {
        try await Stage.posting(types: ["message_new"]) { stage, receiver, id in
            let session = try await stage.session()
            try stage.write("hello")
            await stage.delivered(id)
            let polled = try await stage.events(session)
            #expect(polled.map { $0["event_id"].string } == receiver.events.map(\.eventID))
            #expect(polled.first?["object"].rawText == receiver.events.first?.body["object"].rawText)
        }
    }

    @Test("What nobody polls has ids of its own, and orders can be made to happen")
    func onlyByCallback() async throws {
        try await Stage.posting(types: ["market_order_new", "group_join"]) { stage, receiver, id in
            let order: JSONValue = ["id": 7, "user_id": 510_001_001, "status": 0]
            for _ in 0..<3 { try stage.simulator.happen("market_order_new", order, in: stage.community.id) }
            try stage.simulator.join(stage.olga.id, stage.community.id)
            await stage.delivered(id)
            #expect(receiver.events.map(\.type) == ["market_order_new", "market_order_new", "market_order_new", "group_join"])
            #expect(Set(receiver.events.map(\.eventID)).count == 4)
            #expect(receiver.events[0].body["object"]["id"].int == 7)
            #expect(throws: SimulatorError.self) { try stage.simulator.happen("new_thing", order, in: stage.community.id) }
            #expect(throws: SimulatorError.self) { try stage.simulator.happen("group_join", 7, in: stage.community.id) }
        }
    }

    @Test("What is not taken comes again, counted, in its place")
    func repeats() async throws {
        let time = ManualTime()
        try await Stage.posting {
            $0.time = movedByHand(time)
        } body: { stage, receiver, id in
            receiver.answer([.text(500, "no"), .text(200, "OK"), .abort])
            for _ in 0..<2 { try stage.simulator.join(stage.olga.id, stage.community.id, type: "request") }
            for count in 1...3 {
                await receiver.events(reach: count)
                await time.sleepers(reach: 1)
                time.advance(by: .seconds(60))
            }
            await stage.delivered(id)
            let ids = receiver.events.map(\.eventID)
            #expect(ids.count == 5)
            #expect(Set(ids.prefix(4)).count == 1 && ids[4] != ids[0])
            #expect(receiver.events.map(\.retry) == [nil, "1", "2", "3", nil])
            let attempts = stage.simulator.callbackAttempts().filter { $0.type == "group_join" }
            #expect(attempts.map(\.outcome) == [.failed, .failed, .failed, .delivered, .delivered])
        }
    }

    @Test("Retry-After is kept to the second")
    func retryAfter() async throws {
        let time = ManualTime()
        try await Stage.posting {
            $0.time = movedByHand(time)
        } body: { stage, receiver, id in
            let header = FieldList.Field(name: "Retry-After", value: "Thu, 01 Jan 2026 13:26:40 GMT")  // in 3 000 s
            receiver.answer([.bytes(503, type: "text/plain", [], headers: [header])])
            try stage.simulator.join(stage.olga.id, stage.community.id)
            await receiver.events(reach: 1)
            while !Task.isCancelled, stage.simulator.callbackAttempts().last?.outcome != .postponed { await Task.yield() }
            await time.sleepers(reach: 1)
            let before = time.now
            time.advanceToNextDeadline()
            await stage.delivered(id)
            #expect(receiver.events.count == 2)
            #expect(time.now - before == .seconds(3_000))
        }
    }

    @Test("A server that fails again and again is left alone, and says so; set anew it is tried at once")
    func failing() async throws {
        let time = ManualTime()
        try await Stage.posting {
            $0.time = movedByHand(time)
            $0.callbacks.failureLimit = 3
        } body: { stage, receiver, id in
            receiver.answer([.text(500, ""), .text(500, ""), .text(500, "")])
            try stage.simulator.join(stage.olga.id, stage.community.id)
            for count in 1...3 {
                await receiver.events(reach: count)
                if count < 3 {
                    await time.sleepers(reach: 1)
                    time.advance(by: .seconds(60))
                }
            }
            while !Task.isCancelled, stage.server(id)?.status != "failed" { await Task.yield() }
            #expect(stage.server(id)?.waiting == 1)
            try await stage.setAnew(id)
            await stage.delivered(id)
            #expect(receiver.events.count == 4)
            #expect(stage.server(id)?.status == "ok")
        }
    }

    @Test("A server that answers remove is deleted")
    func removes() async throws {
        try await Stage.posting { stage, receiver, id in
            receiver.answer([.text(200, "remove")])
            try stage.simulator.join(stage.olga.id, stage.community.id)
            while !Task.isCancelled, stage.server(id) != nil { await Task.yield() }
            #expect(try await stage.call("groups.getCallbackServers", ["group_id": "198765432"])["response"]["count"].int == 0)
        }
    }

    @Test("An answer that is lost on its way makes VK send again what was taken")
    func lostAnswer() async throws {
        let time = ManualTime()
        try await Stage.posting {
            $0.time = movedByHand(time)
        } body: { stage, receiver, id in
            stage.simulator.add(Fault(.resetAfter, match: "callback"))
            try stage.simulator.join(stage.olga.id, stage.community.id)
            await receiver.events(reach: 1)
            await time.sleepers(reach: 1)
            time.advance(by: .seconds(60))
            await stage.delivered(id)
            #expect(receiver.events.count == 2)
            #expect(Set(receiver.events.map(\.eventID)).count == 1)
        }
    }

    @Test("What waited while the simulator was stopped is posted when it runs again")
    func restart() async throws {
        try await Stage.posting { stage, receiver, id in
            await stage.simulator.stop()
            try stage.simulator.join(stage.olga.id, stage.community.id)
            #expect(stage.server(id)?.waiting == 1)
            try await stage.simulator.start()
            await stage.delivered(id)
            #expect(receiver.events.count == 1)
        }
    }

    @Test("The control API shows servers and posts, without secrets, and makes things happen")
    func control() async throws {
        try await Stage.posting(types: ["lead_forms_new"]) { stage, receiver, id in
            let port = stage.simulator.port
            let state = try JSONDocument(try await SocketClient.get("/simulator/state", port: port).body).root
            let body = #"{"community": 198765432, "event": "lead_forms_new", "object": {"lead_id": 3}}"#
            #expect(try await SocketClient.post("/simulator/event", port: port, type: "application/json", body).status == 200)
            await stage.delivered(id)
            let shown = try await SocketClient.get("/simulator/callbacks?community=198765432", port: port)
            let view = try JSONDocument(shown.body).root
            #expect(view["servers"][0]["status"].string == "ok" && view["servers"][0]["types"][0].string == "lead_forms_new")
            #expect(view["attempts"].items.map { $0["outcome"].string ?? "" }.suffix(2) == ["confirmed", "delivered"])
            #expect(!shown.text.contains("word-of-the-test"))
            let watcher = try SocketClient(port: port)
            watcher.send("GET /simulator/events?after=\(state["event"].int ?? 0) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            let seen = try await watcher.receive(until: #""outcome":"delivered"}}"#)
            #expect(seen.contains(#""type":"callback""#) && seen.contains(#""type":"update""#) && !seen.contains("word-of-the-test"))
        }
    }
}
