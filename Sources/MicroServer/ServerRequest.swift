// Govorun: one HTTP request as a handler sees it. SPDX-License-Identifier: MIT

/// A request that was read whole and found well formed.
public struct ServerRequest: Sendable {
    /// The method in capitals. `HEAD` arrives as `GET` with ``isHead`` set: answer as to `GET`, the body is left out for you.
    public let method: String
    /// Whether only the head of the answer is wanted.
    public let isHead: Bool
    /// The path, escapes resolved, always valid UTF-8 without NUL. It may hold `..`: look names up, do not open them.
    public let path: String
    /// The fields after `?`.
    public let query: FieldList
    /// The header fields; names match in any case.
    public let headers: FieldList
    /// The fields of an `application/x-www-form-urlencoded` body, else empty.
    public let form: FieldList
    /// The parts of a `multipart/form-data` body, else empty.
    public let parts: [Part]
    /// The body as sent, whatever its type; empty when a ``receiver`` took it.
    public let body: [UInt8]
    /// Who got the parts while they arrived, in place of ``parts`` and ``body``; nil for most requests.
    public let receiver: (any PartReceiver)?
    /// The client's address, numeric, without port.
    public let remoteAddress: String
    /// When its head had been read, whatever waited after that.
    public let arrival: ContinuousClock.Instant

    /// The `Content-Type` without its parameters, in small letters; empty when there is none.
    public var contentType: String { ServerRequest.mediaType(headers) }

    static func mediaType(_ headers: FieldList) -> String {
        let value = headers.first(named: "Content-Type") ?? ""
        return String(value.prefix { $0 != ";" && $0 != " " }).lowercased()
    }
}

/// What is known once the head of a request has been read.
struct RequestHead: Sendable {
    let method: String
    /// Path and query, still escaped.
    let target: String
    let headers: FieldList
    let remoteAddress: String
    let arrival = ContinuousClock.now
}

extension ServerRequest {
    /// Makes the request a handler gets.
    ///
    /// - Returns: nil when the path or the multipart body is malformed; the client gets 400.
    init?(head: RequestHead, intake: BodyIntake) {
        let isMultipart = Self.mediaType(head.headers) == "multipart/form-data"
        guard isMultipart, intake.receiver == nil else {
            guard intake.isWellFormed else { return nil }
            self.init(head: head, body: intake.bytes, receiver: intake.receiver)
            return
        }
        let type = head.headers.first(named: "Content-Type") ?? ""
        guard let parts = Part.all(in: intake.bytes, contentType: type) else { return nil }
        self.init(head: head, body: intake.bytes, parts: parts)
    }

    /// - Returns: nil when the path is malformed.
    init?(head: RequestHead, body: [UInt8] = [], parts: [Part] = [], receiver: (any PartReceiver)? = nil) {
        let target = Self.originForm(head.target)
        let mark = target.firstIndex(of: "?") ?? target.endIndex
        guard let path = decodedPath(target[..<mark]), path.hasPrefix("/") || path == "*" else { return nil }
        self.path = path
        query = decodedForm(target[mark...].utf8.dropFirst())
        isHead = head.method == "HEAD"
        method = isHead ? "GET" : head.method
        headers = head.headers
        remoteAddress = head.remoteAddress
        arrival = head.arrival
        self.body = body
        self.parts = parts
        self.receiver = receiver
        form = Self.mediaType(head.headers) == "application/x-www-form-urlencoded" ? decodedForm(body) : FieldList()
    }

    /// A client that believes it talks to a proxy sends a whole URL; RFC 9112 wants it understood.
    private static func originForm(_ target: String) -> Substring {
        guard let scheme = ["http://", "https://"].first(where: { target.lowercased().hasPrefix($0) }) else { return target[...] }
        let afterHost = target.dropFirst(scheme.count).drop { $0 != "/" && $0 != "?" }
        return afterHost.hasPrefix("/") ? afterHost : "/" + afterHost
    }
}
