// Govorun: a call, or a chain of calls, that waits to be sent. SPDX-License-Identifier: MIT
public import TapeJSON

/// An inert value bound to a client; nothing happens before `send()`, and each `send()` is a new invocation.
public struct Request<Response: Sendable>: Sendable {
    /// The answer, and the method whose answer it is: the last one of a chain.
    struct Outcome: Sendable {
        let value: Response
        let method: String
    }

    typealias Finish = @Sendable (JSON) async throws -> Outcome

    /// The client it is sent through.
    public let client: VKClient
    /// The first call; what comes after it in a chain is known only once it is answered.
    public private(set) var call: Call
    private let steps: Int
    private let finish: Finish

    init(client: VKClient, call: Call, steps: Int = 1, finish: @escaping Finish) {
        self.client = client
        self.call = call
        self.steps = steps
        self.finish = finish
    }

    /// Sends it and waits for the typed answer.
    ///
    /// - Throws: `VKError` when VK refuses, the network fails or the answer is not of the expected shape; `CancellationError` when cancelled.
    @discardableResult
    public func send() async throws -> Response { try await outcome().value }

    /// The same request whose answer is turned into something else.
    public func map<Other: Sendable>(_ transform: @escaping @Sendable (Response) throws -> Other) -> Request<Other> {
        mapOutcome { try transform($0.value) }
    }

    /// The next request made from this one's answer; a failing step ends the chain, and later steps are not sent.
    ///
    /// The error of a chain names the method and, as `step`, the place in the chain.
    public func chain<Other: Sendable>(_ next: @escaping @Sendable (Response) throws -> Request<Other>) -> Request<Other> {
        let last = steps
        return Request<Other>(client: client, call: call, steps: steps + 1) { [finish] answer in
            let before = try await named(last, again: false) { try await finish(answer) }
            return try await named(last + 1, again: true) { try await next(before.value).outcome() }
        }
    }

    /// The same request with one more parameter; `nil` takes it out. In a chain: of the first call.
    public func parameter(_ name: String, _ value: (any ParameterValue)?) -> Request {
        var copy = self
        copy.call.parameters[name] = value?.parameterText
        return copy
    }

    /// The same request, whose failures surface at once, but for error 6; for callers with a rhythm of their own.
    public func surfacingFailures() -> Request {
        var copy = self
        copy.call.repeatsFailures = false
        return copy
    }

    /// The same request with another limit for one attempt. In a chain: of the first call.
    public func timeout(_ timeout: Duration) -> Request {
        var copy = self
        copy.call.timeout = timeout
        return copy
    }

    fileprivate func mapOutcome<Other: Sendable>(_ transform: @escaping @Sendable (Outcome) throws -> Other) -> Request<Other> {
        Request<Other>(client: client, call: call, steps: steps) { [finish] answer in
            let outcome = try await finish(answer)
            return try Request<Other>.Outcome(value: transform(outcome), method: outcome.method)
        }
    }

    fileprivate func outcome() async throws -> Outcome {
        guard steps > 1 else { return try await finish(client.perform(call)) }
        return try await finish(named(1, again: true) { try await client.perform(call) })
    }
}

/// Runs a part of a chain; its error gets the number of the step, also over one it has already where `again` says so.
private func named<Value>(_ step: Int, again: Bool, _ work: () async throws -> Value) async throws -> Value {
    do {
        return try await work()
    } catch let error as VKError {
        throw again || error.step == nil ? error.asStep(step) : error
    }
}

extension Request: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method's name and its parameters' names; never a value.
    public var description: String { call.description }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// Shows only `description`.
    public var customMirror: Mirror { Mirror(self, children: ["call": description]) }
}

extension Request where Response == JSON {
    /// The part of the answer under `path`, `items.0.id` for one; an absent view where there is none.
    public func at(_ path: String) -> Request<JSON> { map { $0.at(path) } }

    /// The answer as any `Decodable`.
    public func decode<Value: Decodable & Sendable>(_ type: Value.Type) -> Request<Value> {
        mapOutcome { outcome in
            do {
                return try outcome.value.decode(type)
            } catch {
                throw VKError(
                    .server, method: outcome.method, message: "the answer is not what was expected: \(error)", mayHaveBeenPerformed: true)
            }
        }
    }
}
