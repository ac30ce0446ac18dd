// Govorun: calls of other services, sent. SPDX-License-Identifier: MIT
import Synchronization

/// Sends calls of other services: `bot.http`.
///
/// Every call is in the bot's log at `debug`, without query, headers and body. In a handler a call that does harm twice is journalled: when the
/// handler runs again after a crash, it gets the answer of the first run.
public struct HTTPDesk: Sendable {
    let bot: Bot

    /// Sends `call` and waits for its answer.
    ///
    /// - Throws: `HTTPFailure`; `CancellationError` when cancelled; in a handler also `StorageError`, and `HandlerError` once it was given up.
    @discardableResult
    public func send<Answer>(_ call: HTTPCall<Answer>) async throws -> Answer { try await call.work(call.spec, self) }

    /// What an address that a person wrote leads to, by GET: over http or https, to hosts of the open Internet only, whatever its names and
    /// redirections resolve to.
    ///
    /// - Parameters:
    ///   - link: the address.
    ///   - limit: the most bytes.
    ///   - timeout: the longest it may take.
    /// - Throws: as `send`; `.unsendable` for what is no address, or none that may be fetched.
    public func open(_ link: String, limit: Int = 8 << 20, timeout: Duration = .seconds(10)) async throws -> HTTPAnswer {
        var service = HTTPService(link)
        (service.responseLimit, service.timeout, service.followsRedirects) = (limit, timeout, true)
        service.headers["Accept"] = "*/*"
        var spec = HTTPCallSpec(service: service, verb: .get, path: "")
        spec.isLink = true
        return try await send(HTTPCall(spec) { answer, _ in answer })
    }

    // MARK: Side by side

    /// All of `calls` at once; their answers in the same order. The first failure cancels the others and is thrown.
    public func all<Answer>(_ calls: [HTTPCall<Answer>]) async throws -> [Answer] {
        let places = calls.map { _ in AnswerSlot<Answer>() }
        try await together(zip(calls, places).map { call, place in { try await place.fill(send(call)) } })
        return try places.map { try $0.taken() }
    }

    /// All of `calls` at once, each with an outcome of its own. Throws only when cancelled.
    public func each<Answer>(_ calls: [HTTPCall<Answer>]) async throws -> [Result<Answer, any Error>] {
        let places = calls.map { _ in AnswerSlot<Result<Answer, any Error>>() }
        try await together(
            zip(calls, places).map { call, place in
                {
                    do { place.fill(.success(try await send(call))) } catch { place.fill(.failure(error)) }
                }
            })
        try Task.checkCancellation()
        return try places.map { try $0.taken() }
    }

    /// Two calls at once. The first failure cancels the other and is thrown; so with more of them.
    public func all<A, B>(_ a: HTTPCall<A>, _ b: HTTPCall<B>) async throws -> (A, B) {
        let (first, second) = (AnswerSlot<A>(), AnswerSlot<B>())
        try await together([{ try await first.fill(send(a)) }, { try await second.fill(send(b)) }])
        return (try first.taken(), try second.taken())
    }

    /// Three calls at once.
    public func all<A, B, C>(_ a: HTTPCall<A>, _ b: HTTPCall<B>, _ c: HTTPCall<C>) async throws -> (A, B, C) {
        let (first, second, third) = (AnswerSlot<A>(), AnswerSlot<B>(), AnswerSlot<C>())
        try await together([
            { try await first.fill(send(a)) }, { try await second.fill(send(b)) }, { try await third.fill(send(c)) },
        ])
        return (try first.taken(), try second.taken(), try third.taken())
    }

    /// Four calls at once.
    public func all<A, B, C, D>(_ a: HTTPCall<A>, _ b: HTTPCall<B>, _ c: HTTPCall<C>, _ d: HTTPCall<D>) async throws -> (A, B, C, D) {
        let (first, second, third, fourth) = (AnswerSlot<A>(), AnswerSlot<B>(), AnswerSlot<C>(), AnswerSlot<D>())
        try await together([
            { try await first.fill(send(a)) }, { try await second.fill(send(b)) }, { try await third.fill(send(c)) },
            { try await fourth.fill(send(d)) },
        ])
        return (try first.taken(), try second.taken(), try third.taken(), try fourth.taken())
    }

    private func together(_ works: [@Sendable () async throws -> Void]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for work in works { group.addTask { try await work() } }
            try await group.waitForAll()
        }
    }
}

/// Where one of several calls leaves its answer.
private final class AnswerSlot<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func fill(_ value: Value) { self.value.withLock { $0 = value } }

    /// - Throws: `CancellationError` when nothing was left.
    func taken() throws -> Value {
        guard let value = value.withLock({ $0 }) else { throw CancellationError() }
        return value
    }
}

extension Bot {
    /// Other services' HTTP APIs.
    public var http: HTTPDesk { HTTPDesk(bot: self) }
}
