// Govorun: one held poll. SPDX-License-Identifier: MIT
import Synchronization

/// Sleeps until woken, once.
final class Waiter: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Void, Never>)
        case woken
    }

    private let state = Mutex(State.idle)

    /// Returns when woken, or when the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isLate = state.withLock { state in
                    if case .woken = state { return true }
                    state = .waiting(continuation)
                    return false
                }
                if isLate { continuation.resume() }
            }
        } onCancel: {
            wake()
        }
    }

    func wake() {
        let continuation = state.withLock { state in
            defer { state = .woken }
            if case .waiting(let continuation) = state { return Optional(continuation) }
            return nil
        }
        continuation?.resume()
    }
}
