// Govorun: a VK whose days pass with every poll. SPDX-License-Identifier: MIT
import BotKit
import CurlClient
import Synchronization

/// Time that moves when VK says so; whoever sleeps wakes when it has come that far.
final class SoakTime: TimeSource {
    private struct State {
        var now: Duration = .seconds(1_000)
        var next = 0
        var sleepers: [Int: (deadline: Duration, wake: CheckedContinuation<Void, any Error>)] = [:]
    }

    private let state = Mutex(State())

    var now: Duration { state.withLock { $0.now } }
    var unixTime: Duration { SystemTime().unixTime }

    /// Moves on, and wakes whoever it is time for.
    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now += duration
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.wake)
        }
        for wake in due { wake.resume() }
    }

    func sleep(until deadline: Duration) async throws {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.now >= deadline { return .success(()) }
                    state.sleepers[number] = (deadline, wake)
                    return nil
                }
                if let outcome { wake.resume(with: outcome) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: number)?.wake }?.resume(throwing: CancellationError())
        }
    }
}

/// Answers polls with batch after batch, each some minutes later than the one before; sessions lapse now and then.
final class SoakVK: APITransport {
    /// Updates of one batch.
    static let size = 1_000
    /// Conversations they go round.
    static let conversations = 5_000

    private struct State {
        var polls = 0
        var sessions = 0
        var isLapsed = false
    }

    let time = SoakTime()
    private let batches: Int
    private let step: Duration
    private let state = Mutex(State())

    /// - Parameter days: how much time goes by over all `batches`.
    init(batches: Int, days: Int) {
        self.batches = batches
        step = .seconds(days * 86_400) / batches
    }

    /// How many sessions were asked for.
    var sessions: Int { state.withLock { $0.sessions } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        if request.url.contains("a_check") { return try await poll() }
        let answer =
            request.url.hasSuffix("groups.getById")
            ? #"{"response":{"groups":[{"id":222000001,"name":"soak","screen_name":"soak"}],"profiles":[]}}"#
            : request.url.hasSuffix("groups.getLongPollServer") ? session() : #"{"response":{"is_enabled":true,"events":{}}}"#
        return HTTPResponse(status: 200, body: Array(answer.utf8))
    }

    private func session() -> String {
        let (number, position) = state.withLock { state in
            state.sessions += 1
            state.isLapsed = false
            return (state.sessions, state.polls)
        }
        return #"{"response":{"server":"https://lp.example/wh1","key":"session\#(number)","ts":"\#(position)"}}"#
    }

    private func poll() async throws -> HTTPResponse {
        let number = state.withLock { state -> Int? in
            if state.isLapsed { return nil }
            guard state.polls < batches else { return -1 }
            state.polls += 1
            // A key lasts an hour or so; every sixth poll finds it lapsed.
            state.isLapsed = state.polls % 6 == 0
            return state.polls
        }
        guard let number else { return HTTPResponse(status: 200, body: Array(#"{"failed":2}"#.utf8)) }
        guard number > 0 else { while true { try await Task.sleep(for: .seconds(3_600)) } }
        time.advance(by: step)
        return HTTPResponse(status: 200, body: Self.batch(number))
    }

    private static func batch(_ number: Int) -> [UInt8] {
        var text = #"{"ts":"\#(number)","updates":["#
        for place in 0..<size {
            let id = number * size + place
            let peer = 900_000_000 + id % conversations
            text += place == 0 ? "" : ","
            text += #"{"type":"message_new","event_id":"e\#(id)","v":"5.199","group_id":222000001,"object":{"message":{"id":\#(id),"#
            text += #""conversation_message_id":\#(id / conversations + 1),"from_id":\#(peer),"peer_id":\#(peer),"text":"hello"}}}"#
        }
        return Array((text + "]}").utf8)
    }
}
