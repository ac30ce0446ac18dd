// Govorun: a small HTTP server, libmicrohttpd behind async handlers. SPDX-License-Identifier: MIT

/// An HTTP/1.1 server that listens from its `init` until ``stop()``; one thread reads and writes, some 30 000 requests a second.
///
/// Each request becomes one call of the handler, in a task of its own. A handler that awaits holds its answer (a long poll costs
/// about ten kilobytes); when the client leaves, the server stops, or the connection breaks, that task is cancelled.
public final class MicroServer: Sendable {
    /// Answers one request. It cannot throw: an error is an answer, too.
    public typealias Handler = @Sendable (ServerRequest) async -> ServerResponse

    /// Where to listen, and the limits.
    public struct Configuration: Sendable {
        /// Name or address (IPv4 or IPv6, without brackets) to listen on.
        public var host = "127.0.0.1"
        /// Port, 0...65535; 0 takes a free one.
        public var port = 0
        /// Largest request body in bytes; above it the client gets 413.
        public var bodyLimit = 16 << 20
        /// The same, asked for at each request in place of ``bodyLimit``, by a server whose limit changes; it must not wait.
        public var bodyLimitNow: (@Sendable () -> Int)?
        /// Says, once the head of a `multipart/form-data` request was read, who takes its parts while they arrive; nil collects the
        /// body like any other. It gets the request as far as it is known and must not wait.
        public var reception: (@Sendable (ServerRequest) -> Reception?)?
        /// Largest request line with headers in bytes, about; above it the client gets 414 or 431.
        public var headLimit = 32 << 10
        /// Connections open at once; further ones wait in the backlog.
        public var connectionLimit = 20_000
        /// How long a connection may be silent between and inside requests; a held answer does not count. Whole seconds.
        public var idleTimeout = Duration.seconds(60)
        /// Pause after which an event stream sends a comment, so that a vanished client is noticed.
        public var heartbeat = Duration.seconds(15)
        /// Bytes an event stream keeps for a client that does not read; above it the connection is closed.
        public var eventBacklogLimit = 4 << 20

        /// Makes the defaults: a free port on loopback.
        public init() {}
    }

    private let core: ServerCore

    /// Starts listening.
    ///
    /// - Throws: ``ServerError``: `.addressInUse`, `.badAddress`, `.notPermitted`, `.unavailable`, each naming host and port.
    public init(_ configuration: Configuration = Configuration(), handler: @escaping Handler) throws(ServerError) {
        core = try ServerCore(configuration, handler: handler)
    }

    /// The port that is listened on.
    public var port: Int { core.port }

    /// Stops: no new connection is taken, every held request is cancelled and its connection closed, running handlers are awaited.
    ///
    /// May be called more than once and at once; each call returns when the server has stopped. A handler must not await it,
    /// since it would wait for itself.
    public func stop() async { await core.stop() }

    deinit { core.abandon() }
}
