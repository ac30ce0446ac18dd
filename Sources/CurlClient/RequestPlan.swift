// Govorun: a request that has been checked, on the caller's thread. SPDX-License-Identifier: MIT

/// A request whose parts libcurl will take as they are meant, with what the loop needs to know about them.
///
/// A class, so that ten thousand of them in a queue are ten thousand words.
final class RequestPlan: Sendable {
    /// A host name that has to be looked up before connecting.
    struct Lookup: Sendable, Hashable {
        /// In lower case.
        let host: String
        let port: Int
    }

    let request: HTTPRequest
    let url: RedactedURL
    let pins: String?
    /// What to look up; `nil` when the first hop has a numeric address, is this machine, or is libcurl's own business.
    let lookup: Lookup?
    /// When the caller asked, on the monotonic clock, in nanoseconds.
    let started: Int64
    /// When `timeout` is over, likewise.
    let deadline: Int64
    /// When `connectTimeout` is over, likewise.
    let connectDeadline: Int64

    /// - Throws: `.badURL`, `.badHeader` or `.rejectedOption`.
    init(_ request: HTTPRequest) throws(HTTPError) {
        guard let url = RedactedURL(request.url), url.scheme == "http" || url.scheme == "https" else { throw HTTPError(.badURL) }
        let context = HTTPError.Context(url: url)
        try HeaderList.check(request, context)
        if request.bodyCount != nil && (request.method == .get || request.method == .head) {
            throw HTTPError(.rejectedOption, context: .init(url: url, option: "body"))
        }
        if request.body != nil && request.streamedBody != nil {
            throw HTTPError(.rejectedOption, context: .init(url: url, option: "streamedBody"))
        }
        guard request.responseLimit >= 0 else { throw HTTPError(.rejectedOption, context: .init(url: url, option: "responseLimit")) }
        pins = try request.route.pinList()
        if pins != nil && url.scheme != "https" { throw HTTPError(.rejectedOption, context: .init(url: url, option: "pins")) }
        if request.reachesPublicHostsOnly && (request.route.proxy != nil || request.route.unixSocket != nil) {
            throw HTTPError(.rejectedOption, context: .init(url: url, option: "reachesPublicHostsOnly"))
        }
        lookup = try Self.lookup(for: request.route, url)
        self.request = request
        self.url = url
        started = monotonicNanoseconds()
        deadline = started + request.timeout.deadlineNanoseconds
        connectDeadline = started + request.connectTimeout.deadlineNanoseconds
    }

    /// The first hop: the proxy if there is one, else the host.
    private static func lookup(for route: HTTPRoute, _ url: RedactedURL) throws(HTTPError) -> Lookup? {
        for (option, path) in [("caFile", route.caFile), ("unixSocket", route.unixSocket)] {
            if let path, path.isEmpty || path.utf8.contains(0) {
                throw HTTPError(.rejectedOption, context: .init(url: url, option: option))
            }
        }
        var hop = url
        if let text = route.proxy {
            guard let proxy = RedactedURL(text), proxy.scheme == "http" || proxy.scheme == "socks5h" else {
                throw HTTPError(.rejectedOption, context: .init(url: url, option: "proxy"))
            }
            hop = proxy
        }
        guard route.unixSocket == nil, isName(hop.host) else { return nil }
        return Lookup(host: hop.host.lowercased(), port: route.proxy != nil && !hop.hasOwnPort ? 1080 : hop.port)
    }

    /// Whether a host is a plain name that needs looking up. Numeric addresses and `localhost` do not, and a name with
    /// letters beyond ASCII is left to libcurl, which spells it in its own way.
    static func isName(_ host: String) -> Bool {
        let name = host.lowercased()
        guard host.utf8.first != UInt8(ascii: "["), host.utf8.allSatisfy({ $0 < 0x80 }), !host.hasSuffix(".") else { return false }
        guard name != "localhost", !name.hasSuffix(".localhost") else { return false }
        return host.utf8.contains { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".")) }
    }
}

extension Duration {
    /// Nanoseconds, at least a millisecond (zero would mean "for ever" to libcurl) and at most some 24 days (its `long` on 32 bits).
    var deadlineNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds < 2_147_483 else { return 2_147_483 * 1_000_000_000 }
        guard seconds >= 0 else { return 1_000_000 }
        return max(1_000_000, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
