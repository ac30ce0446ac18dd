// Govorun: HTTP requests on libcurl, all of a client's on one thread. SPDX-License-Identifier: MIT

/// Sends HTTP requests; ten thousand may be held open at once on the one thread it has.
///
/// The owner calls `shutdown()` when done. A client that is merely dropped ends its thread by itself.
public final class CurlClient: Sendable {
    /// What holds for a client's whole life.
    public struct Configuration: Sendable {
        /// Pools among which polls are spread by key, at least 1. libcurl walks a pool's connections at each end of a
        /// request, so about 1 250 polls to a pool is a good measure.
        public var pollShards = 8
        /// Connections of all calls, and of one shard of polls, at least 1; above it requests wait their turn within their
        /// deadline.
        public var maximumConnections = 16_384
        /// Connections that all calls, or one shard of polls, keep warm while nobody uses them, at least 1. Above the polls of a shard, so that those
        /// which end together find theirs again.
        public var maximumIdleConnections = 2_048
        /// How long an unused connection is kept, in whole seconds, at least one.
        public var idleTimeout: Duration = .seconds(60)
        /// Host names looked up at one time, each on a thread of its own while it lasts, at least 1.
        public var maximumLookups = 4
        /// The `User-Agent` of requests that do not bring their own.
        public var userAgent = "Govorun"

        /// The defaults above.
        public init() {}
    }

    private let mailbox: Mailbox

    /// Starts the client's thread.
    ///
    /// - Throws: `.rejectedOption` for a number below its least value, `.systemFailed` or `.outOfMemory` when no thread,
    ///   file descriptor or libcurl handle is to be had.
    public convenience init(_ configuration: Configuration = Configuration()) throws(HTTPError) {
        try self.init(configuration, lookUp: Lookup.start)
    }

    init(_ configuration: Configuration, lookUp: @escaping Lookup.Function) throws(HTTPError) {
        try configuration.validate()
        try CurlLibrary.start()
        let mailbox = try Mailbox()
        let loop = try EventLoop(configuration, mailbox: mailbox, lookUp: lookUp)
        try startThread(named: "govorun-http") { loop.run() }
        self.mailbox = mailbox
    }

    deinit { mailbox.close() }

    /// The client's own thread, for tasks that live on its answers: the one that has come goes on without waking another thread.
    ///
    /// Whatever runs there holds up all requests meanwhile, so only work that is short and never blocks belongs there. After `shutdown()`
    /// its tasks go on where others run.
    public var executor: any TaskExecutor { mailbox }

    /// Sends one request and waits for its whole answer, or with `streamsAnswer` for its first byte; a status of 400 or 500 is an answer
    /// too.
    ///
    /// May be called from anywhere, any number at a time. Cancelling the calling task ends the request at once.
    ///
    /// - Throws: `HTTPError`; `CancellationError` when the task is cancelled, and then the server may have acted on it.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let plan = try RequestPlan(request)
        let ticket = Ticket()
        let cancel: @Sendable () -> Void = { [mailbox] in
            ticket.cancel()
            mailbox.post(.cancel(ticket))
        }
        let intake = request.streamsAnswer ? BodyIntake { [mailbox] in mailbox.post(.goOn(ticket)) } : nil
        var response = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let order = Order(ticket: ticket, plan: plan, intake: intake, continuation: continuation)
                if !mailbox.post(.start(order)) { order.fail(.closed) }
            }
        } onCancel: {
            cancel()
        }
        response.stream = intake.map { BodyStream($0, cancel: cancel) }
        return response
    }

    /// Ends the client: whatever is in flight throws `.closed`, connections are closed, the thread ends.
    ///
    /// Returns when all of that has happened; calling it again, or at the same time, is fine.
    public func shutdown() async {
        await withCheckedContinuation { mailbox.close(then: $0) }
    }
}

extension CurlClient.Configuration {
    func validate() throws(HTTPError) {
        let leastOne = [
            ("pollShards", pollShards), ("maximumConnections", maximumConnections), ("maximumIdleConnections", maximumIdleConnections),
            ("idleTimeout", Int(idleTimeout.components.seconds)), ("maximumLookups", maximumLookups),
        ]
        for (name, value) in leastOne where value < 1 { throw HTTPError(.rejectedOption, context: .init(option: name)) }
        guard userAgent.utf8.allSatisfy(HeaderList.isFieldByte) else { throw HTTPError(.badHeader, context: .init(option: "userAgent")) }
    }
}
