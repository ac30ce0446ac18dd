// Govorun: the loop of long poll in trouble. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import Synchronization
import TapeJSON
import Testing
import VKAPI
import VKUpdates

/// What was told, in order.
private final class States: Sendable {
    private let told = Mutex<[PollState]>([])
    var all: [PollState] { told.withLock { $0 } }
    func add(_ state: PollState) { told.withLock { $0.append(state) } }
}

@Suite("Long poll in trouble")
struct LongPollTroubleTests {
    private static func longPoll(
        _ stage: PollStage, gap: HistoryGap? = nil, _ change: (inout PollConfiguration) -> Void = { _ in }
    ) -> LongPoll {
        var configuration = PollConfiguration()
        change(&configuration)
        return LongPoll(stage.client, communityID: 5, gap: gap, configuration: configuration)
    }

    @Test("How it goes is told on changes only, in order, and the last is its end")
    func states() async throws {
        let stage = PollStage(
            script: [events("1", "group_join")] + Array(repeating: lost(.couldNotConnect), count: 15)
                + [events("2", "group_join"), events("3", "group_join")])
        let told = States()
        let longPoll = Self.longPoll(stage) { $0.onState = told.add }
        #expect(longPoll.state == .starting)
        _ = try await stage.batches(3, of: longPoll)
        #expect(told.all.count == 4)
        #expect(told.all.first == .polling && told.all.suffix(2) == [.polling, .stopped])
        guard case .troubled(.unreachable, _) = told.all[1] else {
            Issue.record("\(told.all[1]) in place of trouble")
            return
        }
        #expect(longPoll.state == .stopped)
    }

    @Test("A refusal for good ends in stopped")
    func refused() async throws {
        let told = States()
        let stage = PollStage(script: []) { _ in .error(5) }
        let longPoll = Self.longPoll(stage) { $0.onState = told.add }
        await #expect(throws: VKError.self) { try await stage.batches(1, of: longPoll) }
        #expect(told.all == [.stopped])
    }

    @Test("A used up quota is trouble at once, told with its reason")
    func quota() async throws {
        let told = States()
        let stage = PollStage(script: [events("1", "group_join")]) { $0 == 1 ? .error(29) : nil }
        _ = try await stage.batches(1, of: Self.longPoll(stage) { $0.onState = told.add })
        guard case .troubled(.callLimit, _)? = told.all.first else {
            Issue.record("\(told.all)")
            return
        }
        #expect(stage.lines.count(atLeast: .warning) == 1)
    }

    @Test("Polls that hang are counted: after three waits another session is asked for, at the same position")
    func silence() async throws {
        let stage = PollStage(script: [])
        let time = stage.time
        // Each poll takes as long as it may.
        let script: PollStage.Script = Array(
            repeating: {
                time.advance(by: .seconds(35))
                throw HTTPError(.timedOut)
            }, count: 3)
        let vk = ScriptedVK { exchange in
            switch exchange.name {
            case "groups.getLongPollServer":
                return .response(["key": .string("key\(exchange.number)"), "server": "https://lp.example/a", "ts": "100"])
            default: return try await exchange.number <= 3 ? script[exchange.number - 1]() : events("101", "group_join")()
            }
        }
        let client = VKClient(token: Secret("t"), transport: vk, time: time)
        let longPoll = LongPoll(client, communityID: 5)
        let batches = try await stage.batches(1, of: longPoll, stop: longPoll.stop)
        #expect(batches[0].gap == nil)
        #expect(longPoll.silentRenewals == 1)
        #expect(vk.exchanges("groups.getLongPollServer").count == 2)
        #expect(vk.exchanges("a").map { $0.fields["key"] } == ["key1", "key1", "key1", "key2"])
        #expect(vk.exchanges("a").allSatisfy { $0.fields["ts"] == "100" })
    }

    @Test("An old session is renewed between two polls, at the position reached")
    func age() async throws {
        let stage = PollStage(script: [events("101", "group_join"), events("102", "group_join")])
        let longPoll = Self.longPoll(stage)
        var iterator = longPoll.makeAsyncIterator()
        _ = try await iterator.next()
        stage.time.advance(by: .seconds(8 * 3_600))
        _ = try await iterator.next()
        #expect(stage.positions == ["100", "101"] && stage.keys == ["key1", "key2"])
    }

    @Test("An answer too large is let in after three refusals")
    func oversize() async throws {
        let stage = PollStage(script: Array(repeating: lost(.tooLarge), count: 3) + [events("101", "group_join")])
        let batches = try await stage.batches(1, of: Self.longPoll(stage) { $0.answerLimit = 1_000 })
        #expect(stage.polls.map(\.request.responseLimit) == [1_000, 1_000, 1_000, 4_000])
        #expect(batches[0].gap == nil && stage.sessions == 1)
    }

    @Test("An answer too large for any limit is a gap, and the end of an endless loop")
    func oversizeForEver() async throws {
        let stage = PollStage(script: Array(repeating: lost(.tooLarge), count: 5) + [events("x")])
        let batches = try await stage.batches(
            1,
            of: Self.longPoll(stage) {
                $0.answerLimit = 1_000
                $0.largestAnswer = 10_000
            })
        #expect(batches.map(\.gap) == [.answerTooLarge])
        #expect(stage.positions == ["100", "100", "100", "100", "100", "200"])
    }

    @Test("A gap known at the start comes with the first batch, even an empty one", arguments: [HistoryGap.skipped, .tooOld])
    func gap(gap: HistoryGap) async throws {
        let stage = PollStage(script: [events("101"), events("102", "group_join")])
        let batches = try await stage.batches(2, of: Self.longPoll(stage, gap: gap))
        #expect(batches.map(\.gap) == [gap, nil])
        #expect(batches.map(\.updates.count) == [0, 1])
    }

    @Test("A reader that knows everything already slows a server that repeats itself")
    func known() async throws {
        let stage = PollStage(script: (1...40).map { events("\($0)", "group_join") })
        let longPoll = Self.longPoll(stage)
        let began = stage.time.now
        try await stage.time.running {
            var count = 0
            for try await batch in longPoll {
                batch.wasAllKnown()
                count += 1
                if count == 40 { longPoll.stop() }
            }
        }
        #expect(stage.time.now - began > .seconds(10))
    }

    @Test("A reader that says nothing is not slowed")
    func unknown() async throws {
        let stage = PollStage(script: (1...40).map { events("\($0)", "group_join") })
        let began = stage.time.now
        _ = try await stage.batches(40)
        #expect(stage.time.now == began)
    }
}
