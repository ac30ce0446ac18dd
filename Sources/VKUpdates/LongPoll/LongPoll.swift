// Govorun: bots long poll as a sequence of batches. SPDX-License-Identifier: MIT
import CurlClient
import Synchronization
import TapeJSON
public import VKAPI

/// What one poll brought.
public struct UpdateBatch: Sendable {
    /// The updates in VK's order; unknown kinds included.
    public let updates: [Update]
    /// Where reading goes on after them: stored together with them, nothing is lost and nothing comes twice.
    public let cursor: PollCursor
    /// Set when history before this batch is gone.
    public let gap: HistoryGap?
}

/// A community's updates, pulled: one `next()` is at most one answered poll, so a slow reader slows the polling and nothing piles up.
///
/// ```swift
/// for try await batch in LongPoll(client) { … }
/// ```
/// Failures of the network and of VK are waited out with growing, capped, jittered delays; the sequence ends by `stop()` or cancellation
/// and throws only what waiting cannot mend. One `LongPoll` is read by one task at a time.
public final class LongPoll: AsyncSequence, Sendable {
    public typealias Element = UpdateBatch

    /// How polls are made.
    public struct Configuration: Sendable {
        /// How long VK may hold a poll, 1…90 s; proxies cut at 30.
        public var wait: Duration = .seconds(25)
        /// What a poll may take beyond `wait` before it is given up and made again.
        public var margin: Duration = .seconds(10)
        /// The largest answer in bytes.
        public var answerLimit = 32 << 20

        /// VK's advice.
        public init() {}
    }

    private struct State {
        var isReading = false
        var isStopped = false
        var stop: CheckedContinuation<Void, Never>?
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

    /// Whether somebody reads and nobody has stopped it.
    public var isActive: Bool { state.withLock { $0.isReading && !$0.isStopped } }

    /// Ends the sequence: the poll in flight is dropped and the reader's loop ends normally. Final.
    public func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            defer { state.stop = nil }
            return state.stop
        }
        waiting?.resume()
    }

    public func makeAsyncIterator() -> Iterator { Iterator(of: self) }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    func note(reading: Bool) { state.withLock { $0.isReading = reading } }

    /// Suspends until `stop()`, or until cancelled.
    func untilStopped() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isStopped || Task.isCancelled { return true }
                    state.stop = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { state in
                defer { state.stop = nil }
                return state.stop
            }?.resume()
        }
    }
}
