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
        /// Who is asked when VK wants a captcha solved; `nil`: the error surfaces.
        public var captcha: CaptchaSolver?

        /// VK itself, as a community.
        public init() {}
    }

    /// How VK is reached.
    public let configuration: Configuration
    /// Where the client and those who use it write their lines.
    package let logger: Logger
    /// The clock by which they wait.
    package let time: any TimeSource
    /// Held by whoever polls for this token's community: one poll in flight at most.
    package let pollTurn = Turnstile()
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
        endpoint = APIAddress.endpoint(of: configuration.api)
    }

    /// A call by name; its answer stays JSON.
    public func call(_ method: String, _ parameters: Parameters = [:]) -> Request<JSON> {
        request(method, parameters)
    }

    /// A call whose answer is read as `Response`.
    public func request<Response: VKResponse>(_ method: String, _ parameters: Parameters = [:]) -> Request<Response> {
        Request(client: self, call: Call(method, parameters)) { answer in
            guard let response = Response(response: answer) else {
                let message = "the answer is \(answer.kind), which is not what was expected"
                throw VKError(.server, method: method, message: message, mayHaveBeenPerformed: true)
            }
            return Request<Response>.Outcome(value: response, method: method)
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
        var captchas = 0
        while true {
            do {
                return try await limiter.inSlot { try await attempt(call, &policy) }
            } catch let error as VKError {
                if let captcha = error.captcha, captchas < Self.captchaRounds, let solution = try await configuration.captcha?(captcha) {
                    captchas += 1
                    call.parameters.add(solution, to: captcha)
                    continue
                }
                guard let wait = policy.waitBeforeRepeating(after: error) else { throw error }
                logger.debug("call repeats", ["vk.method": call.method, "error": error, "wait": "\(wait)"])
                try await time.sleep(for: wait)
            }
        }
    }

    /// VK answers a wrong key with a new captcha; a solver that never gets it right is not asked for ever.
    private static let captchaRounds = 5

    /// Sends `call` once, and again in the same slot while VK says that calls come too fast: so it keeps its place before later ones.
    private func attempt(_ call: Call, _ policy: inout FailurePolicy) async throws -> JSON {
        while true {
            let answer = try await exchange(call)
            do {
                return try Envelope.response(of: answer, to: call.method, hiding: [token])
            } catch {
                guard error.failure == .tooManyRequests, let wait = policy.waitBeforeRepeating(after: error) else { throw error }
                logger.debug("too many calls a second, all wait", ["vk.method": call.method, "wait": "\(wait)"])
                try await limiter.pause(for: wait)
            }
        }
    }

    /// One request and what came back.
    private func exchange(_ call: Call) async throws -> HTTPResponse {
        let start = time.now
        do {
            let response = try await transport.send(httpRequest(for: call))
            logger.trace("call answered", ["vk.method": call.method, "http.status": response.status, "took": "\(time.now - start)"])
            return response
        } catch let error as HTTPError {
            logger.debug("call lost", ["vk.method": call.method, "error": error])
            throw VKError(
                .transport, method: call.method, message: token.redacting("\(error)"), cause: error,
                mayHaveBeenPerformed: error.mayHaveBeenPerformed)
        }
    }

    private func httpRequest(for call: Call) -> HTTPRequest {
        var request = HTTPRequest(endpoint + call.method, method: .post, body: form(of: call))
        request.contentType = "application/x-www-form-urlencoded"
        request.timeout = call.timeout ?? configuration.timeout
        request.connectTimeout = min(request.timeout, .seconds(10))
        // libcurl would repeat on a dead connection within one slot: 28 arrivals a second were seen. Repeats are the policy's.
        request.sendsOnce = true
        request.route = configuration.route
        return request
    }

    private func form(of call: Call) -> [UInt8] {
        var parameters = call.parameters
        if parameters["v"] == nil { parameters["v"] = configuration.version }
        if parameters["lang"] == nil { parameters["lang"] = configuration.language }
        parameters["access_token"] = token.reveal()
        return parameters.formBody
    }
}
