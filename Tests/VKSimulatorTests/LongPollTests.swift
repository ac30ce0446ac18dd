// Govorun: long poll as VK does it. SPDX-License-Identifier: MIT
import SocketClient
import TapeJSON
import Testing

@testable import VKSimulator

@Suite("Bots long poll")
struct LongPollTests {
    @Test("An event from before the poll is in its answer, ts is a string and moves on")
    func waitingEvent() async throws {
        try await Stage.with { stage in
            var session = try await stage.session()
            try stage.write("привет")
            try stage.write("ещё")
            let answer = try await stage.poll(session)
            #expect(answer["updates"].items.map { $0["object"]["message"]["text"].string } == ["привет", "ещё"])
            #expect(answer["ts"].kind == .string)
            session.ts = try #require(answer["ts"].string)
            #expect(try await stage.poll(session, wait: 0).rawText == "{\"ts\":\"\(session.ts)\",\"updates\":[]}")
        }
    }

    @Test("A poller that comes with the position of an earlier simulator has missed nothing, one from the future has")
    func earlierSimulator() async throws {
        try await Stage.with {
            $0.firstEvent = 1_000
        } body: { stage in
            var session = try await stage.session()
            #expect(session.ts == "1000")
            session.ts = "7"
            try stage.write("привет")
            let answer = try await stage.poll(session)
            #expect(answer["updates"].count == 1 && answer["ts"].string == "1001" && !answer["failed"].exists, "\(answer)")
            session.ts = "1002"
            #expect(try await stage.poll(session)["failed"].int == 1)
        }
    }

    @Test("A held poll is answered when something happens, each poller's alike")
    func heldPoll() async throws {
        try await Stage.with { stage in
            let session = try await stage.session()
            async let one = stage.poll(session, wait: 90)
            async let other = stage.poll(session, wait: 90)
            try stage.write("now")
            #expect(try await one["updates"].count == 1)
            #expect(try await other["updates"].count == 1)
        }
    }

    @Test("A poll that nothing interrupts ends after its wait, empty")
    func wait() async throws {
        var source = TimeSource.system
        source.sleep = { _ in }
        try await Stage.with {
            $0.time = source
        } body: { stage in
            let session = try await stage.session()
            #expect(try await stage.poll(session, wait: 25)["updates"].count == 0)
        }
    }

    @Test("A poller that leaves is forgotten")
    func leaving() async throws {
        try await Stage.with { stage in
            let session = try await stage.session()
            let client = try SocketClient(port: stage.simulator.port)
            client.send("GET \(session.path)?act=a_check&key=\(session.key)&ts=\(session.ts)&wait=90 HTTP/1.1\r\nHost: x\r\n\r\n")
            while stage.waitingPolls == 0 { await Task.yield() }
            client.hangUp()
            while stage.waitingPolls == 1 { await Task.yield() }
        }
    }

    @Test("A wrong key is failed 2, and expiring the keys wakes who holds one")
    func wrongKey() async throws {
        try await Stage.with { stage in
            let session = try await stage.session()
            async let held = stage.poll(session, wait: 90)
            while stage.waitingPolls == 0 { await Task.yield() }
            stage.simulator.expireKeys(of: stage.community.id)
            #expect(try await held.rawText == "{\"failed\":2}")
            let renewed = try await stage.session()
            #expect(renewed.key != session.key)
            #expect(renewed.ts == session.ts)
            var invented = session
            invented.key = "invented"
            #expect(try await stage.poll(invented)["failed"].int == 2)
        }
    }

    @Test("A ts that was forgotten, or never was, is failed 1 with one to go on from")
    func lostHistory() async throws {
        try await Stage.with {
            $0.queueLimit = 3
        } body: { stage in
            var session = try await stage.session()
            for number in 1...8 { try stage.write("\(number)") }
            let lost = try await stage.poll(session)
            #expect(lost["failed"].int == 1)
            session.ts = try #require(lost["ts"].text)
            #expect(try await stage.events(session).map { $0["object"]["message"]["text"].string } == ["6", "7", "8"])
            session.ts = "9000"
            #expect(try await stage.poll(session).rawText == "{\"failed\":1,\"ts\":8}")
        }
    }

    @Test("An answer holds at most one batch, the rest comes with the next")
    func batches() async throws {
        try await Stage.with {
            $0.batchLimit = 2
        } body: { stage in
            var session = try await stage.session()
            for number in 1...5 { try stage.write("\(number)") }
            var sizes: [Int] = []
            for _ in 1...3 {
                let answer = try await stage.poll(session)
                sizes.append(answer["updates"].count)
                session.ts = try #require(answer["ts"].string)
            }
            #expect(sizes == [2, 2, 1])
        }
    }

    @Test("Only switched-on types come, and parameters not passed keep their value")
    func switches() async throws {
        try await Stage.with { stage in
            _ = try await stage.call("groups.setLongPollSettings", ["group_id": "198765432", "message_new": "0", "api_version": "5.131"])
            let settings = try await stage.call("groups.getLongPollSettings", ["group_id": "198765432"])["response"]
            #expect(settings["events"]["message_new"].int == 0)
            #expect(settings["events"]["message_event"].int == 1)
            #expect(settings["api_version"].string == "5.131")
            #expect(settings["is_enabled"].bool == true)
            let session = try await stage.session()
            try stage.write("unheard")
            try stage.simulator.join(stage.olga.id, stage.community.id)
            let events = try await stage.events(session)
            #expect(events.map { $0["type"].string } == ["group_join"])
            #expect(events.map { $0["v"].string } == ["5.131"])
        }
    }

    @Test(
        "The settings' version shapes message_new: before 5.103 its object is the message", arguments: [("5.102", true), ("5.103", false)])
    func shapedByVersion(version: String, isBare: Bool) async throws {
        try await Stage.with { stage in
            _ = try await stage.call("groups.setLongPollSettings", ["group_id": "198765432", "api_version": version])
            let session = try await stage.session()
            try stage.write("x")
            let object = try #require(try await stage.events(session).first)["object"]
            #expect(object["text"].exists == isBare)
            #expect(object["message"]["text"].exists == !isBare)
        }
    }

    @Test("Long poll switched off: no server is given")
    func disabled() async throws {
        try await Stage.with { stage in
            _ = try await stage.call("groups.setLongPollSettings", ["group_id": "198765432", "enabled": "0"])
            #expect(try await stage.code("groups.getLongPollServer", ["group_id": "198765432"]) == 100)
            #expect(try await stage.code("groups.setLongPollSettings", ["group_id": "198765432", "api_version": "6.0"]) == 100)
        }
    }

    @Test("Event ids never come twice, not after a new start either")
    func eventIDs() async throws {
        var ids: [String] = []
        for _ in 1...2 {
            try await Stage.with { stage in
                let session = try await stage.session()
                for _ in 1...50 { try stage.write("x") }
                ids += try await stage.events(session).compactMap { $0["event_id"].string }
            }
        }
        #expect(ids.count == 100)
        #expect(Set(ids).count == 100)
    }

    @Test(
        "A community that is not there, and a poll that is none",
        arguments: [("/longpoll/5", 404), ("/longpoll/x", 404), ("/longpoll/198765432?act=dance", 400)])
    func nonsense(target: String, status: Int) async throws {
        try await Stage.with { stage in
            let answer = try await SocketClient.get(target, port: stage.simulator.port)
            #expect(answer.status == status)
        }
    }
}

extension Stage {
    var waitingPolls: Int { simulator.change { $0[community: community.id].queue.waiting } }
}
