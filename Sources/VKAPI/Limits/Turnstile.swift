// Govorun: lets one through at a time, by key. SPDX-License-Identifier: MIT

/// A lock for each key that is waited for by suspending; those who wait for one key get it in the order they came.
package final class Turnstile<Key: Hashable & Sendable>: Sendable {
    private typealias Wake = CheckedContinuation<Void, any Error>

    private struct State {
        var nextPlace = 0
        /// Keys that are taken, with those who wait for them.
        var gates: [Key: [(place: Int, wake: Wake)]] = [:]
    }

    private let state = PlainMutex(State())

    /// All free.
    package init() {}

    /// Runs `work` while nobody else is inside with the same key.
    ///
    /// - Throws: `CancellationError` when cancelled while waiting; what `work` throws.
    package func pass<Value>(_ key: Key, _ work: () async throws -> Value) async throws -> Value {
        if !takesFreeGate(key) { try await CallingTask.waiting { try await wait(for: key) } }
        defer { leave(key) }
        return try await work()
    }

    private func takesFreeGate(_ key: Key) -> Bool {
        state.withLock { state in
            guard state.gates[key] == nil else { return false }
            state.gates[key] = []
            return true
        }
    }

    private func wait(for key: Key) async throws {
        let place = state.withLock { state in
            state.nextPlace += 1
            return state.nextPlace
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    // Read under the lock: a cancellation is either seen here or finds the continuation.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    guard state.gates[key] != nil else {
                        state.gates[key] = []
                        return .success(())
                    }
                    state.gates[key]?.append((place, wake))
                    return nil
                }
                if let outcome { wake.resume(with: outcome) }
            }
        } onCancel: {
            let wake = state.withLock { state -> Wake? in
                guard let index = state.gates[key]?.firstIndex(where: { $0.place == place }) else { return nil }
                return state.gates[key]?.remove(at: index).wake
            }
            wake?.resume(throwing: CancellationError())
        }
    }

    private func leave(_ key: Key) {
        let next = state.withLock { state -> Wake? in
            guard let waiting = state.gates[key], !waiting.isEmpty else {
                state.gates[key] = nil
                return nil
            }
            return state.gates[key]?.removeFirst().wake
        }
        next?.resume()
    }
}
