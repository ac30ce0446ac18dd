// Govorun: the posts of late, for who watches. SPDX-License-Identifier: MIT
import TapeJSON

/// One post to a callback server and what came of it. It holds no secret.
public struct CallbackAttempt: Sendable, Equatable {
    /// What came of a post.
    public enum Outcome: String, Sendable {
        /// The server confirmed its address.
        case confirmed
        /// The server did not show the code.
        case refused
        /// The event was taken.
        case delivered
        /// The server wants it again later.
        case postponed
        /// The event was not taken; it goes again.
        case failed
        /// The server answered `remove` and is deleted.
        case removed
        /// The server was changed or deleted while the post was on its way.
        case outdated

        init(_ outcome: CallbackDelivery.Outcome) {
            self =
                switch outcome {
                case .ok: .delivered
                case .remove: .removed
                case .later: .postponed
                case .failed: .failed
                }
        }
    }

    /// Whose event it was.
    public let community: Int
    /// The number of the callback server.
    public let server: Int
    /// The type of the event; `confirmation` for none.
    public let type: String
    /// VK's identity of the event.
    public let eventID: String
    /// How often it was tried before, as in `X-Retry-Counter`.
    public let retry: Int
    /// The HTTP status; 0 when there was no answer.
    public let status: Int
    /// What came of it.
    public let outcome: Outcome

    init(_ post: CallbackPost, _ reply: CallbackReply, _ outcome: Outcome) {
        (community, server, type, eventID, retry) = (post.community, post.server, post.type, post.eventID, post.retry)
        (status, self.outcome) = (reply.status, outcome)
    }

    var json: JSONValue {
        [
            "community": JSONValue(community), "server": JSONValue(server), "type": JSONValue(type), "event_id": JSONValue(eventID),
            "retry": JSONValue(retry), "status": JSONValue(status), "outcome": JSONValue(outcome.rawValue),
        ]
    }
}

/// Keeps the last attempts.
struct CallbackLog: Sendable {
    private let limit: Int
    private var kept: [CallbackAttempt] = []

    init(limit: Int) { self.limit = limit }

    var attempts: ArraySlice<CallbackAttempt> { kept.suffix(limit) }

    mutating func note(_ attempt: CallbackAttempt) {
        if kept.count >= 2 * max(limit, 1) { kept.removeFirst(kept.count - limit) }
        kept.append(attempt)
    }
}
