// Govorun: something a test waits to happen. SPDX-License-Identifier: MIT
import Synchronization

/// Counts events and wakes whoever waits for a count; no polling, no sleeping.
final class Milestone: Sendable {
    private struct State {
        var count = 0
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// How often it has happened.
    var count: Int { state.withLock { $0.count } }

    /// It has happened once more.
    func pass() {
        let due = state.withLock { state in
            state.count += 1
            let due = state.waiting.filter { $0.count <= state.count }
            state.waiting.removeAll { $0.count <= state.count }
            return due
        }
        for waiter in due { waiter.continuation.resume() }
    }

    /// Suspends until it has happened `count` times.
    func reaches(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.count >= count { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}

/// Holds tasks until it is opened.
final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, held: [CheckedContinuation<Void, Never>])>((false, []))
    /// Those who have come to the gate, let through or not.
    let arrivals = Milestone()

    /// Suspends while the gate is closed.
    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.held.append(continuation) }
                return state.isOpen
            }
            arrivals.pass()
            if isOpen { continuation.resume() }
        }
    }

    /// Lets everybody through, now and later.
    func open() {
        let held = state.withLock { state in
            defer { state = (true, []) }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }
}
