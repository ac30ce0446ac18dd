// Govorun: callers wait here for a slot of their token. SPDX-License-Identifier: MIT
import Synchronization

/// Lets at most `limit` calls a second of one token out, first come first served.
///
/// There is no timer, no thread and no task of the limiter's own: whoever stands at the head of the line keeps the watch. It sleeps until
/// the next slot is free, lets out everybody whose turn has come, and leaves the watch to the new head.
final class RateLimiter: Sendable {
    /// What a waiting caller is told.
    private enum Turn {
        /// A slot is yours.
        case go
        /// You are the first now: keep the watch.
        case watch
    }

    private typealias Wake = CheckedContinuation<Turn, any Error>

    private struct State {
        var line: WaitingLine
        /// Those in the line who are suspended; whoever keeps the watch is not among them.
        var suspended: [WaitingLine.Place: Wake] = [:]
        /// Those who have a slot and were not suspended when they got it.
        var served: Set<WaitingLine.Place> = []

        /// The one to keep the watch now, if somebody has to be woken for it.
        mutating func nextWatch() -> Wake? {
            guard line.nextDeparture != nil, let head = line.head() else { return nil }
            return suspended.removeValue(forKey: head)
        }

        /// Hands slots to everybody whose turn has come, and says whom to wake for what.
        mutating func serve(at now: Duration) -> [(wake: Wake, turn: Turn)] {
            var wakes: [(wake: Wake, turn: Turn)] = []
            while let place = line.serve(at: now) {
                if let wake = suspended.removeValue(forKey: place) { wakes.append((wake, .go)) } else { served.insert(place) }
            }
            if let watch = nextWatch() { wakes.append((watch, .watch)) }
            return wakes
        }
    }

    private let state: Mutex<State>
    private let time: any TimeSource

    init(limit: Int, time: any TimeSource) {
        self.time = time
        state = Mutex(State(line: WaitingLine(limit: limit, now: time.now)))
    }

    /// Waits for a slot, runs `call` in it and gives the slot back on every way out.
    ///
    /// - Throws: `CancellationError` when cancelled while waiting; what `call` throws.
    func inSlot<Value>(_ call: () async throws -> Value) async throws -> Value {
        try await acquire()
        defer { release() }
        return try await call()
    }

    /// Holds everything back for `duration` from now on, the caller too, who keeps its slot: VK has just said that calls come too fast.
    ///
    /// - Throws: `CancellationError` when cancelled meanwhile.
    func pause(for duration: Duration) async throws {
        var end = state.withLock { [now = time.now] state in
            state.line.pause(until: now + duration)
            return state.line.pausedUntil
        }
        while time.now < end {
            try await time.sleep(until: end)
            end = state.withLock { $0.line.pausedUntil }
        }
    }

    /// How many stand in the line.
    var waiting: Int { state.withLock { $0.line.count } }
    /// How many of them are suspended without a clock; for tests that must know when nothing moves any more.
    var suspended: Int { state.withLock { $0.suspended.count } }

    private func acquire() async throws {
        try Task.checkCancellation()
        let place = state.withLock { [now = time.now] state in
            state.line.passThrough(at: now) ? nil : state.line.join()
        }
        guard let place else { return }
        do {
            while try await turn(of: place) == .watch { try await keepWatch() }
            try Task.checkCancellation()
        } catch {
            giveUp(place)
            throw error
        }
    }

    /// Suspends until it is `place`'s turn for something.
    private func turn(of place: WaitingLine.Place) async throws -> Turn {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let outcome = state.withLock { state -> Result<Turn, any Error>? in
                    // Read under the lock: a cancellation is either seen here or finds the continuation.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.served.remove(place) != nil { return .success(.go) }
                    if state.line.head() == place, state.line.nextDeparture != nil { return .success(.watch) }
                    state.suspended[place] = wake
                    return nil
                }
                if let outcome { wake.resume(with: outcome) }
            }
        } onCancel: {
            state.withLock { $0.suspended.removeValue(forKey: place) }?.resume(throwing: CancellationError())
        }
    }

    /// Sleeps until somebody may leave, lets out everybody who may, and hands the watch on.
    private func keepWatch() async throws {
        guard let departure = state.withLock({ $0.line.nextDeparture }) else { return }
        try await time.sleep(until: departure)
        for (wake, turn) in state.withLock({ [now = time.now] state in state.serve(at: now) }) { wake.resume(returning: turn) }
    }

    private func release() {
        let watch = state.withLock { [now = time.now] state in
            state.line.finish(at: now)
            return state.nextWatch()
        }
        watch?.resume(returning: .watch)
    }

    /// Takes a cancelled caller out; a slot it was handed in the same breath is free again at once, since nothing was sent in it.
    private func giveUp(_ place: WaitingLine.Place) {
        let watch = state.withLock { [now = time.now] state in
            if !state.line.leave(place) {
                state.served.remove(place)
                state.line.putBack(at: now)
            }
            return state.nextWatch()
        }
        watch?.resume(returning: .watch)
    }
}
