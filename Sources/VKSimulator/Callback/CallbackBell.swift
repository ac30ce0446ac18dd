// Govorun: wakes whoever posts callbacks. SPDX-License-Identifier: MIT
import Synchronization

/// Wakes the sender when the world has something new to post.
final class CallbackBell: Sendable {
    private struct State {
        var hasRung = false
        var isOver = false
        var waiter: Waiter?
    }

    private let state = Mutex(State())

    /// Wakes the sender, now or at its next look.
    func ring() {
        state.withLock { state in
            state.hasRung = true
            return state.waiter
        }?.wake()
    }

    /// Wakes the sender for good.
    func end() {
        state.withLock { $0.isOver = true }
        ring()
    }

    /// Returns when it has rung since the last time, after `wait`, or when cancelled.
    func wait(atMost wait: Duration?, _ time: TimeSource) async {
        let waiter = Waiter()
        let isLate = state.withLock { state in
            defer { state.hasRung = state.isOver }
            state.waiter = waiter
            return state.hasRung
        }
        guard !isLate else { return }
        async let _: Void = Self.wake(waiter, after: wait, time)
        await waiter.wait()
        state.withLock { $0.hasRung = $0.isOver }
        // Leaving the scope cancels the timeout and awaits it.
    }

    private static func wake(_ waiter: Waiter, after wait: Duration?, _ time: TimeSource) async {
        guard let wait else { return }
        do { try await time.sleep(wait) } catch { return }
        waiter.wake()
    }
}
