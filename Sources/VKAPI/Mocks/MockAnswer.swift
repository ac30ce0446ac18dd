// Govorun: what comes in place of an answer of VK. SPDX-License-Identifier: MIT
public import CurlClient
public import TapeJSON

/// An answer made up by a test: VK's own, another server's, or a failure of the network.
public struct MockAnswer: Sendable {
    enum Body: Sendable {
        case http(HTTPResponse)
        case failure(HTTPError, message: String?)
    }

    let body: Body
    /// How long it takes.
    public var delay: Duration = .zero

    /// `{"response": value}`.
    public static func response(_ value: JSONValue) -> MockAnswer { json(["response": value]) }

    /// `{"error": {"error_code": code, "error_msg": message, …}}`, with more fields where the code has them.
    public static func error(_ code: Int, _ message: String = "scripted", fields: JSONObject = JSONObject()) -> MockAnswer {
        json(errorBody(code, message, fields))
    }

    /// Any JSON as the whole body.
    public static func json(_ value: JSONValue, status: Int = 200) -> MockAnswer { bytes(value.bytes, status: status) }

    /// Any bytes as the whole body.
    public static func bytes(_ bytes: [UInt8], status: Int = 200) -> MockAnswer {
        MockAnswer(body: .http(HTTPResponse(status: status, body: bytes)))
    }

    /// The network fails so; `message` is what the caller's `VKError` says, otherwise the error's own words.
    public static func failure(_ error: HTTPError, _ message: String? = nil) -> MockAnswer {
        MockAnswer(body: .failure(error, message: message))
    }

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
        case .failure(let error, _): throw error
        }
    }

    /// The answer to a call of `method`.
    ///
    /// - Throws: `VKError` with `.transport` and the message it was given.
    func response(to method: String) throws(VKError) -> HTTPResponse {
        switch body {
        case .http(let response): return response
        case .failure(let error, let message):
            throw VKError(
                .transport, method: method, message: message ?? "\(error)", cause: error, mayHaveBeenPerformed: error.mayHaveBeenPerformed)
        }
    }

    fileprivate static func errorBody(_ code: Int, _ message: String, _ fields: JSONObject = JSONObject()) -> JSONValue {
        var error = fields
        error["error_code"] = .integer(code)
        error["error_msg"] = .string(message)
        return ["error": .object(error)]
    }
}

// MARK: by what went wrong
extension MockAnswer {
    /// How a network fails.
    public enum NetworkFailure: Sendable, CaseIterable {
        /// The name has no address.
        case unresolved
        /// Nobody listens.
        case refused
        /// No answer in time; VK may have performed the call.
        case timedOut
        /// The connection broke; VK may have performed the call.
        case lost

        var error: HTTPError {
            switch self {
            case .unresolved: HTTPError(.couldNotResolve)
            case .refused: HTTPError(.couldNotConnect)
            case .timedOut: HTTPError(.timedOut, mayHaveBeenPerformed: true)
            case .lost: HTTPError(.connectionLost, mayHaveBeenPerformed: true)
            }
        }
    }

    /// The token is not valid: VK's error 5.
    public static func authenticationError(_ message: String = "User authorization failed") -> MockAnswer { error(5, message) }

    /// The call is wrong: VK's error `code` with an HTTP status of 400...499.
    public static func clientError(_ message: String = "Bad request", code: Int = 100, status: Int = 400) -> MockAnswer {
        json(errorBody(code, message), status: status)
    }

    /// VK is in trouble: its error 10 with an HTTP status of 500...599. The client repeats what does no harm twice.
    public static func serverError(_ message: String = "Internal server error", status: Int = 500) -> MockAnswer {
        json(errorBody(10, message), status: status)
    }

    /// There is no way to VK and back. The client repeats what does no harm twice.
    public static func networkError(_ failure: NetworkFailure = .lost, _ message: String? = nil) -> MockAnswer {
        self.failure(failure.error, message)
    }

    /// There is no TLS connection: an unknown authority, a wrong name.
    public static func tlsError(_ message: String? = nil) -> MockAnswer { failure(HTTPError(.tlsFailed), message) }
}
