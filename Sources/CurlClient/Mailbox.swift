// Govorun: what any thread may hand to the loop. SPDX-License-Identifier: MIT
import CCurlShim
import Glibc
import Synchronization

/// Letters and jobs for the loop, with a wake-up that is written once per batch.
final class Mailbox: Sendable {
    enum Letter: Sendable {
        case start(Order)
        case cancel(Ticket)
        case goOn(Ticket)
        case resolved(host: String, LookupResult)
    }

    private enum Phase { case open, closing, ended }

    private struct State {
        var letters: [Letter] = []
        var jobs: [UnownedJob] = []
        /// Whether the loop looks here before it sleeps.
        var isWoken = false
        var phase = Phase.open
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Readable while there may be something to take.
    let descriptor: Int32
    private let state = Mutex(State())

    init() throws(HTTPError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard descriptor >= 0 else { throw HTTPError(.systemFailed, context: .init(option: "eventfd", systemError: Int(errno))) }
    }

    deinit { _ = Glibc.close(descriptor) }

    /// Hands a letter over; `false` when the loop takes no more.
    @discardableResult
    func post(_ letter: Letter) -> Bool {
        let (isTaken, mustWake) = state.withLock { state in
            guard state.phase == .open else { return (false, false) }
            state.letters.append(letter)
            defer { state.isWoken = true }
            return (true, !state.isWoken)
        }
        if mustWake { wake() }
        return isTaken
    }

    /// Asks the loop to end; the continuation is resumed when it has.
    func close(then waiter: CheckedContinuation<Void, Never>? = nil) {
        let hasEnded = state.withLock { state in
            if state.phase == .ended { return true }
            state.phase = .closing
            if let waiter { state.waiters.append(waiter) }
            return false
        }
        if hasEnded { waiter?.resume() } else { wake() }
    }

    /// For the loop: moves what has come into `letters` and `jobs`, which must be empty; `false` when the loop is to end.
    func take(into letters: inout [Letter], _ jobs: inout [UnownedJob]) -> Bool {
        state.withLock { state in
            swap(&state.letters, &letters)
            swap(&state.jobs, &jobs)
            // What the loop causes itself until it sleeps needs no wake-up.
            state.isWoken = true
            return state.phase == .open
        }
    }

    /// For the loop, which is about to sleep: whether nothing has come meanwhile. Who comes from now on wakes it.
    func mayLoopSleep() -> Bool {
        state.withLock { state in
            guard state.letters.isEmpty, state.jobs.isEmpty, state.phase == .open else { return false }
            state.isWoken = false
            return true
        }
    }

    /// For the loop: swallows the wake-up.
    func drainWakeUp() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
    }

    /// For the loop: it has ended. What still wants to run does so elsewhere.
    func end() {
        let (waiters, jobs) = state.withLock { state in
            state.phase = .ended
            defer { (state.waiters, state.jobs) = ([], []) }
            return (state.waiters, state.jobs)
        }
        for job in jobs { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
        for waiter in waiters { waiter.resume() }
    }

    private func wake() {
        var one: UInt64 = 1
        // Fails only when 2^64 - 2 wake-ups wait already: then the descriptor is readable all the same.
        _ = write(descriptor, &one, MemoryLayout.size(ofValue: one))
    }
}

/// The loop's thread, for what answers cause: it need not wake another.
extension Mailbox: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (isTaken, mustWake) = state.withLock { state in
            guard state.phase != .ended else { return (false, false) }
            state.jobs.append(job)
            defer { state.isWoken = true }
            return (true, !state.isWoken)
        }
        if mustWake { wake() }
        if !isTaken { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
    }

    func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }
}
