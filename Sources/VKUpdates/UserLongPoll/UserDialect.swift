// Govorun: how user long poll speaks. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON
import VKAPI

/// User long poll: what happens in a page's messages, as arrays of codes (source: the reference, "User long poll").
struct UserDialect: PollDialect {
    let account: Int?
    let mode: UserLongPoll.Mode
    let version: Int?

    var method: String { "messages.getLongPollServer" }

    init(account: Int?, mode: UserLongPoll.Mode, version: Int) {
        self.account = account
        self.mode = mode
        self.version = version
    }

    /// A person's id; negative for a community.
    func owner(_ client: VKClient) async throws -> Int {
        if let account { return client.configuration.kind == .community ? -abs(account) : account }
        guard client.configuration.kind == .community else {
            let id = try await client.users.get().send()[0].id
            guard id > 0 else { throw VKError(.authorization, method: "users.get", message: "the token belongs to nobody") }
            return id
        }
        let id = try await client.groups.getByID().send().groups[0].id
        guard id > 0 else { throw VKError(.authorization, method: "groups.getById", message: "the token belongs to no community") }
        return -id
    }

    func session(of owner: Int, version: Int?, _ client: VKClient) async throws -> PollCursor {
        let session = try await client.messages
            .getLongPollServer(needPts: mode.contains(.pts), groupID: owner < 0 ? -owner : nil, lpVersion: version)
            .surfacingFailures().send()
        guard !session.server.isEmpty, !session.key.isEmpty, let ts = session.json["ts"].text, !ts.isEmpty else {
            throw VKError(.server, method: method, message: "the session has no server, key or position")
        }
        return PollCursor(server: session.server, key: session.key, ts: ts, pts: session.json["pts"].text)
    }

    func query(version: Int?) -> Parameters { ["mode": mode.rawValue, "version": version] }

    func read(_ response: HTTPResponse, to owner: Int, at ts: String) -> PollReading {
        var body: [UInt8] = []
        let answer = PollAnswer(status: response.status, root: PollAnswer.parse(response.body)) { root in
            body = CodeReader(owner: owner, ts: ts).body(of: root["updates"])
            return UpdateBatch.updates(in: body)
        }
        return PollReading(answer: answer, body: body)
    }
}
