// Govorun: bots long poll as a sequence of batches. SPDX-License-Identifier: MIT
import Synchronization
public import VKAPI

/// A community's updates, pulled: one `next()` is at most one answered poll, so a slow reader slows the polling and nothing piles up.
///
/// ```swift
/// for try await batch in LongPoll(client) { … }
/// ```
/// Failures of the network and of VK are waited out with growing, capped, jittered delays; the sequence ends by `stop()` or cancellation
/// and throws only what waiting cannot mend. Of all that read through one client, one at a time has a poll in flight.
public final class LongPoll: AsyncSequence, Sendable {
    /// What one poll brought.
    public typealias Element = UpdateBatch

    /// How polls are made.
    public struct Configuration: Sendable {
        /// How long VK may hold a poll, 1…90 s; proxies cut at 30.
        public var wait: Duration = .seconds(25)
        /// What a poll may take beyond `wait` before it is given up and made again.
        public var margin: Duration = .seconds(10)
        /// The largest answer in bytes.
        public var answerLimit = 32 << 20
        /// Told when VK has given a session, the first and each later one, and where reading goes on; from the first on nothing is missed.
        public var onSession: @Sendable (PollCursor) -> Void = { _ in }

        /// VK's advice.
        public init() {}

        /// `wait` as VK takes it: whole seconds, 1…90.
        var waitSeconds: Int { Int(Swift.max(1, Swift.min(90, wait.components.seconds))) }
    }

    private struct State {
        var readers = 0
        var isStopped = false
        /// What `stop()` has to interrupt.
        var inFlight: [Int: @Sendable () -> Void] = [:]
        var nextWork = 0
    }

    let client: VKClient
    let configuration: Configuration
    let communityID: Int?
    let resume: PollCursor?
    private let state = Mutex(State())

    /// The updates of `communityID`, or of the token's own community when `nil`; from `resume` on, or from now.
    public init(_ client: VKClient, communityID: Int? = nil, resumingAt resume: PollCursor? = nil, configuration: Configuration = .init()) {
        self.client = client
        self.communityID = communityID
        self.resume = resume
        self.configuration = configuration
    }

    /// Whether somebody waits for updates and nobody has stopped it.
    public var isActive: Bool { state.withLock { $0.readers > 0 && !$0.isStopped } }

    /// Ends the sequence: the poll in flight is dropped and the reader's loop ends normally. Final.
    public func stop() {
        let interrupted = state.withLock { state in
            state.isStopped = true
            defer { state.inFlight = [:] }
            return state.inFlight.values
        }
        for interrupt in interrupted { interrupt() }
    }

    /// A reader that begins where the sequence begins.
    public func makeAsyncIterator() -> Iterator { Iterator(of: self) }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Counts a reader for as long as it waits.
    func reading<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        state.withLock { $0.readers += 1 }
        defer { state.withLock { $0.readers -= 1 } }
        return try await work()
    }

    /// Runs `work` so that `stop()` cancels it; returns or throws only when it has ended.
    func untilStopped<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        // The task is awaited below, and cancelled by our caller's cancellation and by `stop()`.
        let task = Task { try await work() }
        let number = state.withLock { state -> Int? in
            guard !state.isStopped else { return nil }
            state.nextWork += 1
            state.inFlight[state.nextWork] = { task.cancel() }
            return state.nextWork
        }
        guard let number else {
            task.cancel()
            return try await task.value
        }
        defer { state.withLock { $0.inFlight[number] = nil } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
