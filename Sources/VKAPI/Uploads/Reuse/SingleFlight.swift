// Govorun: one does the work, the others wait for it. SPDX-License-Identifier: MIT
import Synchronization

/// Work by key: of several callers who want the same at once one does it, and all get its outcome.
///
/// There is no task of its own: the first caller works, and should it be cancelled, the next one begins anew.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// What a waiting caller is told.
    private enum Told {
        /// That is it.
        case value(Value)
        /// It is yours to do now.
        case work
    }

    private typealias Wake = CheckedContinuation<Told, any Error>

    private struct State {
        /// Who waits for work in flight, in the order they came.
        var waiting: [Key: [(place: Int, wake: Wake)]] = [:]
        var nextPlace = 0
    }

    private let state = Mutex(State())

    init() {}

    /// How many wait for others' work; for tests that must know when somebody does.
    var waiting: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    /// The outcome of `work`, or of the same work of somebody else.
    ///
    /// - Throws: what the work threw, whoever did it; `CancellationError` when this caller is cancelled.
    func run(_ key: Key, _ work: () async throws -> Value) async throws -> Value {
        if case .value(let value) = try await told(key) { return value }
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await work())
        } catch {
            outcome = .failure(error)
        }
        if case .failure = outcome, Task.isCancelled { handOver(key) } else { settle(key, outcome) }
        return try outcome.get()
    }

    private func told(_ key: Key) async throws -> Told {
        let place = state.withLock { state in
            state.nextPlace += 1
            return state.nextPlace
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let outcome = state.withLock { state -> Result<Told, any Error>? in
                    // Read under the lock: a cancellation is either seen here or finds the continuation.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    guard state.waiting[key] != nil else {
                        state.waiting[key] = []
                        return .success(.work)
                    }
                    state.waiting[key]?.append((place, wake))
                    return nil
                }
                if let outcome { wake.resume(with: outcome) }
            }
        } onCancel: {
            let wake = state.withLock { state in
                state.waiting[key]?.firstIndex { $0.place == place }.flatMap { state.waiting[key]?.remove(at: $0).wake }
            }
            wake?.resume(throwing: CancellationError())
        }
    }

    private func settle(_ key: Key, _ outcome: Result<Value, any Error>) {
        let waiting = state.withLock { $0.waiting.removeValue(forKey: key) } ?? []
        for (_, wake) in waiting { wake.resume(with: outcome.map { .value($0) }) }
    }

    private func handOver(_ key: Key) {
        let next = state.withLock { state -> Wake? in
            guard state.waiting[key]?.isEmpty == false else {
                state.waiting[key] = nil
                return nil
            }
            return state.waiting[key]?.removeFirst().wake
        }
        next?.resume(returning: .work)
    }
}
