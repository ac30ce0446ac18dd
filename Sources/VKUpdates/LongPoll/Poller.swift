// Govorun: what the kinds of long poll have in common. SPDX-License-Identifier: MIT
import CurlClient
import Synchronization
import VKAPI

/// Who reads, whether it was stopped, and how it goes. The rules are the machine's, the words are the dialect's.
final class Poller: Sendable {
    /// Where reading begins.
    struct Beginning: Sendable {
        var resume: PollCursor?
        var gap: HistoryGap?
    }

    private struct Life {
        var readers = 0
        var isStopped = false
        var state = PollState.starting
        var silentRenewals = 0
        /// What `stop()` has to interrupt.
        var inFlight: [Int: @Sendable () -> Void] = [:]
        var nextWork = 0
    }

    let client: VKClient
    let dialect: any PollDialect
    let configuration: PollConfiguration
    let beginning: Beginning
    private let life = Mutex(Life())

    init(_ client: VKClient, _ dialect: any PollDialect, from beginning: Beginning, configuration: PollConfiguration) {
        self.client = client
        self.dialect = dialect
        self.beginning = beginning
        self.configuration = configuration
    }

    var isActive: Bool { life.withLock { $0.readers > 0 && !$0.isStopped } }
    var isStopped: Bool { life.withLock { $0.isStopped } }
    var state: PollState { life.withLock { $0.isStopped ? .stopped : $0.state } }
    var silentRenewals: Int { life.withLock { $0.silentRenewals } }

    func stop() {
        let interrupted = life.withLock { life in
            life.isStopped = true
            defer { life.inFlight = [:] }
            return life.inFlight.values
        }
        for interrupt in interrupted { interrupt() }
    }

    /// Notes how it goes now and tells whoever watches, if that is a change.
    func note(_ state: PollState) {
        let isNew = life.withLock { life in
            defer { life.state = state }
            return life.state != state
        }
        if isNew { configuration.onState(state) }
    }

    func countSilentRenewal() { life.withLock { $0.silentRenewals += 1 } }

    /// Counts a reader for as long as it waits.
    func reading<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        life.withLock { $0.readers += 1 }
        defer { life.withLock { $0.readers -= 1 } }
        return try await work()
    }

    /// Runs `work` so that `stop()` cancels it; returns or throws only when it has ended.
    func untilStopped<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        // The task is awaited below, and cancelled by our caller's cancellation and by `stop()`.
        let task = Task(executorPreference: configuration.executor) { try await work() }
        let number = life.withLock { life -> Int? in
            guard !life.isStopped else { return nil }
            life.nextWork += 1
            life.inFlight[life.nextWork] = { task.cancel() }
            return life.nextWork
        }
        guard let number else {
            task.cancel()
            return try await task.value
        }
        defer { life.withLock { $0.inFlight[number] = nil } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
