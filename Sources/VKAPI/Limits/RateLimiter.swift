// Govorun: callers wait here for a slot of their token. SPDX-License-Identifier: MIT
import Synchronization

/// Lets at most `limit` calls a second of one token out, first come first served.
///
/// A waiter is handed a slot as soon as it is known *when* that slot is free, and sleeps until then by itself: there is no timer, no thread
/// and no task of the limiter's own.
final class RateLimiter: Sendable {
    private struct State {
        var slots: RateSlots
        var waiters = WaitingLine()
        /// After error 6: nothing leaves before this moment.
        var pausedUntil: Duration = .zero
    }

    private let state: Mutex<State>
    private let time: any TimeSource

    init(limit: Int, time: any TimeSource) {
        self.time = time
        state = Mutex(State(slots: RateSlots(limit: limit, now: time.now)))
    }

    /// Waits for a slot, runs `call` in it and gives the slot back on every way out.
    ///
    /// - Throws: `CancellationError` when cancelled while waiting; what `call` throws.
    func inSlot<Value>(_ call: () async throws -> Value) async throws -> Value {
        try await acquire()
        defer { release() }
        return try await call()
    }

    /// Holds everything back for `duration` from now on; VK has just said that calls come too fast.
    func pause(for duration: Duration) {
        let until = time.now + duration
        state.withLock { $0.pausedUntil = max($0.pausedUntil, until) }
    }

    /// How many callers wait for a slot that is in use; for tests and figures.
    var waiting: Int { state.withLock { $0.waiters.count } }

    private func acquire() async throws {
        let moment = try await nextSlot()
        do {
            var start = max(moment, state.withLock { $0.pausedUntil })
            while time.now < start {
                try await time.sleep(until: start)
                start = max(start, state.withLock { $0.pausedUntil })
            }
            try Task.checkCancellation()
        } catch {
            giveBack { $0.put(back: moment) }
            throw error
        }
    }

    private func nextSlot() async throws -> Duration {
        let ticket = WaitingLine.Ticket()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Duration, any Error>? in
                    // Read under the lock: a cancellation is either seen here or finds the ticket in the line.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.waiters.isEmpty, let moment = state.slots.take() { return .success(moment) }
                    state.waiters.join(ticket, continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            state.withLock { $0.waiters.leave(ticket) }?.resume(throwing: CancellationError())
        }
    }

    private func release() {
        let now = time.now
        giveBack { $0.finish(at: now) }
    }

    /// Changes the slots and hands what is there now to those who wait.
    private func giveBack(_ change: (inout RateSlots) -> Void) {
        let served = state.withLock { state in
            change(&state.slots)
            var served: [(WaitingLine.Continuation, Duration)] = []
            while !state.waiters.isEmpty, let moment = state.slots.take() {
                guard let next = state.waiters.popFirst() else {
                    state.slots.put(back: moment)
                    break
                }
                served.append((next, moment))
            }
            return served
        }
        for (continuation, moment) in served { continuation.resume(returning: moment) }
    }
}

/// Those who wait, in order of arrival; leaving is possible from any place.
struct WaitingLine {
    typealias Continuation = CheckedContinuation<Duration, any Error>

    /// Names one waiter.
    final class Ticket: Sendable {}

    private var line: [(ticket: Ticket, continuation: Continuation)] = []
    private var head = 0

    var count: Int { line.count - head }
    var isEmpty: Bool { count == 0 }

    mutating func join(_ ticket: Ticket, _ continuation: Continuation) {
        line.append((ticket, continuation))
    }

    mutating func popFirst() -> Continuation? {
        guard head < line.count else { return nil }
        defer {
            head += 1
            if head > 64, head * 2 > line.count {
                line.removeFirst(head)
                head = 0
            }
        }
        return line[head].continuation
    }

    /// Takes one out of the line; `nil` when it was served already.
    mutating func leave(_ ticket: Ticket) -> Continuation? {
        guard let index = line[head...].firstIndex(where: { $0.ticket === ticket }) else { return nil }
        return line.remove(at: index).continuation
    }
}
