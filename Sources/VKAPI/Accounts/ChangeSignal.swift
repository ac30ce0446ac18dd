// Govorun: "something has changed", waited for. SPDX-License-Identifier: MIT
import Synchronization

/// Counts changes; whoever has seen a count can wait for the next.
final class ChangeSignal: Sendable {
    private struct State {
        var count = 0
        var nextPlace = 0
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    }

    private let state = Mutex(State())

    /// How often it was raised.
    var count: Int { state.withLock { $0.count } }

    /// Wakes everybody.
    func raise() {
        let waiting = state.withLock { state in
            state.count += 1
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for wake in waiting { wake.resume() }
    }

    /// Returns once it was raised more often than `seen`.
    ///
    /// - Throws: `CancellationError` when cancelled first.
    func wait(past seen: Int) async throws {
        let place = state.withLock { state in
            state.nextPlace += 1
            return state.nextPlace
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    // Read under the lock: a cancellation is either seen here or finds the continuation.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.count > seen { return .success(()) }
                    state.waiting[place] = wake
                    return nil
                }
                if let outcome { wake.resume(with: outcome) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: place) }?.resume(throwing: CancellationError())
        }
    }
}
