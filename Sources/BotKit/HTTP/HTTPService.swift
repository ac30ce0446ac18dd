// Govorun: another service's HTTP API and how it is spoken to. SPDX-License-Identifier: MIT

/// Where a service stands, and what holds for all calls of it.
///
/// ```swift
/// struct Weather: HTTPAPI {
///     let service = HTTPService("https://weather.example/v1", unwrap: "data", errorMessage: "error.message")
///     func today(in city: String) -> HTTPCall<Forecast> { get("today", ["city": city]) }
/// }
/// let forecast = try await message.bot.http.send(Weather().today(in: "Москва"))
/// ```
///
/// It may hold keys, so its description shows only where it stands.
public struct HTTPService: Sendable {
    /// The address that paths are put behind, without a query: `https://weather.example/v1`. Written by the bot's author, so private networks
    /// are allowed; for an address that a person wrote there is `bot.http.open`.
    public var base: String
    /// Parameters of every query, a key for one; those of a call go before them.
    public var parameters = Parameters()
    /// Headers of every call; those of a call go before them.
    public var headers: [String: String] = [:]
    /// Where in an answer the value stands: `data.items`, `results.0`; empty: it is the whole.
    public var unwrap: String
    /// Where in an answer the service says what went wrong: `error.message`; empty: nowhere. With a text there even status 200 is an error.
    public var errorMessage: String
    /// How answers become values: keys in snake_case, for one.
    public var decoder = TapeDecoder()
    /// How values become JSON.
    public var encoder = TapeEncoder()
    /// Which failures are tried again, and when.
    public var retry = HTTPRetry()
    /// The longest one attempt may take.
    public var timeout: Duration = .seconds(10)
    /// The most bytes of an answer.
    public var responseLimit = 8 << 20
    /// SHA-256 hashes in base64 of the keys (SPKI) that the server may have; empty: any that an authority vouches for.
    public var pins: [String] = []
    /// `http://host:port` or `socks5h://…`; `nil`: direct.
    public var proxy: String?
    /// A PEM file of authorities to trust in place of the system's.
    public var caFile: String?
    /// Whether redirections are followed, with all headers; never from `https` to `http`.
    public var followsRedirects = false
    private(set) var listeners: [HTTPListener] = []

    /// A service at `base`.
    public init(_ base: String, unwrap: String = "", errorMessage: String = "") {
        self.base = base
        self.unwrap = unwrap
        self.errorMessage = errorMessage
    }

    /// The same service, set up otherwise: `.configured { $0.parameters["key"] = options.key }`.
    public func configured(_ change: (inout HTTPService) -> Void) -> HTTPService {
        var copy = self
        change(&copy)
        return copy
    }

    /// Calls `handle` with every failure of these groups, all of them unless some are named, before whoever called gets it.
    public mutating func onFailure(
        _ groups: Set<HTTPFailure.Group> = Set(HTTPFailure.Group.allCases), _ handle: @escaping @Sendable (HTTPFailure) -> Void
    ) {
        listeners.append(.failure(groups, handle))
    }

    /// Calls `handle` after every answer, a failure's too.
    public mutating func onAnswer(_ handle: @escaping @Sendable (HTTPExchange) -> Void) { listeners.append(.answer(handle)) }
}

/// Who hears of a service's calls.
enum HTTPListener: Sendable {
    case failure(Set<HTTPFailure.Group>, @Sendable (HTTPFailure) -> Void)
    case answer(@Sendable (HTTPExchange) -> Void)
}

/// A call that was answered, for logs.
public struct HTTPExchange: Sendable {
    /// Verb and address without its query: `GET https://weather.example/v1/today`.
    public let call: String
    /// The HTTP status.
    public let status: Int
    /// Bytes of the answer.
    public let size: Int
    /// From the first attempt to the answer.
    public let took: Duration
    /// Attempts, the answered one included.
    public let attempts: Int
}

/// A service as a type of its own, with a function for each call; or an `HTTPService` by itself.
public protocol HTTPAPI: Sendable {
    /// Where it stands and how it is spoken to.
    var service: HTTPService { get }
}

extension HTTPService: HTTPAPI {
    /// Itself.
    public var service: HTTPService { self }
}

extension HTTPService: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Where it stands.
    public var description: String { base }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// Shows only `description`.
    public var customMirror: Mirror { Mirror(self, children: ["base": description]) }
}
