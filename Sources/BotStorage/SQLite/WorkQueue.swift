// Govorun: what any task may hand to a thread that blocks. SPDX-License-Identifier: MIT
import CSQLiteShim
import Glibc
import Synchronization

/// Work for one thread, which takes all that waits at once; with a wake-up that is written once per batch.
final class WorkQueue<Work: Sendable>: Sendable {
    private struct State {
        var work: [Work] = []
        var isWoken = false
        var isOpen = true
        var hasEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let descriptor: Int32
    private let state = Mutex(State())

    init() throws(StorageError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw StorageError(.failed) { $0.systemError = Int(errno) } }
    }

    deinit { _ = Glibc.close(descriptor) }

    /// Hands work over; `false` when the thread takes no more.
    func add(_ work: Work) -> Bool {
        let (isTaken, mustWake) = state.withLock { state in
            guard state.isOpen else { return (false, false) }
            state.work.append(work)
            defer { state.isWoken = true }
            return (true, !state.isWoken)
        }
        if mustWake { wake() }
        return isTaken
    }

    /// For the thread: waits for work and moves it into `work`, which must be empty; `false` when there will be none.
    func take(into work: inout [Work]) -> Bool {
        while true {
            let isOpen = state.withLock { state in
                swap(&state.work, &work)
                state.isWoken = false
                return state.isOpen
            }
            if !work.isEmpty { return true }
            guard isOpen else { return false }
            var count: UInt64 = 0
            _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
        }
    }

    /// Takes no more work; what is there is still done.
    func close() {
        state.withLock { $0.isOpen = false }
        wake()
    }

    /// Returns when the thread has ended.
    func ended() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.waiters.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    /// For the thread: it ends.
    func end() {
        let waiters = state.withLock { state in
            state.hasEnded = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout.size(ofValue: one))
    }
}
