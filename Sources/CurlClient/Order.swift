// Govorun: a request on its way to the loop, and the mark of its cancellation. SPDX-License-Identifier: MIT
import Synchronization

/// The identity of one `send`. Cancellation may overtake the order itself, so the mark is set before the loop is told.
final class Ticket: Sendable {
    private let mark = Atomic(false)

    var isCancelled: Bool { mark.load(ordering: .acquiring) }
    var id: ObjectIdentifier { ObjectIdentifier(self) }

    func cancel() { mark.store(true, ordering: .releasing) }
}

/// One request with the caller who waits for it. Whoever holds it resumes the caller, exactly once.
struct Order: Sendable {
    let ticket: Ticket
    let plan: RequestPlan
    let continuation: CheckedContinuation<HTTPResponse, any Error>

    /// Ends a request that never reached libcurl.
    func fail(_ code: HTTPError.Code, line: Int = #line) {
        continuation.resume(throwing: HTTPError(code, context: .init(url: plan.url), line: line))
    }

    func cancel() { continuation.resume(throwing: CancellationError()) }
}
