// Govorun: what comes in place of an answer of VK. SPDX-License-Identifier: MIT
public import CurlClient
public import TapeJSON

/// An answer made up by a test: VK's own, another server's, or a failure of the network.
public struct MockAnswer: Sendable {
    enum Body: Sendable {
        case http(HTTPResponse)
        case failure(HTTPError)
    }

    let body: Body
    /// How long it takes.
    public var delay: Duration = .zero

    /// `{"response": value}`.
    public static func response(_ value: JSONValue) -> MockAnswer { json(["response": value]) }

    /// `{"error": {"error_code": code, "error_msg": message, …}}`, with more fields where the code has them.
    public static func error(_ code: Int, _ message: String = "scripted", fields: JSONObject = JSONObject()) -> MockAnswer {
        var error = fields
        error["error_code"] = .integer(code)
        error["error_msg"] = .string(message)
        return json(["error": .object(error)])
    }

    /// Any JSON as the whole body.
    public static func json(_ value: JSONValue, status: Int = 200) -> MockAnswer { bytes(value.bytes, status: status) }

    /// Any bytes as the whole body.
    public static func bytes(_ bytes: [UInt8], status: Int = 200) -> MockAnswer {
        MockAnswer(body: .http(HTTPResponse(status: status, body: bytes)))
    }

    /// The network fails so.
    public static func failure(_ error: HTTPError) -> MockAnswer { MockAnswer(body: .failure(error)) }

    /// The same answer, later.
    public func delayed(by delay: Duration) -> MockAnswer {
        var copy = self
        copy.delay = delay
        return copy
    }

    /// - Throws: the `HTTPError` it stands for.
    package func response() throws(HTTPError) -> HTTPResponse {
        switch body {
        case .http(let response): return response
        case .failure(let error): throw error
        }
    }
}
