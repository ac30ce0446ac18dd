// Govorun: bots long poll. SPDX-License-Identifier: MIT
import CurlClient
import VKAPI

/// Bots long poll: a community's events as objects (source: the reference, "Bots long poll").
struct BotsDialect: PollDialect {
    let communityID: Int?

    var method: String { "groups.getLongPollServer" }
    var version: Int? { nil }

    func owner(_ client: VKClient) async throws -> Int {
        if let communityID { return communityID }
        let id = try await client.groups.getByID().send().groups[0].id
        guard id > 0 else { throw VKError(.authorization, method: "groups.getById", message: "the token belongs to no community") }
        return id
    }

    func session(of owner: Int, version: Int?, _ client: VKClient) async throws -> PollCursor {
        let session = try await client.groups.getLongPollServer(groupID: owner).surfacingFailures().send()
        return PollCursor(server: session.server, key: session.key, ts: session.ts)
    }

    func query(version: Int?) -> Parameters { [:] }

    func read(_ response: HTTPResponse, to owner: Int, at ts: String) -> PollReading {
        PollReading(answer: PollAnswer(status: response.status, body: response.body), body: response.body)
    }
}
