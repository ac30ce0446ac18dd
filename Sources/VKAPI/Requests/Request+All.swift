// Govorun: requests side by side. SPDX-License-Identifier: MIT
import CurlClient

extension Request {
    /// All of `requests` at once; their answers in the same order. The first failure cancels the others and is thrown.
    public static func all<Part>(_ requests: [Request<Part>]) -> Request where Response == [Part] {
        all(requests, through: requests.first?.client ?? .unused)
    }

    static func all<Part>(_ requests: [Request<Part>], through client: VKClient) -> Request where Response == [Part] {
        Request(client: client, name: "all") { sending in
            try await withThrowingTaskGroup(of: (Int, Part).self) { group in
                for (index, request) in requests.enumerated() {
                    group.addTask { (index, try await sending.send(request)) }
                }
                var answers = [Part?](repeating: nil, count: requests.count)
                for try await (index, answer) in group { answers[index] = answer }
                return answers.compactMap(\.self)
            }
        }
    }

    /// All of `requests` at once, each with an outcome of its own: one failure takes nothing from the others. Throws only when cancelled.
    public static func each<Part>(_ requests: [Request<Part>]) -> Request where Response == [Result<Part, any Error>] {
        Request(client: requests.first?.client ?? .unused, name: "each") { sending in
            try await withThrowingTaskGroup(of: (Int, Result<Part, any Error>).self) { group in
                for (index, request) in requests.enumerated() {
                    group.addTask {
                        do { return (index, .success(try await sending.send(request))) } catch { return (index, .failure(error)) }
                    }
                }
                var outcomes = [Result<Part, any Error>?](repeating: nil, count: requests.count)
                for try await (index, outcome) in group { outcomes[index] = outcome }
                try Task.checkCancellation()
                return outcomes.compactMap(\.self)
            }
        }
    }
}

// Parameter packs cannot be sent side by side by the present compiler, so each number of requests has its own few lines.
extension Request {
    /// Two requests at once. The first failure cancels the other and is thrown; so with more of them.
    public static func all<A, B>(_ a: Request<A>, _ b: Request<B>) -> Request where Response == (A, B) {
        Request(client: a.client, name: "all") { sending in
            try await withThrowingTaskGroup(of: Either<A, B>.self) { group in
                group.addTask { .first(try await sending.send(a)) }
                group.addTask { .second(try await sending.send(b)) }
                var answers: (A?, B?)
                for try await answer in group {
                    switch answer {
                    case .first(let value): answers.0 = value
                    case .second(let value): answers.1 = value
                    }
                }
                guard case (let first?, let second?) = answers else { throw CancellationError() }
                return (first, second)
            }
        }
    }

    /// Three requests at once.
    public static func all<A, B, C>(_ a: Request<A>, _ b: Request<B>, _ c: Request<C>) -> Request where Response == (A, B, C) {
        Request<((A, B), C)>.all(.all(a, b), c).map { ($0.0, $0.1, $1) }
    }

    /// Four requests at once.
    public static func all<A, B, C, D>(
        _ a: Request<A>, _ b: Request<B>, _ c: Request<C>, _ d: Request<D>
    ) -> Request where Response == (A, B, C, D) {
        Request<((A, B), (C, D))>.all(.all(a, b), .all(c, d)).map { ($0.0, $0.1, $1.0, $1.1) }
    }

    /// Five requests at once.
    public static func all<A, B, C, D, E>(
        _ a: Request<A>, _ b: Request<B>, _ c: Request<C>, _ d: Request<D>, _ e: Request<E>
    ) -> Request where Response == (A, B, C, D, E) {
        Request<((A, B, C, D), E)>.all(.all(a, b, c, d), e).map { ($0.0, $0.1, $0.2, $0.3, $1) }
    }

    /// Six requests at once.
    public static func all<A, B, C, D, E, F>(
        _ a: Request<A>, _ b: Request<B>, _ c: Request<C>, _ d: Request<D>, _ e: Request<E>, _ f: Request<F>
    ) -> Request where Response == (A, B, C, D, E, F) {
        Request<((A, B, C, D), (E, F))>.all(.all(a, b, c, d), .all(e, f)).map { ($0.0, $0.1, $0.2, $0.3, $1.0, $1.1) }
    }

    /// Seven requests at once.
    public static func all<A, B, C, D, E, F, G>(
        _ a: Request<A>, _ b: Request<B>, _ c: Request<C>, _ d: Request<D>, _ e: Request<E>, _ f: Request<F>, _ g: Request<G>
    ) -> Request where Response == (A, B, C, D, E, F, G) {
        Request<((A, B, C, D), (E, F, G))>.all(.all(a, b, c, d), .all(e, f, g)).map { ($0.0, $0.1, $0.2, $0.3, $1.0, $1.1, $1.2) }
    }

    /// Eight requests at once.
    public static func all<A, B, C, D, E, F, G, H>(
        _ a: Request<A>, _ b: Request<B>, _ c: Request<C>, _ d: Request<D>, _ e: Request<E>, _ f: Request<F>, _ g: Request<G>,
        _ h: Request<H>
    ) -> Request where Response == (A, B, C, D, E, F, G, H) {
        Request<((A, B, C, D), (E, F, G, H))>.all(.all(a, b, c, d), .all(e, f, g, h))
            .map { ($0.0, $0.1, $0.2, $0.3, $1.0, $1.1, $1.2, $1.3) }
    }
}

/// The answer of one of two.
private enum Either<A: Sendable, B: Sendable>: Sendable {
    case first(A), second(B)
}

extension VKClient {
    /// A client for a request of no calls.
    fileprivate static let unused = VKClient(token: Secret(""), transport: NoTransport())
}

private struct NoTransport: APITransport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw HTTPError(.closed) }
}
