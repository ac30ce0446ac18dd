// Govorun: time in tests, which nobody waits for. SPDX-License-Identifier: MIT
import BotKit
import Synchronization

/// A clock for calls: whoever sleeps finds the time gone by at once, so no test waits for a rate limit or a repeat.
final class JumpingTime: TimeSource {
    private let passed = Mutex(Duration.zero)

    var now: Duration { passed.withLock { $0 } }
    var unixTime: Duration { .seconds(1_767_270_000) + now }

    func sleep(until deadline: Duration) async throws {
        try Task.checkCancellation()
        passed.withLock { $0 = max($0, deadline) }
    }
}

/// A clock that the test moves by hand.
final class HandTime: TimeSource {
    private struct State {
        var start: Duration = .seconds(1_767_270_000)
        var now = Duration.zero
        var sleepers: [Int: (deadline: Duration, wake: CheckedContinuation<Void, any Error>)] = [:]
        var nextSleeper = 0
        /// Cancelled before they lay down.
        var cancelled: Set<Int> = []
    }
    private let state = Mutex(State())

    var now: Duration { state.withLock { $0.now } }
    var unixTime: Duration { state.withLock { $0.start + $0.now } }
    /// The wall clock began at `time`.
    func begin(at time: Duration) { state.withLock { $0.start = time } }
    /// How many are asleep.
    var sleepers: Int { state.withLock { $0.sleepers.count } }

    /// Moves the time on and wakes whoever it is time for.
    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now += duration
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for sleeper in due.keys { state.sleepers[sleeper] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }.map(\.wake)
        }
        for wake in due { wake.resume() }
    }

    func sleep(until deadline: Duration) async throws {
        let sleeper = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { lie(down: sleeper, until: deadline, $0) }
        } onCancel: {
            rouse(sleeper)
        }
    }

    private func lie(down sleeper: Int, until deadline: Duration, _ wake: CheckedContinuation<Void, any Error>) {
        let outcome: Result<Void, any Error>? = state.withLock { state in
            if state.cancelled.remove(sleeper) != nil { return .failure(CancellationError()) }
            if deadline <= state.now { return .success(()) }
            state.sleepers[sleeper] = (deadline, wake)
            return nil
        }
        if let outcome { wake.resume(with: outcome) }
    }

    private func rouse(_ sleeper: Int) {
        let wake = state.withLock { state in
            let wake = state.sleepers.removeValue(forKey: sleeper)?.wake
            if wake == nil { state.cancelled.insert(sleeper) }
            return wake
        }
        wake?.resume(throwing: CancellationError())
    }
}
