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
    /// Where a streamed body goes, after the caller has been answered.
    let intake: BodyIntake?
    let continuation: CheckedContinuation<HTTPResponse, any Error>

    /// Ends a request that never reached libcurl.
    func fail(_ code: HTTPError.Code, line: Int = #line) {
        end(.failure(HTTPError(code, context: .init(url: plan.url), line: line)), isAnswered: false)
    }

    func cancel(isAnswered: Bool = false) { end(.failure(CancellationError()), isAnswered: isAnswered) }

    /// Tells the caller the outcome, or, where it has the answer's head already, the reader of its body.
    func end(_ outcome: Result<HTTPResponse, any Error>, isAnswered: Bool) {
        intake?.end(outcome.map { _ in })
        if !isAnswered { continuation.resume(with: outcome) }
    }
}
