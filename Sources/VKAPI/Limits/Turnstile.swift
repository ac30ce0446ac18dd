// Govorun: lets one through at a time. SPDX-License-Identifier: MIT
import Synchronization

/// A lock that is waited for by suspending; those who wait get it in the order they came.
package final class Turnstile: Sendable {
    private struct State {
        var isTaken = false
        var nextPlace = 0
        var waiting: [(place: Int, wake: CheckedContinuation<Void, any Error>)] = []
    }

    private let state = Mutex(State())

    /// A free one.
    package init() {}

    /// Runs `work` while nobody else is inside.
    ///
    /// - Throws: `CancellationError` when cancelled while waiting; what `work` throws.
    package func pass<Value>(_ work: () async throws -> Value) async throws -> Value {
        try await enter()
        defer { leave() }
        return try await work()
    }

    private func enter() async throws {
        let place = state.withLock { state in
            state.nextPlace += 1
            return state.nextPlace
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    // Read under the lock: a cancellation is either seen here or finds the continuation.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    guard state.isTaken else {
                        state.isTaken = true
                        return .success(())
                    }
                    state.waiting.append((place, wake))
                    return nil
                }
                if let outcome { wake.resume(with: outcome) }
            }
        } onCancel: {
            let wake = state.withLock { state in
                state.waiting.firstIndex { $0.place == place }.map { state.waiting.remove(at: $0).wake }
            }
            wake?.resume(throwing: CancellationError())
        }
    }

    private func leave() {
        let next = state.withLock { state in
            if state.waiting.isEmpty {
                state.isTaken = false
                return nil as CheckedContinuation<Void, any Error>?
            }
            return state.waiting.removeFirst().wake
        }
        next?.resume()
    }
}
