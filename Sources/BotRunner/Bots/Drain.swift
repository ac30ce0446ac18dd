// Govorun: "take no new updates", as a value. SPDX-License-Identifier: MIT
import Synchronization

/// Handed down by whoever will ask for a graceful stop; begins once and stays begun.
public final class Drain: Sendable {
    private struct State {
        var hasBegun = false
        var next = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Not begun.
    public init() {}

    /// Whether it has begun.
    public var hasBegun: Bool { state.withLock { $0.hasBegun } }

    /// Begins: polling stops, running handlers finish.
    public func begin() {
        let waiting = state.withLock { state in
            state.hasBegun = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// What `work` gives; `nil` when the drain begins first, which cancels it.
    func unlessBegun<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value? {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                await self.begun()
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    /// Suspends until it begins, or until cancelled.
    public func begun() async {
        let ticket = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.hasBegun || Task.isCancelled { return true }
                    state.waiting[ticket] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
        }
    }
}
