// Govorun: a call, or a chain of calls, that waits to be sent. SPDX-License-Identifier: MIT
public import TapeJSON

/// An inert value bound to a client; nothing happens before `send()`, and each `send()` is a new invocation.
public struct Request<Response: Sendable>: Sendable {
    /// The client it is sent through.
    public let client: VKClient
    /// The first call; what comes after it in a chain is known only once it is answered.
    public private(set) var call: Call
    private let finish: @Sendable (JSON) async throws -> Response

    init(client: VKClient, call: Call, finish: @escaping @Sendable (JSON) async throws -> Response) {
        self.client = client
        self.call = call
        self.finish = finish
    }

    /// Sends it and waits for the typed answer.
    ///
    /// - Throws: `VKError` when VK refuses, the network fails or the answer is not of the expected shape; `CancellationError` when cancelled.
    @discardableResult
    public func send() async throws -> Response {
        try await finish(client.perform(call))
    }

    /// The same request whose answer is turned into something else.
    public func map<Other: Sendable>(_ transform: @escaping @Sendable (Response) throws -> Other) -> Request<Other> {
        Request<Other>(client: client, call: call) { [finish] in try await transform(finish($0)) }
    }

    /// The next request made from this one's answer; a failing step ends the chain, and later steps are not sent.
    public func chain<Other: Sendable>(_ next: @escaping @Sendable (Response) throws -> Request<Other>) -> Request<Other> {
        Request<Other>(client: client, call: call) { [finish] in try await next(finish($0)).send() }
    }

    /// The same request with one more parameter; `nil` takes it out.
    public func parameter(_ name: String, _ value: (any ParameterValue)?) -> Request {
        var copy = self
        copy.call.parameters[name] = value?.parameterText
        return copy
    }

    /// The same request with another limit for one attempt.
    public func timeout(_ timeout: Duration) -> Request {
        var copy = self
        copy.call.timeout = timeout
        return copy
    }
}

extension Request: CustomStringConvertible {
    /// The method's name and its parameters' names; never a value.
    public var description: String {
        "\(call.method)(\(call.parameters.items.map(\.name).joined(separator: ", ")))"
    }
}

extension Request where Response == JSON {
    /// The part of the answer under `path`, `items.0.id` for one.
    public func at(_ path: String) -> Request<JSON> { map { $0.at(path) } }

    /// The answer as any `Decodable`.
    public func decode<Value: Decodable & Sendable>(_ type: Value.Type) -> Request<Value> {
        let method = call.method
        return map { answer in
            do {
                return try answer.decode(type)
            } catch {
                throw VKError(.server, method: method, message: "the answer is not what was expected: \(error)")
            }
        }
    }
}
