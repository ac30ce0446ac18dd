// Govorun: calls by verb. SPDX-License-Identifier: MIT

extension HTTPAPI {
    /// Reads what stands at `path`, behind the service's base. The path is text: what does not belong into one is encoded.
    public func get<Answer: Decodable & Sendable>(_ path: String = "", _ query: Parameters = [:]) -> HTTPCall<Answer> {
        call(.get, path, query)
    }

    /// Sends `body` to `path`. A handler that runs again after a crash does not send it again.
    public func post<Answer: Decodable & Sendable>(
        _ path: String = "", _ query: Parameters = [:], body: HTTPBody = .none
    ) -> HTTPCall<Answer> {
        call(.post, path, query, body)
    }

    /// Puts `body` to `path`, in the place of what stands there.
    public func put<Answer: Decodable & Sendable>(
        _ path: String = "", _ query: Parameters = [:], body: HTTPBody = .none
    ) -> HTTPCall<Answer> {
        call(.put, path, query, body)
    }

    /// Changes what stands at `path`. A handler that runs again after a crash does not send it again.
    public func patch<Answer: Decodable & Sendable>(
        _ path: String = "", _ query: Parameters = [:], body: HTTPBody = .none
    ) -> HTTPCall<Answer> {
        call(.patch, path, query, body)
    }

    /// Deletes what stands at `path`.
    public func delete<Answer: Decodable & Sendable>(
        _ path: String = "", _ query: Parameters = [:], body: HTTPBody = .none
    ) -> HTTPCall<Answer> {
        call(.delete, path, query, body)
    }

    /// A call by its verb.
    public func call<Answer: Decodable & Sendable>(
        _ verb: HTTPVerb, _ path: String = "", _ query: Parameters = [:], _ body: HTTPBody = .none
    ) -> HTTPCall<Answer> {
        HTTPCall(HTTPCallSpec(service: service, verb: verb, path: path, query: query, body: body)) { answer, spec in
            try spec.decode(Answer.self, from: answer)
        }
    }

    /// A call whose answer stays as it came, whatever it holds.
    public func whole(_ verb: HTTPVerb, _ path: String = "", _ query: Parameters = [:], body: HTTPBody = .none) -> HTTPCall<HTTPAnswer> {
        HTTPCall(HTTPCallSpec(service: service, verb: verb, path: path, query: query, body: body)) { answer, _ in answer }
    }
}

/// The verbs of HTTP that calls have.
public enum HTTPVerb: String, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether twice leaves what once leaves (RFC 9110, "Idempotent Methods").
    var isHarmlessTwice: Bool { self != .post && self != .patch }
}
