// Govorun: the client of one account. SPDX-License-Identifier: MIT
public import CurlClient
public import TapeJSON

/// Sends calls with the tokens of one account, no faster than VK allows.
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
        /// Whose token the client is made with.
        public var kind = TokenKind.community
        /// Calls a second with that token; VK allows a community 20 and a user 3.
        public var rate = 20
        /// Whether calls that wait share an `execute`: one call of VK's count carries up to 25 of ours.
        public var execute = true
        /// The longest one attempt may take.
        public var timeout: Duration = .seconds(10)
        /// How all calls are sent, where they say nothing themselves.
        public var defaults = RequestOptions()
        /// Parameters of every call that does not set them itself.
        public var parameters = Parameters()
        /// How connections are made: proxy, own CA, pins.
        public var route = HTTPRoute()
        /// Who is asked when VK wants a captcha solved, a person validated or a call confirmed; `nil`: the error surfaces.
        public var solver: (any ChallengeSolver)?
        /// How files are uploaded.
        public var uploads = UploadSettings()
        /// From where `downloads` fetches; the API's own host is always among them.
        public var downloadHosts = VKHosts.files
        /// Where answers are kept that a request, or `defaults`, wants cached; clients of one configuration share it.
        public var cache = ResponseCache()
        /// A name for the account, its id for one, under which its answers are kept; `nil`: in memory only. Never a token.
        public var account: String?
        /// Who hears of every call, in this order.
        public var observers: [CallObserver] = []

        /// VK itself, as a community.
        public init() {}
    }

    /// How VK is reached.
    public let configuration: Configuration
    /// Where the client and those who use it write their lines.
    package let logger: Logger
    /// The clock by which they wait.
    package let time: any TimeSource
    /// Held by whoever polls for a community: one poll in flight at most.
    package let pollTurn = Turnstile<Int>()
    /// How many are at work who may call in a moment.
    package let crowd = Crowd()
    /// What was uploaded, and what is on its way.
    let uploadDesk: UploadDesk
    let seats: TokenSeats
    let cacheDesk: CacheDesk
    let conversations = Turnstile<Int>()
    let pulse = Pulse()
    let validations = Turnstile<TokenKind>()
    private let transport: any APITransport

    /// A client over `transport`, which is shared by clients and closed by its owner.
    ///
    /// - Parameters:
    ///   - token: the account's own, of the kind that `configuration` says.
    ///   - userToken: a person's, for what VK closes to communities; it has a limit of its own.
    public init(
        token: Secret, userToken: Secret? = nil, configuration: Configuration = .init(), transport: any APITransport,
        logger: Logger = .silent, time: any TimeSource = SystemTime()
    ) {
        self.configuration = configuration
        self.transport = transport
        self.logger = logger
        self.time = time
        uploadDesk = UploadDesk(time: time)
        cacheDesk = CacheDesk(
            configuration, tokens: [(configuration.kind, token)] + [userToken].compactMap { $0.map { (.user, $0) } }, logger: logger,
            time: time)
        let secrets = [token] + [userToken].compactMap(\.self)
        let seat = { [crowd] (token: Secret, kind: TokenKind, rate: Int) in
            let token = TokenInUse(token)
            let wire = Wire(
                token: token, configuration: configuration, transport: transport, endpoint: APIAddress.endpoint(of: configuration.api),
                logger: logger, time: time)
            let queue = CallQueue(
                rate: max(1, rate), packs: configuration.execute && kind != .service, crowd: crowd, time: time, logger: logger,
                hiding: secrets, exchange: wire.exchange)
            return TokenSeat(kind: kind, token: token, queue: queue)
        }
        seats = TokenSeats(
            main: seat(token, configuration.kind, configuration.rate),
            more: userToken.map { [seat($0, .user, min(configuration.rate, TokenKind.user.rate))] } ?? [])
    }

    /// A call by name; its answer stays JSON.
    public func call(_ method: String, _ parameters: Parameters = [:]) -> Request<JSON> {
        request(method, parameters)
    }

    /// A call whose answer is read as `Response`.
    public func request<Response: VKResponse>(_ method: String, _ parameters: Parameters = [:]) -> Request<Response> {
        let client = self
        return Request(client: self, call: Call(method, parameters)) { sending in
            let answer = try await client.perform(sending).response
            guard let response = Response(response: answer) else {
                let message = "the answer is \(answer.kind), which is not what was expected"
                throw VKError(.server, method: method, message: message, mayHaveBeenPerformed: true)
            }
            return Request<Response>.Outcome(value: response, method: method)
        }
    }

    /// What no error may show.
    var secrets: [Secret] { seats.all.map(\.token.current) }

    /// Ends the client: calls that wait fail with `.closed`, those on their way end, later ones are refused. More than once does nothing more.
    public func shutdown() async {
        await cacheDesk.close()
        for seat in seats.all { await seat.queue.close() }
    }

    /// How a request that is no API call reaches its host.
    package enum Way: Sendable {
        /// As the API is reached.
        case asTheAPI
        /// A host of VK's that has another key than the API's: without pins.
        case withoutPins
        /// Somebody else's host: neither through the proxy, behind which nobody can tell a private address, nor with pins or our own CA.
        case direct
        /// Somebody else's host, as the request itself says.
        case itsOwn
    }

    /// Sends a request that is no API call, a poll or a file: outside the limit, without the token.
    ///
    /// - Throws: `HTTPError`; `CancellationError` when cancelled.
    package func fetch(_ request: HTTPRequest, _ way: Way = .asTheAPI) async throws -> HTTPResponse {
        var request = request
        switch way {
        case .asTheAPI: request.route = configuration.route
        case .withoutPins:
            request.route = configuration.route
            request.route.pins = []
        case .direct: request.route = HTTPRoute()
        case .itsOwn: break
        }
        return try await transport.send(request)
    }
}
