// Govorun: everything that a call of a service says, and the request it becomes. SPDX-License-Identifier: MIT
import CurlClient

/// A call before it is sent.
struct HTTPCallSpec: Sendable {
    var service: HTTPService
    let verb: HTTPVerb
    let path: String
    let query: Parameters
    let body: HTTPBody
    var headers: [String: String] = [:]
    /// `nil`: the verb decides.
    var isRepeatable: Bool?
    var mock: MockAnswer?
    /// Whether a person wrote the address.
    var isLink = false

    init(service: HTTPService, verb: HTTPVerb, path: String, query: Parameters = [:], body: HTTPBody = .none) {
        self.service = service
        self.verb = verb
        self.path = path
        self.query = query
        self.body = body
    }

    var isHarmlessTwice: Bool { isRepeatable ?? verb.isHarmlessTwice }

    /// Verb and address without the query, for people.
    var name: String {
        // A path that does not fit is an error of `request()`; here it only lacks in a name.
        let address = (try? HTTPAddress.joined(service.base, path)) ?? service.base
        return "\(verb.rawValue) \(RedactedURL(address)?.description ?? "an unreadable address")"
    }

    /// - Throws: `HTTPFailure`.
    func request() throws -> HTTPRequest {
        do {
            var request = HTTPRequest(try url(), method: HTTPRequest.Method(rawValue: verb.rawValue) ?? .get)
            try body.lay(into: &request, service.encoder)
            var fields = ["Accept": "application/json", "User-Agent": "Govorun"]
            for (name, value) in service.headers.merging(headers, uniquingKeysWith: { $1 }) { fields[name] = value }
            request.headers = fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            request.timeout = service.timeout
            request.connectTimeout = min(service.timeout, .seconds(10))
            request.responseLimit = service.responseLimit
            request.followsRedirects = service.followsRedirects
            request.reachesPublicHostsOnly = isLink
            request.sendsOnce = !isHarmlessTwice
            request.route = HTTPRoute(proxy: service.proxy, caFile: service.caFile, pins: service.pins)
            return request
        } catch let failure as HTTPFailure {
            throw failure
        } catch {
            throw HTTPFailure(.unsendable, name, "the body cannot be written: \(error)", cause: error)
        }
    }

    private func url() throws -> String {
        if isLink { return try HTTPAddress.checked(service.base) }
        var parameters = service.parameters
        for item in query.items { parameters[item.name] = item.value }
        let address = try HTTPAddress.joined(service.base, path)
        guard !parameters.items.isEmpty else { return address }
        return address + "?" + String(decoding: parameters.formBody, as: UTF8.self)
    }

    /// What the journal knows the call by.
    func digest(of request: HTTPRequest) -> CallDigest {
        CallDigest("http \(name)", content: [request.url] + body.fingerprint(request))
    }

    // MARK: Its answer

    /// What `answer` means as a failure; `nil`: it is none.
    func failure(in answer: HTTPAnswer) -> HTTPFailure? {
        let words = service.errorMessage.isEmpty ? nil : answer.json.at(service.errorMessage).text.flatMap { $0.isEmpty ? nil : $0 }
        let group: HTTPFailure.Group? =
            switch answer.status {
            case 401, 403: .authentication
            case 300..<500: .client
            case 500...: .server
            default: words == nil ? nil : .service
            }
        return group.map { HTTPFailure($0, name, words ?? "the service gave no reason", answer: answer) }
    }

    /// - Throws: `HTTPFailure` with `.decoding`.
    func decode<Answer: Decodable>(_ type: Answer.Type, from answer: HTTPAnswer) throws -> Answer {
        do {
            let part = try JSONDocument(answer.bytes).root.at(service.unwrap)
            guard part.kind != .absent else { throw HTTPFailure(.decoding, name, "the answer has no '\(service.unwrap)'", answer: answer) }
            return try service.decoder.decode(type, from: part)
        } catch let failure as HTTPFailure {
            throw failure
        } catch {
            throw HTTPFailure(.decoding, name, "the answer is not what was expected: \(error)", answer: answer, cause: error)
        }
    }
}

/// Addresses of calls.
enum HTTPAddress {
    /// `link`, when it is an address that can be fetched.
    ///
    /// - Throws: `HTTPFailure`.
    static func checked(_ link: String) throws -> String {
        guard let address = RedactedURL(link), address.scheme == "http" || address.scheme == "https" else {
            throw HTTPFailure(.unsendable, "GET", "the link is no http or https address")
        }
        return link
    }

    /// `path` behind `base`. What does not belong into a path is encoded, `?` and `%` too, so that no text leads out of it.
    ///
    /// - Throws: `HTTPFailure` for a base that is no address, and for a path that goes up.
    static func joined(_ base: String, _ path: String) throws -> String {
        var base = base[...]
        while base.last == "/" { base.removeLast() }
        guard let address = RedactedURL(String(base)), address.scheme == "http" || address.scheme == "https",
            !base.contains(where: { $0 == "?" || $0 == "#" })
        else { throw HTTPFailure(.unsendable, "call", "the base of a service is an http or https address without a query") }
        let segments = path.split(separator: "/", omittingEmptySubsequences: true)
        guard !segments.contains(where: { $0 == "." || $0 == ".." }) else {
            throw HTTPFailure(.unsendable, address.description, "a path that goes up is not sent")
        }
        guard !segments.isEmpty else { return String(base) }
        let end = path.hasSuffix("/") ? "/" : ""
        return base + "/" + segments.map(encoded).joined(separator: "/") + end
    }

    /// Letters, digits and what RFC 3986 allows in a segment stay.
    private static func encoded(_ segment: Substring) -> String {
        var bytes: [UInt8] = []
        for byte in segment.utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes += Array("%".utf8) + Array((byte < 16 ? "0" : "").utf8) + Array(String(byte, radix: 16, uppercase: true).utf8)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-._~!$&'()*+,;=:@".utf8.contains(byte)
        }
    }
}
