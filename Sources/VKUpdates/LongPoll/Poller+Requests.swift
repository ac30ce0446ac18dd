// Govorun: what long poll sends. SPDX-License-Identifier: MIT
import CurlClient
import VKAPI

extension Poller {
    /// The poll of `owner` at `cursor`: host, path and query of the server as VK returned them.
    ///
    /// - Parameter isUrgent: whether something is to be told with the answer, even an empty one: VK then holds it for a second only.
    func request(at cursor: PollCursor, owner: Int, version: Int?, answerLimit: Int, isUrgent: Bool = false) -> HTTPRequest {
        let scheme = cursor.server.contains("://") ? "" : APIAddress.scheme(of: client.configuration.api)
        let joint = cursor.server.contains("?") ? "&" : "?"
        let wait = isUrgent ? 1 : configuration.waitSeconds
        var query: Parameters = ["act": "a_check", "key": cursor.key.reveal(), "ts": cursor.ts, "wait": wait]
        for item in dialect.query(version: version).items { query[item.name] = item.value }
        var request = HTTPRequest(scheme + cursor.server + joint + String(decoding: query.formBody, as: UTF8.self))
        request.traffic = .poll(key: UInt64(truncatingIfNeeded: owner))
        request.timeout = .seconds(wait) + configuration.margin
        request.responseLimit = answerLimit
        return request
    }

    /// What became of a poll, and how long that took.
    struct Outcome: Sendable {
        let response: Result<HTTPResponse, HTTPError>
        let elapsed: Duration
    }

    /// Sends `request` when nobody else polls for `owner`.
    func send(_ request: HTTPRequest, of owner: Int) async throws -> Outcome {
        let client = client
        return try await untilStopped {
            try await client.pollTurn.pass(owner) {
                let start = client.time.now
                do {
                    let response = try await client.fetch(request)
                    return Outcome(response: .success(response), elapsed: client.time.now - start)
                } catch let error as HTTPError {
                    return Outcome(response: .failure(error), elapsed: client.time.now - start)
                }
            }
        }
    }

    /// Waits `duration`, spread by a quarter either way so that a thousand bots do not come back at once.
    func pause(_ duration: Duration) async throws {
        guard duration > .zero else { return }
        let time = client.time
        let spread = duration * Double.random(in: 0.75...1.25)
        try await untilStopped { try await time.sleep(for: spread) }
    }
}
