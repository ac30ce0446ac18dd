// Govorun: a store of updates that a test holds up. SPDX-License-Identifier: MIT
import Synchronization
import VKAPI

@testable import VKUpdates

/// Keeps the groups it was given; each may have to wait until the test lets it go.
final class Postbox: Sendable {
    private struct State {
        var groups: [[String]] = []
        var seen: Set<String> = []
        var outcomes: [Result<CallbackOutcome, any Error>] = []
        var gates = 0
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Holds that many groups to come.
    init(holding count: Int = 0) { state.withLock { $0.gates = count } }

    /// The event ids of each group, in order.
    var groups: [[String]] { state.withLock { $0.groups } }
    /// How often each id was new, as an inbox sees it that knows what it has.
    var seen: Set<String> { state.withLock { $0.seen } }

    /// What the next groups come to; `stored` after that.
    func answer(_ outcomes: [Result<CallbackOutcome, any Error>]) { state.withLock { $0.outcomes = outcomes } }

    /// Lets go the first group that is held, once there is one.
    func release() async {
        while !Task.isCancelled {
            if let held = state.withLock({ $0.held.isEmpty ? nil : $0.held.removeFirst() }) { return held.resume() }
            await Task.yield()
        }
    }

    /// Stores a group.
    func store(_ group: [CallbackUpdate]) async throws -> CallbackOutcome {
        let (outcome, isHeld) = state.withLock { state in
            state.groups.append(group.map(\.update.eventID))
            defer { state.gates = max(0, state.gates - 1) }
            return (state.outcomes.isEmpty ? .success(.stored) : state.outcomes.removeFirst(), state.gates > 0)
        }
        if isHeld { await withCheckedContinuation { continuation in state.withLock { $0.held.append(continuation) } } }
        let result = try outcome.get()
        state.withLock { $0.seen.formUnion(group.map(\.update.eventID)) }
        return result
    }

    /// Waits until that many groups have come.
    func groups(reach count: Int) async { while !Task.isCancelled, groups.count < count { await Task.yield() } }
}

/// Counts what happens.
final class Tally: Sendable {
    private let total = Mutex(0)

    /// How often it has happened.
    var count: Int { total.withLock { $0 } }

    /// It happens once more.
    ///
    /// - Returns: how often it has happened.
    @discardableResult
    func note() -> Int {
        total.withLock { total in
            total += 1
            return total
        }
    }
}

/// The lines of a log.
final class LogLines: Sendable {
    private let kept = Mutex<[LogEntry]>([])

    /// What was written.
    var entries: [LogEntry] { kept.withLock { $0 } }

    /// A logger that writes here.
    func logger(_ level: LogLevel) -> Logger { Logger(level: level) { entry in self.kept.withLock { $0.append(entry) } } }
}

/// What a store throws that has no disk.
struct DiskGone: Error {}

extension CallbackIntake {
    /// Opens community 5 with the word of the test as its secret, and a code.
    func open(
        _ postbox: Postbox, only: Set<UpdateType>? = nil, confirmation: @escaping @Sendable () async throws -> String = { "7c1e90ab" }
    ) {
        open(
            community: 5, named: "helpdesk", secret: Secret("word-of-the-test"), only: only, confirmation: confirmation
        ) { try await postbox.store($0) }
    }

    /// Waits until that many updates wait.
    func waiting(reach count: Int, of community: Int) async {
        while !Task.isCancelled, waiting(of: community) < count { await Task.yield() }
    }

    /// Posts an update as VK does.
    func post(_ id: String, type: String = "group_join", secret: String = "word-of-the-test") async -> CallbackAnswer {
        await answer(CallbackRequest(path: "/callback", body: Envelope.bytes(id, type: type, secret: secret)))
    }
}

/// Bodies of callbacks.
enum Envelope {
    static func bytes(_ id: String, type: String = "group_join", secret: String = "word-of-the-test") -> [UInt8] {
        Array(#"{"type":"\#(type)","event_id":"\#(id)","v":"5.199","object":{"user_id":1},"group_id":5,"secret":"\#(secret)"}"#.utf8)
    }
}
