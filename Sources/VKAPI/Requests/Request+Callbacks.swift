// Govorun: requests with callbacks, for those who want them. SPDX-License-Identifier: MIT
import Synchronization

/// A request with what to do afterwards; nothing happens before `start()`.
///
/// ```swift
/// let running = vk.users.get(userIDs: [1])
///     .onSuccess { print($0[0].firstName) }
///     .onError { print($0) }
///     .start()
/// ```
public struct HandledRequest<Response: Sendable>: Sendable {
    let request: Request<Response>
    var success: @Sendable (Response) async throws -> Void = { _ in }
    var failure: @Sendable (any Error) async -> Void = { _ in }

    /// What to do with the answer. An error thrown here goes to `onError`, once; the call is not sent again.
    public func onSuccess(_ handle: @escaping @Sendable (Response) async throws -> Void) -> HandledRequest {
        var copy = self
        copy.success = handle
        return copy
    }

    /// What to do with an error; not called for a cancellation.
    public func onError(_ handle: @escaping @Sendable (any Error) async -> Void) -> HandledRequest {
        var copy = self
        copy.failure = handle
        return copy
    }

    /// Sends it in a task of its own. Whoever drops the handle lets it run to its end.
    @discardableResult
    public func start() -> RunningRequest { RunningRequest(self) }
}

extension Request {
    /// The same request with something to do on its answer.
    public func onSuccess(_ handle: @escaping @Sendable (Response) async throws -> Void) -> HandledRequest<Response> {
        HandledRequest(request: self).onSuccess(handle)
    }

    /// The same request with something to do on its error.
    public func onError(_ handle: @escaping @Sendable (any Error) async -> Void) -> HandledRequest<Response> {
        HandledRequest(request: self).onError(handle)
    }
}

/// A request that was started with callbacks.
public final class RunningRequest: Sendable {
    /// Whether callbacks may still be called; decided once, by whoever comes first.
    private final class Delivery: Sendable {
        private let isOpen = Mutex(true)
        /// Says whether it was open, and closes it.
        func close() -> Bool {
            isOpen.withLock { isOpen in
                defer { isOpen = false }
                return isOpen
            }
        }
    }

    private let delivery: Delivery
    private let task: Task<Void, Never>

    init<Response>(_ handled: HandledRequest<Response>) {
        let delivery = Delivery()
        self.delivery = delivery
        task = Task {
            let outcome: Result<Response, any Error>
            do { outcome = .success(try await handled.request.send()) } catch { outcome = .failure(error) }
            guard delivery.close() else { return }
            do { try await handled.success(outcome.get()) } catch { await handled.failure(error) }
        }
    }

    /// Cancels it: its place in the queue is free at once, and no callback comes any more. One that has begun runs to its end.
    public func cancel() {
        guard delivery.close() else { return }
        task.cancel()
    }

    /// Returns when it has ended and its callback too.
    public func finished() async { await task.value }
}
