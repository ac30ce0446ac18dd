// Govorun: a call, or a chain of calls, that waits to be sent. SPDX-License-Identifier: MIT
import Synchronization
public import TapeJSON

/// An inert value bound to a client; nothing happens before `send()`, and each `send()` is a new invocation.
public struct Request<Response: Sendable>: Sendable {
    /// The answer, and the method whose answer it is: the last one of a chain.
    struct Outcome: Sendable {
        let value: Response
        let method: String
    }

    typealias Work = @Sendable (Sending) async throws -> Outcome

    /// The client it is sent through.
    public let client: VKClient
    /// Its number in this process; copies made by modifiers keep it.
    public let id: UInt64
    /// Who makes it; otherwise the handler that sends it is named.
    public var tag: RequestTag?
    /// The first call; what comes after it in a chain is known only once it is answered.
    public private(set) var call: Call
    /// How its calls are sent, all those of a chain.
    public private(set) var options = RequestOptions()
    /// Whether its answer is that of its one call as it came: neither a chain nor mapped nor some other work.
    private(set) var isPlainCall = true
    private var observers: [CallObserver] = []
    private var progress: (@Sendable (RequestProgress) -> Void)?
    private let steps: Int
    private let work: Work

    init(client: VKClient, call: Call, steps: Int = 1, id: UInt64 = RequestNumber.next(), work: @escaping Work) {
        self.client = client
        self.id = id
        self.call = call
        self.steps = steps
        self.work = work
    }

    /// A request of several calls or of something that is no call at all, an upload for one.
    ///
    /// - Parameters:
    ///   - name: what it is called in logs and errors, written like a method.
    ///   - work: does it; makes requests through `sending`, so that their options, tag and observers are those of the whole.
    package init(client: VKClient, name: String, work: @escaping @Sendable (Sending) async throws -> Response) {
        self.init(client: client, call: Call(name)) { Outcome(value: try await work($0), method: name) }
        isPlainCall = false
    }

    /// Sends it and waits for the typed answer.
    ///
    /// - Throws: `VKError` when VK refuses, the network fails or the answer is not of the expected shape; `CancellationError` when cancelled.
    @discardableResult
    public func send() async throws -> Response { try await run(within: Sending(id: id, tag: tag)).value }

    /// Sends `other` as this one would be sent: under its number, with its options, tag and observers.
    ///
    /// - Throws: as `send()`.
    func lending<Other>(to other: Request<Other>) async throws -> Other {
        var sending = Sending(id: id, tag: tag)
        sending.options = options
        sending.observers = observers
        sending.progress = progress
        return try await other.run(within: sending).value
    }

    /// Does it as a part of another one's sending.
    func run(within outer: Sending) async throws -> Outcome {
        var sending = outer
        sending.call = call
        sending.options = outer.options.over(options)
        sending.observers += observers
        sending.tag = outer.tag ?? tag
        sending.progress = outer.progress ?? progress
        return try await work(sending)
    }
}

/// Numbers requests.
enum RequestNumber {
    private static let last = Atomic<UInt64>(0)
    static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}

/// How far a request is.
public struct RequestProgress: Sendable, Equatable {
    /// Bytes sent of the request's body.
    public var sent: Int
    /// Bytes the body has; `nil` when that is not known.
    public var total: Int?
    /// Bytes of the answer that have come.
    public var received: Int

    /// So many bytes sent and received.
    public init(sent: Int, total: Int?, received: Int) {
        self.sent = sent
        self.total = total
        self.received = received
    }
}

/// What all calls of one `send()` share.
package struct Sending: Sendable {
    /// The request's number.
    let id: UInt64
    /// Who makes it.
    var tag: RequestTag?
    /// The first call.
    package var call = Call("")
    /// How its calls are sent.
    package var options = RequestOptions()
    var observers: [CallObserver] = []
    /// Who wants to know how far it is.
    package var progress: (@Sendable (RequestProgress) -> Void)?

    init(id: UInt64, tag: RequestTag?) {
        self.id = id
        self.tag = tag
    }

    /// Sends `request` as a part of this one.
    ///
    /// - Throws: as `Request.send()`.
    package func send<Part>(_ request: Request<Part>) async throws -> Part { try await request.run(within: self).value }
}

// MARK: modifiers
extension Request {
    /// The same request with one more parameter; `nil` takes it out. In a chain: of the first call.
    public func parameter(_ name: String, _ value: (any ParameterValue)?) -> Request {
        changed { $0.call.parameters[name] = value?.parameterText }
    }

    /// The same request, sent otherwise: `configured { $0.language = "en" }`. In a chain: all its calls.
    public func configured(_ change: (inout RequestOptions) -> Void) -> Request { changed { change(&$0.options) } }

