// Govorun: why a call of another service has no answer. SPDX-License-Identifier: MIT

/// Why a call of another service failed.
///
/// Decide on `group`, or on `status`; `description` is for people and holds no query, header or body.
public struct HTTPFailure: Error, Sendable {
    /// What kind of failure it is.
    public enum Group: String, Sendable, CaseIterable {
        /// No connection, or it broke, or it took too long.
        case network
        /// No TLS connection: an unknown authority, another name, a key that is none of the pinned ones.
        case tls
        /// Status 401 or 403.
        case authentication
        /// Another status of 300...499.
        case client
        /// Status 500...599.
        case server
        /// The service says itself that something is wrong, under `errorMessage` of an answer with status 200...299.
        case service
        /// The answer is not what was expected.
        case decoding
        /// Nothing was sent: an address that is none, one that leads into a private network, a body that cannot be written.
        case unsendable
        /// An earlier run of the handler was cut off during this call; it is not made again.
        case outcomeUnknown
        /// The caller was cancelled. Thrown as `CancellationError`; only who listens gets this.
        case cancelled
    }

    /// What kind of failure it is.
    public let group: Group
    /// Verb and address without its query.
    public let call: String
    /// The service's own words where it has some, else the network's or ours.
    public let message: String
    /// What was answered, where something was.
    public let answer: HTTPAnswer?
    /// What lies below: the network's error, a `DecodingError`.
    public let cause: (any Error)?
    /// Whether the service may have done it although no answer came.
    public let mayHaveBeenPerformed: Bool

    /// The HTTP status, where something was answered.
    public var status: Int? { answer?.status }

    init(
        _ group: Group, _ call: String, _ message: String, answer: HTTPAnswer? = nil, cause: (any Error)? = nil,
        mayHaveBeenPerformed: Bool = false
    ) {
        self.group = group
        self.call = call
        self.message = message
        self.answer = answer
        self.cause = cause
        self.mayHaveBeenPerformed = mayHaveBeenPerformed
    }
}

extension HTTPFailure: CustomStringConvertible {
    /// `GET https://weather.example/v1/today: status 404: no such city`.
    public var description: String { "\(call): " + (status.map { "status \($0): " } ?? "") + message }
}
