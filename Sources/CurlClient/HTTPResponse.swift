// Govorun: one answer as a value. SPDX-License-Identifier: MIT

/// The answer to one request; any status counts as an answer.
public struct HTTPResponse: Sendable {
    /// How long it took from the start of the transfer to each point; what a kept connection skips is zero.
    public struct Timings: Sendable, Hashable {
        /// The connection was there (TCP).
        public var connected: Duration = .zero
        /// The connection was ready, TLS included, and the request began to leave.
        public var ready: Duration = .zero
        /// The first byte of the answer came.
        public var firstByte: Duration = .zero
        /// The last byte came.
        public var total: Duration = .zero

        /// All zero: for fakes in tests.
        public init() {}
    }

    /// The HTTP status, 200…599.
    public var status: Int
    /// The header fields of the last answer (not those of redirections or of a proxy's `CONNECT`).
    public var headers: HTTPHeaders
    /// The body, decompressed; `Content-Length` and `Content-Encoding` in `headers` still speak of what came over the wire.
    public var body: [UInt8]
    /// The rest of a body that is streamed; `body` is then empty. `nil` when that was not asked for, or the transport cannot.
    public var stream: BodyStream?
    /// Where a redirection that was not followed leads, as an absolute URL.
    public var redirection: String?
    /// Where the time went.
    public var timings = Timings()
    /// Whether it travelled on a connection kept from an earlier request.
    public var reused = false

    /// Makes an answer; for fakes in tests.
    public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status and size; header values and body may be secret.
    public var description: String { "status \(status), \(body.count) bytes" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// Shows only `description`.
    public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}
