// Govorun: the loop of long poll against a script. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import TapeJSON
import Testing
import VKAPI
import VKUpdates

@Suite("Long poll")
struct LongPollTests {
    @Test("A healthy one asks for its server once and goes from position to position")
    func healthy() async throws {
        let stage = PollStage(script: [events("101", "group_join"), events("102"), events("103", "group_leave", "message_new")])
        let batches = try await stage.batches(2)
        #expect(batches.map { $0.updates.map(\.type.rawValue) } == [["group_join"], ["group_leave", "message_new"]])
        #expect(batches.map(\.cursor.ts) == ["101", "103"])
        #expect(batches.allSatisfy { $0.gap == nil })
        #expect(stage.positions == ["100", "101", "102"])
        #expect(stage.sessions == 1)
        #expect(stage.vk.exchanges("groups.getById").isEmpty)
    }

    @Test("Without a community it learns the token's own, once")
    func ownCommunity() async throws {
        let stage = PollStage(script: [body(#"{"failed":2}"#), events("1", "group_join")])
        _ = try await stage.batches(1, of: LongPoll(stage.client))
        #expect(stage.vk.exchanges("groups.getById").count == 1)
        #expect(stage.vk.exchanges("groups.getLongPollServer").allSatisfy { $0.fields["group_id"] == "5" })
    }

    @Test("A position kept from before is where it begins")
    func resuming() async throws {
        let stage = PollStage(script: [events("31", "group_join")])
        let cursor = PollCursor(server: "https://old.example", key: Secret("old"), ts: "30")
        _ = try await stage.batches(1, of: LongPoll(stage.client, communityID: 5, resumingAt: cursor))
        #expect(stage.positions == ["30"] && stage.keys == ["key1"])
        #expect(stage.polls[0].request.url.hasPrefix("https://lp.example/whp/5?"))
    }

    @Test("failed 1 takes the position it brings and keeps key and server", arguments: ["1900", "\"1900\""])
    func positionTooOld(ts: String) async throws {
        let stage = PollStage(script: [body("{\"failed\":1,\"ts\":\(ts)}"), events("1901", "group_join"), events("1902", "group_join")])
        let batches = try await stage.batches(2)
        #expect(stage.positions == ["100", "1900", "1901"])
        #expect(stage.sessions == 1)
        #expect(batches.map(\.gap) == [.positionTooOld, nil])
    }

    @Test(
        "failed 2 takes the new key and keeps the position, failed 3 takes both",
        arguments: [(2, "100", nil), (3, "200", HistoryGap.sessionLost)] as [(Int, String, HistoryGap?)])
    func expiry(code: Int, position: String, gap: HistoryGap?) async throws {
        let stage = PollStage(script: [body("{\"failed\":\(code)}"), events("x", "group_join")])
        let batches = try await stage.batches(1)
        #expect(stage.positions == ["100", position])
        #expect(stage.keys == ["key1", "key2"])
        #expect(batches[0].gap == gap)
        #expect(stage.lines.count(atLeast: .warning) == 0)
    }

    @Test("A gap is told even when nothing comes with it")
    func emptyGap() async throws {
        let stage = PollStage(script: [body(#"{"failed":3}"#), events("x"), events("y", "group_join")])
        let batches = try await stage.batches(2)
        #expect(batches.map(\.gap) == [.sessionLost, nil])
        #expect(batches[0].updates.isEmpty)
    }

    @Test(
        "A lost poll is made again at the same place",
        arguments: [
            HTTPError.Code.timedOut, .connectionLost, .emptyAnswer, .cutAnswer, .couldNotConnect, .couldNotResolve, .tlsFailed, .badAnswer,
        ])
    func lostPoll(code: HTTPError.Code) async throws {
        let stage = PollStage(script: [lost(code), lost(code), events("101", "group_join")])
        _ = try await stage.batches(1)
        #expect(stage.positions == ["100", "100", "100"] && stage.keys == ["key1", "key1", "key1"])
        #expect(stage.sessions == 1)
        #expect(stage.lines.count(atLeast: .info) == 0)
    }

    @Test(
        "A page of errors is waited out at the same place",
        arguments: [(502, "<html>Bad Gateway</html>"), (200, "<html>"), (404, ""), (200, #"{"ts":1,"upd"#)])
    func errorPage(status: Int, text: String) async throws {
        let stage = PollStage(script: [body(text, status: status), events("101", "group_join")])
        _ = try await stage.batches(1)
        #expect(stage.positions == ["100", "100"] && stage.sessions == 1)
    }

    @Test("Trouble that lasts is told once, and so is its end")
    func trouble() async throws {
        let stage = PollStage(
            script: Array(repeating: lost(.couldNotConnect), count: 15) + [events("101", "group_join"), events("102", "group_join")])
        _ = try await stage.batches(2)
        #expect(stage.lines.count(atLeast: .warning) == 1)
        #expect(stage.lines.count(atLeast: .info) == 2)
    }

    @Test("A session that cannot be had yet is asked for again", arguments: [1, 6, 9, 10, 29, 36])
    func sessionLater(code: Int) async throws {
        let stage = PollStage(script: [events("x", "group_join")]) { $0 < 3 ? .error(code) : nil }
        #expect(try await stage.batches(1).count == 1)
    }

    @Test(
        "A session without server, key or position is none",
        arguments: [#"{"key":"k","server":"s"}"#, #"{"key":"","server":"s","ts":1}"#, "[]", #"{"key":"k","ts":1}"#])
    func brokenSession(session: String) async throws {
        let stage = PollStage(script: [events("x", "group_join")]) { $0 == 1 ? .text("{\"response\":\(session)}") : nil }
        #expect(try await stage.batches(1).count == 1)
        #expect(stage.keys == ["key2"])
    }

    @Test("What only a person can mend is thrown, and the sequence is over", arguments: [5, 7, 15, 27, 100, 1_117])
    func permanent(code: Int) async throws {
        let stage = PollStage(script: []) { _ in .error(code) }
        let longPoll = LongPoll(stage.client, communityID: 5)
        let outcome = try await stage.time.running { () -> VKErrorCode? in
            var iterator = longPoll.makeAsyncIterator()
            do {
                _ = try await iterator.next()
                return nil
            } catch let error as VKError {
                #expect(try await iterator.next() == nil)
                return error.code
            }
        }
        #expect(outcome?.rawValue == code)
        #expect(!longPoll.isActive)
        #expect(stage.sessions == 1)
    }

    @Test("A token of no community ends it at once")
    func noCommunity() async throws {
        let vk = ScriptedVK { _ in .response([]) }
        let client = VKClient(token: Secret("t"), transport: vk, time: ManualTime())
        let error = await #expect(throws: VKError.self) { for try await _ in LongPoll(client) {} }
        #expect(error?.failure == .authorization)
    }

    @Test("A client that was shut down ends it")
    func closedClient() async throws {
        let stage = PollStage(script: [lost(.closed)])
        let error = await #expect(throws: VKError.self) { try await stage.batches(1) }
        #expect(error?.cause?.code == .closed)
    }

    @Test(
        "Host, path and query of the server are used as VK returned them",
        arguments: [
            ("https://lp.example/whp/5", "https://api.example/method", "https://lp.example/whp/5?act=a_check"),
            ("https://lp.example/whp?id=5&x=%20", "https://api.example/method", "https://lp.example/whp?id=5&x=%20&act=a_check"),
            ("lp.example/whp/5", "https://api.example/method", "https://lp.example/whp/5?act=a_check"),
            ("127.0.0.1:8421/lp", "http://127.0.0.1:8421", "http://127.0.0.1:8421/lp?act=a_check"),
            ("http://[::1]:8421/a/../b", "https://api.example/method", "http://[::1]:8421/a/../b?act=a_check"),
        ])
    func server(server: String, api: String, url: String) async throws {
        let stage = PollStage(server: server, api: api, script: [events("x", "group_join")])
        _ = try await stage.batches(1)
        #expect(stage.polls[0].request.url == url + "&key=key1&ts=100&wait=25")
    }

    @Test("A poll takes no token with it, and its key is in no line of the log")
    func noToken() async throws {
        let stage = PollStage(script: [lost(.timedOut), body("<html>"), body(#"{"failed":2}"#), events("x", "group_join")])
        _ = try await stage.batches(1)
        #expect(Set(stage.polls[0].fields.keys) == ["act", "key", "ts", "wait"])
        #expect(!stage.lines.text.contains("key1"))
    }

    @Test("The wait is 1…90 seconds, the deadline a margin more", arguments: [(-5, 1), (0, 1), (1, 1), (25, 25), (90, 90), (3_600, 90)])
    func wait(asked: Int, sent: Int) async throws {
        let stage = PollStage(script: [events("x", "group_join")])
        var configuration = LongPoll.Configuration()
        configuration.wait = .seconds(asked)
        _ = try await stage.batches(1, of: LongPoll(stage.client, communityID: 5, configuration: configuration))
        #expect(stage.polls[0].fields["wait"] == "\(sent)")
        #expect(stage.polls[0].request.timeout == .seconds(sent + 10))
        #expect(stage.polls[0].request.traffic == .poll(key: 5))
    }

    @Test(
        "A position is sent back exactly as it came",
        arguments: [("12345678901234567890", "12345678901234567890"), ("\"a+b &=\"", "a+b &="), ("1.0", "1.0")])
    func verbatim(ts: String, sent: String) async throws {
        let stage = PollStage(script: [body("{\"ts\":\(ts),\"updates\":[]}"), events("x", "group_join")])
        _ = try await stage.batches(1)
        #expect(stage.positions[1] == sent)
    }

    @Test("Polls take no slots of the limiter: a call leaves while a poll is held")
    func besideCalls() async throws {
        let stage = PollStage(script: [])
        let longPoll = LongPoll(stage.client, communityID: 5)
        let reader = Task { for try await _ in longPoll {} }
        await stage.polls(reach: 1)
        #expect(try await stage.client.groups.getByID().send().groups[0].id == 5)
        longPoll.stop()
        try await reader.value
    }

    @Test(
        "Every sample of an answer goes through",
        arguments: ["ok", "ok--empty", "ok--unknown-type", "failed-1", "failed-1--ts-string", "failed-2", "failed-3", "failed-4"])
    func samples(name: String) async throws {
        let sample = try Fixture.bytes("longpoll/\(name).json")
        let stage = PollStage(script: [{ HTTPResponse(status: 200, body: sample) }, events("last", "group_join")])
        let batches = try await stage.batches(name == "ok" || name == "ok--unknown-type" ? 2 : 1)
        #expect(batches.last?.updates.first?.eventID == "last-group_join")
    }

    @Test("The sample of a session is one")
    func sessionSample() async throws {
        let sample = try Fixture.bytes("longpoll/server.json")
        let stage = PollStage(script: [events("x", "group_join")]) { _ in HTTPResponse(status: 200, body: sample) }
        _ = try await stage.batches(1)
        #expect(stage.polls[0].request.url.hasPrefix("https://lp.vk.com/whp/198765432?"))
        #expect(stage.positions == ["1840"])
    }

    @Test("Every sample of an update arrives as it is", arguments: Fixture.names(in: "events"))
    func updates(name: String) async throws {
        let event = try Fixture.json("events/\(name).json")
        let stage = PollStage(script: [body("{\"ts\":1,\"updates\":[\(event.rawText)]}")])
        let update = try #require(try await stage.batches(1).first?.updates.first)
        #expect(update.type.rawValue == String(name.split(separator: "--", maxSplits: 1)[0]))
        #expect(update.object.rawText == event["object"].rawText)
    }
}

@Suite("Stopping long poll")
struct LongPollStopTests {
    @Test("stop drops the poll in flight and ends the loop normally")
    func stop() async throws {
        let stage = PollStage(script: [])
        let longPoll = LongPoll(stage.client, communityID: 5)
        let reader = Task { for try await _ in longPoll {} }
        await stage.polls(reach: 1)
        #expect(longPoll.isActive)
        longPoll.stop()
        try await reader.value
        #expect(!longPoll.isActive)
        longPoll.stop()
    }

    @Test("stop ends every wait", arguments: ["session", "pause", "poll"])
    func stopAnywhere(what: String) async throws {
        let stage = PollStage(script: what == "pause" ? [body("", status: 502)] : []) { _ in what == "session" ? .error(29) : nil }
        let longPoll = LongPoll(stage.client, communityID: 5)
        let reader = Task { for try await _ in longPoll {} }
        if what == "poll" { await stage.polls(reach: 1) } else { await stage.time.sleepers(reach: 1) }
        longPoll.stop()
        try await reader.value
    }

    @Test("Stopped before it began, it makes no poll")
    func stoppedBefore() async throws {
        let stage = PollStage(script: [])
        #expect(try await stage.batches(0).isEmpty)
        #expect(stage.vk.exchanges.isEmpty)
    }

    @Test("A cancelled reader ends with a CancellationError, the poll with it")
    func cancellation() async throws {
        let stage = PollStage(script: [])
        let reader = Task { for try await _ in LongPoll(stage.client, communityID: 5) {} }
        await stage.polls(reach: 1)
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
    }

    @Test("Stopped and begun anew in quick succession, one poll at most is in flight", arguments: 0..<10)
    func quickRestart(round: Int) async throws {
        let stage = PollStage(script: [])
        var readers: [Task<Void, any Error>] = []
        for _ in 0..<8 {
            let longPoll = LongPoll(stage.client, communityID: 5)
            readers.append(Task { for try await _ in longPoll {} })
            for _ in 0..<round { await Task.yield() }
            longPoll.stop()
        }
        let last = LongPoll(stage.client, communityID: 5)
        let reader = Task { for try await _ in last {} }
        for task in readers { try await task.value }
        // So many sessions in a row wait for slots of the limiter.
        while stage.polls.isEmpty {
            await Task.yield()
            stage.time.advanceToNextDeadline()
        }
        last.stop()
        try await reader.value
        #expect(stage.vk.mostAtOnce("5") == 1)
    }

    @Test("Two readers of one sequence poll one after the other, and both end")
    func twoReaders() async throws {
        let stage = PollStage(script: [])
        let longPoll = LongPoll(stage.client, communityID: 5)
        let readers = (0..<2).map { _ in Task { for try await _ in longPoll {} } }
        await stage.polls(reach: 1)
        for _ in 0..<50 { await Task.yield() }
        #expect(stage.polls.count == 1)
        longPoll.stop()
        for reader in readers { try await reader.value }
    }

    @Test("A reader that does not ask is not polled for")
    func slowReader() async throws {
        let stage = PollStage(script: [events("1", "group_join"), events("2", "group_join"), events("3", "group_join")])
        var iterator = LongPoll(stage.client, communityID: 5).makeAsyncIterator()
        _ = try await iterator.next()
        for _ in 0..<50 { await Task.yield() }
        #expect(stage.polls.count == 1)
        _ = try await iterator.next()
        #expect(stage.polls.count == 2)
    }
}
