// Govorun: a request as a mock sees it. SPDX-License-Identifier: MIT
import CurlClient

/// One request that came to a mock: a call of the API, or another one, an upload or a poll.
public struct MockCall: Sendable {
    /// VK's method name; for another request the last part of its path.
    public let method: String
    /// Its form and query, without token, key and password.
    public let parameters: Parameters
    /// Whether it is a call of the API: it bore a token.
    public let isMethod: Bool
    /// Where it went: scheme, host and path.
    public let address: String
    /// The body of a request that is no form; empty when it was streamed.
    public let body: [UInt8]
    /// Bytes of the body, streamed ones too.
    public let bodyCount: Int
    /// When it came, on the mock's clock.
    public let time: Duration

    /// The value of a parameter.
    public subscript(_ name: String) -> String? { parameters[name] }

    /// Reads `request`.
    init(_ request: HTTPRequest, at time: Duration) {
        let address = RedactedURL(request.url)
        method = String(request.url.prefix { $0 != "?" }.split(separator: "/").last ?? "")
        self.address = address?.description ?? "unreadable"
        self.time = time
        bodyCount = request.streamedBody?.count ?? request.body?.count ?? 0
        body = Self.isForm(request) ? [] : request.body ?? []
        var fields = Self.fields(of: request)
        isMethod = Self.token(in: request) != nil
        for name in fields.items.map(\.name) where TrafficSecrets.isSecret(name) { fields[name] = nil }
        parameters = fields
    }

    /// The token that `request` bears; `nil` for one that is no call.
    static func token(in request: HTTPRequest) -> Secret? {
        let header = request.headers.first { $0.name.lowercased() == "authorization" }?.value
        return (fields(of: request)["access_token"] ?? header?.split(separator: " ").last.map(String.init)).map(Secret.init)
    }

    private static func isForm(_ request: HTTPRequest) -> Bool {
        request.contentType?.hasPrefix("application/x-www-form-urlencoded") ?? false
    }

    /// Query and form, one after the other.
    private static func fields(of request: HTTPRequest) -> Parameters {
        var fields = Parameters(formText: request.url.drop { $0 != "?" }.dropFirst())
        guard isForm(request), let body = request.body else { return fields }
        for item in Parameters(formText: String(decoding: body, as: UTF8.self)).items { fields[item.name] = item.value }
        return fields
    }
}

extension MockCall: CustomStringConvertible {
    /// The method's name and its parameters' names; never a value.
    public var description: String { isMethod ? "\(method)(\(parameters))" : "\(address)?(\(parameters))" }
}
