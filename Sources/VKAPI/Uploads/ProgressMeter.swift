// Govorun: progress on its way from the network to whoever watches. SPDX-License-Identifier: MIT
import CurlClient
import Synchronization

/// Keeps the newest progress for a watcher, so that a slow one slows no connection down; numbers only grow.
final class ProgressMeter: Sendable {
    private let latest = Mutex(RequestProgress(sent: 0, total: nil, received: 0))
    private let steps: AsyncStream<RequestProgress>.Continuation

    private init(_ steps: AsyncStream<RequestProgress>.Continuation) { self.steps = steps }

    /// Runs `work` and tells `report`, beside it, what it notes; returns when the last report has been taken.
    ///
    /// - Throws: what `work` throws.
    static func watching<Value>(
        _ report: (@Sendable (RequestProgress) -> Void)?, _ work: (ProgressMeter?) async throws -> Value
    ) async throws -> Value {
        guard let report else { return try await work(nil) }
        let (steps, continuation) = AsyncStream.makeStream(of: RequestProgress.self, bufferingPolicy: .bufferingNewest(1))
        let meter = ProgressMeter(continuation)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await step in steps { report(step) } }
            defer { continuation.finish() }
            let value = try await work(meter)
            continuation.finish()
            try await group.waitForAll()
            return value
        }
    }

    /// Notes what a request has sent.
    func noteSent(_ step: HTTPProgress) { note { $0.sent = step.sent } }

    /// Notes what a request has received.
    func noteReceived(_ step: HTTPProgress) { note { $0.received = step.received } }

    /// Notes a change; what would make a number smaller is left out.
    func note(_ change: (inout RequestProgress) -> Void) {
        let step: RequestProgress? = latest.withLock { latest in
            var next = latest
            change(&next)
            next.sent = max(next.sent, latest.sent)
            next.received = max(next.received, latest.received)
            guard next != latest else { return nil }
            latest = next
            return next
        }
        if let step { steps.yield(step) }
    }
}
