// Govorun: wakes one that waits; rung twice, it wakes once. SPDX-License-Identifier: MIT
import Synchronization

/// A signal without a message, for one who waits.
final class Doorbell: Sendable {
    private enum State {
        case silent, rung, closed
        case awaited(CheckedContinuation<Bool, Never>)
    }

    private let state = Mutex(State.silent)

    /// Wakes whoever waits, or will wait next.
    func ring() {
        state.withLock { state -> CheckedContinuation<Bool, Never>? in
            switch state {
            case .silent, .rung: state = .rung
            case .closed: break
            case .awaited(let continuation):
                state = .silent
                return continuation
            }
            return nil
        }?.resume(returning: true)
    }

    /// Nobody rings any more: what was rung is still heard.
    func close() {
        state.withLock { state -> CheckedContinuation<Bool, Never>? in
            defer { state = .closed }
            if case .awaited(let continuation) = state { return continuation }
            return nil
        }?.resume(returning: false)
    }

    /// Suspends until it is rung; `false` once it is closed. Whoever waits must look around once more then.
    func wait() async -> Bool {
        await withCheckedContinuation { continuation in
            let now = state.withLock { state -> Bool? in
                switch state {
                case .rung:
                    state = .silent
                    return true
                case .closed: return false
                case .silent, .awaited:
                    state = .awaited(continuation)
                    return nil
                }
            }
            if let now { continuation.resume(returning: now) }
        }
    }
}
