// Govorun: a call of another service, as a value. SPDX-License-Identifier: MIT

/// An inert value; nothing happens before `bot.http.send(call)`, and each sending is a new call.
public struct HTTPCall<Answer: Sendable>: Sendable {
    private(set) var spec: HTTPCallSpec
    let work: @Sendable (HTTPCallSpec, HTTPDesk) async throws -> Answer

    init(_ spec: HTTPCallSpec, read: @escaping @Sendable (HTTPAnswer, HTTPCallSpec) throws -> Answer) {
        self.init(spec) { spec, desk in try await desk.answer(to: spec, read) }
    }

    private init(_ spec: HTTPCallSpec, work: @escaping @Sendable (HTTPCallSpec, HTTPDesk) async throws -> Answer) {
        self.spec = spec
        self.work = work
    }

    // MARK: How it is sent

    /// The same call with one more header.
    public func header(_ name: String, _ value: String) -> HTTPCall { changed { $0.headers[name] = value } }
    /// The same call, whose one attempt may take so long.
    public func timeout(_ timeout: Duration) -> HTTPCall { changed { $0.service.timeout = timeout } }
    /// The same call with other repeats.
    public func retry(_ retry: HTTPRetry) -> HTTPCall { changed { $0.service.retry = retry } }
    /// The same call, whose value stands elsewhere in the answer: `data.items`.
    public func unwrap(_ path: String) -> HTTPCall { changed { $0.service.unwrap = path } }
    /// The same call, of which it is known whether it does harm twice; otherwise the verb decides: POST and PATCH do.
    public func repeatable(_ isRepeatable: Bool = true) -> HTTPCall { changed { $0.isRepeatable = isRepeatable } }
    /// The same call, answered by `answer` in the service's place; nothing is sent.
    public func mock(_ answer: MockAnswer) -> HTTPCall { changed { $0.mock = answer } }

    private func changed(_ change: (inout HTTPCallSpec) -> Void) -> HTTPCall {
        var copy = self
        change(&copy.spec)
        return copy
    }

    // MARK: What follows

    /// The same call whose answer is turned into something else.
    public func map<Other: Sendable>(_ transform: @escaping @Sendable (Answer) throws -> Other) -> HTTPCall<Other> {
        HTTPCall<Other>(spec) { [work] spec, desk in try transform(try await work(spec, desk)) }
    }

    /// The next call made from this one's answer; one that fails ends the chain.
    public func chain<Other: Sendable>(_ next: @escaping @Sendable (Answer) throws -> HTTPCall<Other>) -> HTTPCall<Other> {
        HTTPCall<Other>(spec) { [work] spec, desk in
            let call = try next(try await work(spec, desk))
            return try await call.work(call.spec, desk)
        }
    }
}

extension HTTPCall: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Verb and address, without query, headers and body.
    public var description: String { spec.name }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// Shows only `description`.
    public var customMirror: Mirror { Mirror(self, children: ["call": description]) }
}

/// What a service answered.
public struct HTTPAnswer: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The body.
    public let bytes: [UInt8]
    private let fields: [(name: String, value: String)]

    init(status: Int, bytes: [UInt8], fields: [(name: String, value: String)] = []) {
        self.status = status
        self.bytes = bytes
        self.fields = fields
    }

    /// The body as text; what is no UTF-8 in it is replaced.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The body as JSON; absent when it is none.
    public var json: JSON {
        do {
            return try JSONDocument(bytes).root
        } catch {
            return .absent
        }
    }
    /// The first header of that name, in any letter case. An answer kept from before a crash has none.
    public func header(_ name: String) -> String? { fields.first { $0.name.lowercased() == name.lowercased() }?.value }

    /// As the journal keeps it: two bytes of status, then the body.
    var kept: [UInt8] { [UInt8(truncatingIfNeeded: status >> 8), UInt8(truncatingIfNeeded: status)] + bytes }

    /// Reads the kept form.
    init?(kept: [UInt8]) {
        guard kept.count >= 2 else { return nil }
        self.init(status: Int(kept[0]) << 8 | Int(kept[1]), bytes: Array(kept.dropFirst(2)))
    }
}

extension HTTPAnswer: CustomStringConvertible, CustomReflectable {
    /// Status and size: a body may be private.
    public var description: String { "status \(status), \(bytes.count) bytes" }
    /// Shows only `description`.
    public var customMirror: Mirror { Mirror(self, children: ["answer": description]) }
}
