// Govorun: work that may wait for a disk, on a thread that waits for nobody else. SPDX-License-Identifier: MIT
import Synchronization

/// Runs jobs one after another on a thread of its own, which exists only while there are any.
///
/// For what may block (a slow disk, a network share): neither the loop's thread nor the cooperative pool may wait for that.
package final class FileThread: Sendable {
    package typealias Job = @Sendable () -> Void

    private struct State {
        var jobs: [Job] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    /// A thread that does not run yet.
    package init() {}

    /// Adds a job behind those that wait. Where no thread is to be had the caller does it: late is better than never.
    package func post(_ job: @escaping Job) {
        let mustStart = state.withLock { state in
            state.jobs.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard mustStart else { return }
        do throws(HTTPError) { try startThread(named: "govorun-file") { [self] in work() } } catch { work() }
    }

    /// Runs `work` there and returns what it returns.
    ///
    /// - Throws: what `work` throws. It is not cancelled: a disk cannot be asked to.
    package func perform<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            post { continuation.resume(with: Result { try work() }) }
        }
    }

    private func work() { while let job = next() { job() } }

    private func next() -> Job? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.jobs.removeFirst()
        }
    }
}