    /// The same request with another limit for one attempt.
    public func timeout(_ timeout: Duration) -> Request { configured { $0.timeout = timeout } }

    /// The same request with other waits between its attempts, and at most so many of them.
    ///
    /// Only what a repeat can mend is repeated, and only what VK cannot have performed or does no harm twice; in a chain each call for itself.
    public func retry(_ backOff: BackOff, attempts: RequestOptions.Attempts = .limited(5)) -> Request {
        configured {
            $0.backOff = backOff
            $0.attempts = attempts
        }
    }

    /// The same request, whose failures surface at once, but for error 6; for callers with a rhythm of their own.
    public func surfacingFailures() -> Request { configured { $0.handlesErrors = false } }

    /// The same request with the token of `kind`, whatever the method's kind is.
    public func `as`(_ kind: TokenKind) -> Request { configured { $0.token = kind } }

    /// The same request with another urgency.
    public func priority(_ priority: CallPriority) -> Request { configured { $0.priority = priority } }

    /// The same request, made by somebody.
    public func tagged(_ tag: RequestTag) -> Request { changed { $0.tag = tag } }

    /// The same request, whose calls are also told to `observer`, after those who already listen.
    public func observed(by observer: CallObserver) -> Request { changed { $0.observers.append(observer) } }

    /// The same request, which tells how far it is; `sent` and `received` never go back.
    public func progress(_ report: @escaping @Sendable (RequestProgress) -> Void) -> Request { changed { $0.progress = report } }

    /// The same request, answered by `answer` in VK's place; nothing is sent.
    public func mock(_ answer: MockAnswer) -> Request { configured { $0.mock = { _ in answer } } }

    private func changed(_ change: (inout Request) -> Void) -> Request {
        var copy = self
        change(&copy)
        return copy
    }
}

// MARK: chains
extension Request {
    /// The same request whose answer is turned into something else: `map(\.items)`.
    public func map<Other: Sendable>(_ transform: @escaping @Sendable (Response) throws -> Other) -> Request<Other> {
        mapOutcome { try transform($0.value) }
    }

    /// The same request whose answer is the part under `path`, which has to be there: `unwrap(\.items.first?.id)`.
    ///
    /// Its error is a `VKError` with `.server` that names the part.
    public func unwrap<Part: Sendable>(_ path: any KeyPath<Response, Part?> & Sendable) -> Request<Part> {
        mapOutcome { outcome in
            guard let part = outcome.value[keyPath: path] else {
                throw VKError(.server, method: outcome.method, message: "the answer has no \(path)", mayHaveBeenPerformed: true)
            }
            return part
        }
    }

    /// The next request made from this one's answer; a failing step ends the chain, and later steps are not sent.
    ///
    /// The error of a chain names the method and, as `step`, the place in the chain.
    public func chain<Other: Sendable>(_ next: @escaping @Sendable (Response) throws -> Request<Other>) -> Request<Other> {
        let (own, last) = (self, steps)
        return Request<Other>(client: client, call: call, steps: steps + 1, id: id) { sending in
            var first = own
            first.call = sending.call
            let before = try await named(last, again: false) { try await first.run(within: sending) }
            return try await named(last + 1, again: true) { try await next(before.value).run(within: sending) }
        }.taking(tag)
    }

    /// Several requests side by side, made from this one's answer.
    public func then<Other: Sendable>(_ next: @escaping @Sendable (Response) throws -> [Request<Other>]) -> Request<[Other]> {
        let client = client
        return chain { try Request<[Other]>.all(next($0), through: client) }
    }

    private func taking(_ tag: RequestTag?) -> Request {
        changed {
            $0.tag = tag
            $0.isPlainCall = false
        }
    }

    func mapOutcome<Other: Sendable>(_ transform: @escaping @Sendable (Outcome) throws -> Other) -> Request<Other> {
        let own = self
        return Request<Other>(client: client, call: call, steps: steps, id: id) { sending in
            var first = own
            first.call = sending.call
            let outcome = try await first.run(within: sending)
            return try Request<Other>.Outcome(value: transform(outcome), method: outcome.method)
        }.taking(tag)
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

    /// The answer as any `Decodable`, read with your settings: keys in snake_case, for one.
    public func decode<Value: Decodable & Sendable>(_ type: Value.Type, with decoder: TapeDecoder = TapeDecoder()) -> Request<Value> {
        mapOutcome { outcome in
            do {
                return try decoder.decode(type, from: outcome.value)
            } catch {
                throw VKError(
                    .server, method: outcome.method, message: "the answer is not what was expected: \(error)", mayHaveBeenPerformed: true)
            }
        }
    }
}
