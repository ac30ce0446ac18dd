// Govorun: one request as a value. SPDX-License-Identifier: MIT

/// One HTTP request; inert until `CurlClient.send`.
///
/// It may carry tokens in URL, headers and body, so no description or mirror of it shows them.
public struct HTTPRequest: Sendable {
    /// The verbs of HTTP that are spoken here; the raw value is what goes over the wire.
    public enum Method: String, Sendable, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
        case head = "HEAD"
    }

    /// Which of the client's connection pools serves the request.
    public enum Traffic: Sendable, Hashable {
        /// An ordinary call: short, in the pool of calls.
        case call
        /// A held request (long poll), apart from the calls. Equal keys share a pool, and so a warm connection.
        case poll(key: UInt64)
    }

    /// Absolute, `http` or `https`; host, path and query are sent as written (no dot segments removed, nothing re-encoded).
    public var url: String
    /// The verb. `get` and `head` take no body.
    public var method: Method
    /// Sent in this order after our own. `Content-Length` and `Transfer-Encoding` are refused: the body decides.
    public var headers: [(name: String, value: String)] = []
    /// The bytes to send, or `nil` for none.
    public var body: [UInt8]?
    /// A body too large for memory, in place of `body`. It travels over HTTP/1.1: a shared connection has no room for it.
    public var streamedBody: StreamedBody?
    /// The `Content-Type` of the body; `nil` sends none.
    public var contentType: String?
    /// Which pool of connections serves it.
    public var traffic: Traffic = .call
    /// From `send` to an open connection, name lookup, proxy and TLS included. At least a millisecond.
    public var connectTimeout: Duration = .seconds(10)
    /// From `send` to the last byte of the answer. At least a millisecond.
    public var timeout: Duration = .seconds(30)
    /// The most bytes of body to take, after decompression; checked while reading, so a bomb costs no more than this.
    public var responseLimit: Int = 8 << 20
    /// Whether the answer's body is streamed: `send` returns when its first byte is there, and `HTTPResponse.stream` has the rest.
    ///
    /// It comes as the server sends it, not decompressed. `timeout` and `responseLimit` hold to its last byte.
    public var streamsAnswer = false
    /// How long nothing at all may go or come once the connection is open, in whole seconds; `nil`: as long as `timeout`. For transfers
    /// whose `timeout` has to be long.
    public var stallTimeout: Duration?
    /// Is told after each piece that went or came. It runs on the client's thread, so it must not wait for anything.
    public var progress: (@Sendable (HTTPProgress) -> Void)?
    /// Never put on the wire twice. Otherwise libcurl itself sends again, unasked, what was lost on a connection kept from before.
    ///
    /// A loss is then `HTTPError` with `mayHaveBeenPerformed`. A redirection that asks for a body of more than 64 KB again is one too.
    public var sendsOnce = false
    /// Whether 3xx answers are followed, at most ten, never from `https` to `http`. Otherwise they are returned.
    public var followsRedirects = false
    /// Whether only public addresses may be connected to: for a URL that a user named. It holds for redirections too, and for
    /// names that resolve to private addresses. Not with a proxy or a Unix socket, behind which nobody can tell.
    public var reachesPublicHostsOnly = false
    /// How the host is reached.
    public var route = HTTPRoute()

    /// Makes a request; everything else is set by assigning.
    public init(_ url: String, method: Method = .get, body: [UInt8]? = nil, contentType: String? = nil) {
        self.url = url
        self.method = method
        self.body = body
        self.contentType = contentType
    }
}

/// How far a request has come, in bytes of bodies.
public struct HTTPProgress: Sendable, Hashable {
    /// Given to the connection; goes back only when libcurl sends a body a second time.
    public let sent: Int
    /// Received.
    public let received: Int
    /// To be received, as far as the server said.
    public let receivedTotal: Int?

    /// Makes a step; for fakes in tests.
    public init(sent: Int, received: Int, receivedTotal: Int?) {
        self.sent = sent
        self.received = received
        self.receivedTotal = receivedTotal
    }
}

extension HTTPRequest {
    /// Bytes of the body, wherever it comes from; `nil` without one.
    var bodyCount: Int? { streamedBody?.count ?? body?.count }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Verb and address, without query, headers and body.
    public var description: String { "\(method.rawValue) \(RedactedURL(url)?.description ?? "<unreadable URL>")" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// Shows only `description`, so that `dump` shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
