// Govorun: a clock that tests move by hand. SPDX-License-Identifier: MIT
import Synchronization
public import VKAPI

/// Stands still until moved; whoever sleeps on it wakes when it is moved past the deadline.
public final class ManualTime: TimeSource {
    private typealias Wake = CheckedContinuation<Void, any Error>

    private struct State {
        var now: Duration = .seconds(1_000)
        var nextNumber = 0
        var sleepers: [Int: (deadline: Duration, wake: Wake)] = [:]
    }

    private let state = Mutex(State())

    /// A clock at an arbitrary moment.
    public init() {}

    /// The moment it was moved to.
    public var now: Duration { state.withLock { $0.now } }
    /// As far from the origin as from 2026.
    public var unixTime: Duration { .seconds(1_767_225_600) + now }
    /// How many sleep now.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    /// Sleeps until moved to `deadline`.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    public func sleep(until deadline: Duration) async throws {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.now >= deadline { return .success(()) }
                    state.sleepers[number] = (deadline, wake)
                    return nil
                }
                if let outcome { wake.resume(with: outcome) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: number) }?.wake.resume(throwing: CancellationError())
        }
    }

    /// Moves on by `duration` and wakes, in the order of their deadlines, all whose time has come.
    public func advance(by duration: Duration) { move { $0 + duration } }

    /// Moves to the earliest deadline somebody sleeps for; says whether anybody does.
    @discardableResult
    public func advanceToNextDeadline() -> Bool {
        guard let next = state.withLock({ $0.sleepers.values.map(\.deadline).min() }) else { return false }
        move { max($0, next) }
        return true
    }

    private func move(_ change: (Duration) -> Duration) {
        let due = state.withLock { state in
            state.now = change(state.now)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        }
        for sleeper in due { sleeper.value.wake.resume() }
    }

    /// Returns once at least `count` sleep.
    public func sleepers(reach count: Int) async {
        while sleepers < count { await Task.yield() }
    }

    /// Runs `work` and moves the clock to the next deadline whenever somebody sleeps, until `work` has an outcome.
    public func running<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                while !Task.isCancelled {
                    await Task.yield()
                    self.advanceToNextDeadline()
                }
                return nil
            }
            defer { group.cancelAll() }
            while let value = try await group.next() { if let value { return value } }
            throw CancellationError()
        }
    }
}
