// Govorun: what waited at VK, and what happens now. SPDX-License-Identifier: MIT
import BotStorage
import Synchronization
import VKUpdates

/// Knows whether what a poll brings may have waited at VK while nobody asked.
///
/// What is written while the bot listens is handled whatever date it bears: this machine's clock may be wrong.
final class Backlog: Sendable {
    private struct State {
        var isRead: Bool
        var last: UnixTime?
    }

    private let pause: Duration
    private let state: Mutex<State>

    /// - Parameters:
    ///   - resumes: whether reading begins where an earlier process stood.
    ///   - pause: after how long without a batch VK may hold a backlog again.
    init(resumes: Bool, pause: Duration) {
        self.pause = pause
        state = Mutex(State(isRead: !resumes))
    }

    /// Whether `batch`, which has come `now`, may hold what waited.
    func mayHold(_ batch: UpdateBatch, at now: UnixTime) -> Bool {
        state.withLock { state in
            if let last = state.last, last + pause < now { state.isRead = false }
            if batch.wasHeld { state.isRead = true }
            state.last = now
            return !state.isRead
        }
    }
}
