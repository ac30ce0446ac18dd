// Govorun: the loop of user long poll against a script. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import TapeJSON
import Testing
import VKAPI
import VKUpdates

@Suite("User long poll")
struct UserLongPollTests {
    private static let message = #"[4,10,1,22,1767270000,"x",{},{},0]"#

    private static func arrays(_ ts: Int, _ arrays: String, pts: Int? = nil) -> @Sendable () throws -> HTTPResponse {
        body("{\"ts\":\(ts),\(pts.map { "\"pts\":\($0)," } ?? "")\"updates\":[\(arrays)]}")
    }

    @Test("It learns whose token it is, and asks for the arrays that VK advises")
    func person() async throws {
        let stage = PollStage(server: "im.example/nim7", kind: .user, script: [Self.arrays(101, Self.message)])
        let longPoll = UserLongPoll(stage.client)
        let batches = try await stage.batches(1, of: longPoll, stop: longPoll.stop)
        #expect(batches[0].updates.map(\.type) == [.messageNew] && batches[0].updates[0].json["user_id"].int == 7)
        #expect(stage.polls[0].request.url == "https://im.example/nim7?act=a_check&key=key1&ts=100&wait=25&mode=202&version=3")
        let session = try #require(stage.vk.exchanges("messages.getLongPollServer").first)
        #expect(session.fields["lp_version"] == "3" && session.fields["need_pts"] == "0" && session.fields["group_id"] == nil)
    }

    @Test("A community's token reads the community's messages")
    func community() async throws {
        let stage = PollStage(script: [Self.arrays(101, #"[4,10,3,22,1767270000,"x",{},{},0]"#)])
        let longPoll = UserLongPoll(stage.client)
        let batches = try await stage.batches(1, of: longPoll, stop: longPoll.stop)
        #expect(batches[0].updates[0].groupID == 5 && batches[0].updates[0].message?.fromID == -5)
        #expect(stage.vk.exchanges("messages.getLongPollServer")[0].fields["group_id"] == "5")
    }

    @Test("A community's token reads a community, whatever sign its id is given with", arguments: [5, -5])
    func sign(account: Int) async throws {
        let stage = PollStage(script: [Self.arrays(101, Self.message)])
        let longPoll = UserLongPoll(stage.client, account: account)
        let batches = try await stage.batches(1, of: longPoll, stop: longPoll.stop)
        #expect(batches[0].updates[0].groupID == 5)
        #expect(stage.vk.exchanges("messages.getLongPollServer")[0].fields["group_id"] == "5")
    }

    @Test(
        "Mode and version are settings",
        arguments: [([.attachments, .pts], 19, "34", "19"), ([], 1, "0", "3")] as [(UserLongPoll.Mode, Int, String, String)])
    func settings(mode: UserLongPoll.Mode, version: Int, sentMode: String, sentVersion: String) async throws {
        let stage = PollStage(kind: .user, script: [Self.arrays(101, Self.message, pts: 501)])
        let longPoll = UserLongPoll(stage.client, account: 7, mode: mode, version: version)
        let batches = try await stage.batches(1, of: longPoll, stop: longPoll.stop)
        #expect(stage.polls[0].fields["mode"] == sentMode && stage.polls[0].fields["version"] == sentVersion)
        #expect(stage.vk.exchanges("messages.getLongPollServer")[0].fields["need_pts"] == (mode.contains(.pts) ? "1" : "0"))
        #expect(stage.vk.exchanges("users.get").isEmpty)
        #expect(batches[0].cursor.pts == "501")
    }

    @Test("The usual mode is the sum that VK advises")
    func usual() {
        #expect(UserLongPoll.Mode.usual.rawValue == 202)
        #expect(UserLongPoll.Mode.usual.union(.pts).rawValue == 234)
    }

    @Test("failed 4 changes the version and nothing else")
    func version() async throws {
        let stage = PollStage(
            kind: .user, script: [body(#"{"failed":4,"min_version":0,"max_version":19}"#), Self.arrays(101, Self.message)])
        let longPoll = UserLongPoll(stage.client, version: 25)
        let batches = try await stage.batches(1, of: longPoll, stop: longPoll.stop)
        #expect(stage.polls.map { $0.fields["version"] } == ["25", "19"])
        #expect(stage.positions == ["100", "100"] && stage.sessions == 1 && batches[0].gap == nil)
    }

    @Test(
        "failed 1, 2 and 3 are those of bots long poll",
        arguments: [
            (#"{"failed":1,"ts":900}"#, "900", "key1", HistoryGap.positionTooOld), (#"{"failed":2}"#, "100", "key2", nil),
            (#"{"failed":3}"#, "200", "key2", .sessionLost),
        ] as [(String, String, String, HistoryGap?)])
    func failures(answer: String, position: String, key: String, gap: HistoryGap?) async throws {
        let stage = PollStage(kind: .user, script: [body(answer), Self.arrays(901, Self.message)])
        let longPoll = UserLongPoll(stage.client)
        let batches = try await stage.batches(1, of: longPoll, stop: longPoll.stop)
        #expect(stage.positions == ["100", position] && stage.keys == ["key1", key])
        #expect(batches[0].gap == gap)
    }

    @Test("What is stored of a batch reads the same again, and goes on where it stood")
    func stored() async throws {
        let stage = PollStage(kind: .user, script: [Self.arrays(101, Self.message + ",[80,1,0]", pts: 501)])
        let longPoll = UserLongPoll(stage.client)
        let batch = try await stage.batches(1, of: longPoll, stop: longPoll.stop)[0]
        #expect(UpdateBatch.updates(in: batch.body).map(\.json.rawText) == batch.updates.map(\.json.rawText))
        let cursor = PollCursor(stored: batch.cursor.stored)
        #expect(cursor.ts == "101" && cursor.pts == "501")
        let next = PollStage(kind: .user, script: [Self.arrays(102, Self.message)])
        let resumed = UserLongPoll(next.client, resumingAt: cursor)
        _ = try await next.batches(1, of: resumed, stop: resumed.stop)
        #expect(next.positions == ["101"])
    }

    @Test("The samples of a session and of an answer go through")
    func samples() async throws {
        let session = try Fixture.bytes("userlongpoll/server.json")
        let answer = try Fixture.bytes("userlongpoll/ok.json")
        let stage = PollStage(kind: .user, script: [{ HTTPResponse(status: 200, body: answer) }]) { _ in
            HTTPResponse(status: 200, body: session)
        }
        let longPoll = UserLongPoll(stage.client)
        let batch = try await stage.batches(1, of: longPoll, stop: longPoll.stop)[0]
        #expect(stage.polls[0].request.url.hasPrefix("https://im.vk.com/nim510001001?act=a_check&key="))
        #expect(stage.positions == ["1640055555"] && batch.cursor.ts == "1640055560" && batch.cursor.pts == "10500214")
        #expect(
            batch.updates.map(\.type.rawValue) == [
                "message_new", "message_new", "message_edit", "user_lp_2", "user_lp_3", "message_read", "message_read", "user_lp_8",
                "user_lp_9", "user_lp_13", "user_lp_52", "message_typing_state", "message_typing_state", "user_lp_80",
            ])
        #expect(batch.updates[1].message?.fromID == 510_002_002)
        #expect(Set(batch.updates.map(\.eventID)).count == batch.updates.count)
    }

    @Test(
        "A session without server, key or position is none",
        arguments: [#"{"key":"k","server":"s"}"#, #"{"key":"","server":"s","ts":1}"#, "[]", #"{"key":"k","ts":1}"#])
    func brokenSession(session: String) async throws {
        let stage = PollStage(kind: .user, script: [Self.arrays(101, Self.message)]) { number in
            number == 1 ? .text("{\"response\":\(session)}") : nil
        }
        let longPoll = UserLongPoll(stage.client)
        _ = try await stage.batches(1, of: longPoll, stop: longPoll.stop)
        #expect(stage.keys == ["key2"])
    }

    @Test("What only a person can mend is thrown", arguments: [5, 7, 15, 27])
    func permanent(code: Int) async throws {
        let stage = PollStage(kind: .user, script: []) { _ in .error(code) }
        let longPoll = UserLongPoll(stage.client)
        let error = await #expect(throws: VKError.self) { try await stage.batches(1, of: longPoll, stop: longPoll.stop) }
        #expect(error?.code?.rawValue == code && !longPoll.isActive && longPoll.state == .stopped)
    }

    @Test("It is active while somebody reads, and ends by stop")
    func stop() async throws {
        let stage = PollStage(kind: .user, script: [])
        let longPoll = UserLongPoll(stage.client)
        let reader = Task { for try await _ in longPoll {} }
        await stage.polls(reach: 1)
        #expect(longPoll.isActive && longPoll.state == .polling)
        longPoll.stop()
        try await reader.value
        #expect(!longPoll.isActive)
    }
}
