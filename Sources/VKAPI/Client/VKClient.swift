// Govorun: the client of one token. SPDX-License-Identifier: MIT
public import CurlClient
public import TapeJSON

/// Sends calls with one token, no faster than VK allows.
///
/// Shared by everything that speaks for one community; a copy is the same client.
public final class VKClient: Sendable {
    /// How VK is reached.
    public struct Configuration: Sendable {
        /// The address under which the methods stand; with or without a trailing slash. A bare host gets VK's path `/method`.
        public var api = "https://api.vk.ru/method"
        /// VK's API version, `v` of every call.
        public var version = "5.199"
        /// VK's `lang`: a code word or a number; `nil` leaves it to VK.
        public var language: String?
        /// Calls a second; VK allows a community 20 and a user 3.
        public var rate = 20
        /// The longest one attempt may take.
        public var timeout: Duration = .seconds(10)
        /// How connections are made: proxy, own CA, pins.
        public var route = HTTPRoute()

        /// VK itself, as a community.
        public init() {}
    }

    /// How VK is reached.
    public let configuration: Configuration
    /// Where the client and those who use it write their lines.
    package let logger: Logger
    package let time: any TimeSource
    private let token: Secret
    private let transport: any APITransport
    private let limiter: RateLimiter
    private let endpoint: String

    /// A client of `token` over `transport`; the transport is shared by clients and closed by its owner.
    public init(
        token: Secret, configuration: Configuration = .init(), transport: any APITransport, logger: Logger = .silent,
        time: any TimeSource = SystemTime()
    ) {
        self.token = token
        self.configuration = configuration
        self.transport = transport
        self.logger = logger
        self.time = time
        limiter = RateLimiter(limit: max(1, configuration.rate), time: time)
        endpoint = Self.endpoint(of: configuration.api)
    }

    /// A call by name; its answer stays JSON.
    public func call(_ method: String, _ parameters: Parameters = [:]) -> Request<JSON> {
        request(method, parameters)
    }

    /// A call whose answer is read as `Response`.
    public func request<Response: VKResponse>(_ method: String, _ parameters: Parameters = [:]) -> Request<Response> {
        Request(client: self, call: Call(method, parameters)) { answer in
            guard let response = Response(response: answer) else {
                throw VKError(.server, method: method, message: "the answer is \(answer.kind), which is not what was expected")
            }
            return response
        }
    }

    /// Sends a request that is no API call, a poll for one: over the same route, outside the limit, without the token.
    ///
    /// - Throws: `HTTPError`; `CancellationError` when cancelled.
    package func fetch(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        request.route = configuration.route
        return try await transport.send(request)
    }

    /// Sends `call` until it has an outcome: VK's answer, or an error that repeating cannot mend.
    func perform(_ call: Call) async throws -> JSON {
        var call = call
        SendRules.complete(&call)
        var policy = FailurePolicy(call: call)
        while true {
            do {
                let answer = try await limiter.inSlot { try await attempt(call) }
                return try Envelope.response(of: answer, to: call.method, hiding: [token])
            } catch let error as VKError {
                guard let wait = policy.waitBeforeRepeating(after: error) else { throw error }
                logger.debug("call repeats", ["vk.method": call.method, "vk.failure": error.failure.rawValue, "wait": "\(wait)"])
                if error.failure == .tooManyRequests { limiter.pause(for: wait) } else { try await time.sleep(for: wait) }
            }
        }
    }

    private func attempt(_ call: Call) async throws -> HTTPResponse {
        var request = HTTPRequest(endpoint + call.method)
        request.method = .post
        request.contentType = "application/x-www-form-urlencoded"
        request.body = form(of: call)
        request.timeout = call.timeout ?? configuration.timeout
        request.connectTimeout = min(request.timeout, .seconds(10))
        request.sendsOnce = RepeatRules.rule(for: call) == .once
        request.route = configuration.route
        let start = time.now
        do {
            let response = try await transport.send(request)
            logger.trace("call answered", ["vk.method": call.method, "http.status": response.status, "took": "\(time.now - start)"])
            return response
        } catch let error as HTTPError {
            logger.debug("call lost", ["vk.method": call.method, "error": "\(error)"])
            throw VKError(
                .transport, method: call.method, message: token.redacting("\(error)"), cause: error,
                mayHaveBeenPerformed: error.mayHaveBeenPerformed)
        }
    }

    private func form(of call: Call) -> [UInt8] {
        var parameters = call.parameters
        if parameters["v"] == nil { parameters["v"] = configuration.version }
        if parameters["lang"] == nil { parameters["lang"] = configuration.language }
        parameters["access_token"] = token.reveal()
        return parameters.formBody
    }

    /// `api` with exactly one slash at its end and VK's path where only a host is given.
    static func endpoint(of api: String) -> String {
        var text = Substring(api)
        while text.last == "/" { text.removeLast() }
        let afterScheme = text.range(of: "://").map { text[$0.upperBound...] } ?? text
        return afterScheme.contains("/") ? text + "/" : text + "/method/"
    }
}

extension Substring {
    fileprivate func range(of needle: String) -> Range<Index>? {
        var start = startIndex
        while start != endIndex {
            if self[start...].hasPrefix(needle) { return start..<index(start, offsetBy: needle.count) }
            start = index(after: start)
        }
        return nil
    }
}
