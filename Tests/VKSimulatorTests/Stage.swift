// Govorun: a simulator with one community, one person, and a bot's view of it. SPDX-License-Identifier: MIT
import SocketClient
import TapeJSON
import VKSimulator

/// A running simulator, with what a bot does to it.
struct Stage: Sendable {
    let simulator: VKSimulator
    let community: Community
    let olga: Person

    /// Lends a stage and stops it on every way out. Limits are off unless the configuration says otherwise.
    static func with(
        _ change: (inout VKSimulator.Configuration) -> Void = { _ in }, body: (Stage) async throws -> Void
    ) async throws {
        var configuration = VKSimulator.Configuration()
        configuration.communityRate = 0
        configuration.userRate = 0
        change(&configuration)
        let simulator = VKSimulator(configuration)
        let community = try simulator.addCommunity(name: "Погода рядом", token: "token-a", id: 198_765_432, screenName: "weather_helper")
        let olga = try simulator.addPerson("Ольга", "Ветрова", sex: .female, id: 510_001_001)
        try await simulator.start()
        do {
            try await body(Stage(simulator: simulator, community: community, olga: olga))
        } catch {
            await simulator.stop()
            throw error
        }
        await simulator.stop()
    }

    /// Calls a method as the community, unless the parameters say otherwise, and gives the whole answer.
    func call(
        _ method: String, _ parameters: some Sequence<(key: String, value: String)>, token: String? = nil, v: String? = "5.199"
    ) async throws -> JSON {
        var fields = parameters.map { ($0.key, $0.value) }
        if let token = token ?? Optional(community.token), !token.isEmpty { fields.append(("access_token", token)) }
        if let v { fields.append(("v", v)) }
        let body = fields.map { "\(escaped($0.0))=\(escaped($0.1))" }.joined(separator: "&")
        let answer = try await SocketClient.post(
            "/method/\(method)", port: simulator.port, type: "application/x-www-form-urlencoded", body)
        return try JSONDocument(answer.body).root
    }

    func call(
        _ method: String, _ parameters: KeyValuePairs<String, String> = [:], token: String? = nil, v: String? = "5.199"
    ) async throws -> JSON {
        try await call(method, parameters.map { $0 }, token: token, v: v)
    }

    /// The error code of a call, 0 when it succeeded.
    func code(
        _ method: String, _ parameters: some Sequence<(key: String, value: String)>, token: String? = nil, v: String? = "5.199"
    ) async throws -> Int {
        try await call(method, parameters, token: token, v: v)["error"]["error_code"].int ?? 0
    }

    func code(
        _ method: String, _ parameters: KeyValuePairs<String, String> = [:], token: String? = nil, v: String? = "5.199"
    ) async throws -> Int {
        try await code(method, parameters.map { $0 }, token: token, v: v)
    }

    /// Where a poller stands.
    struct Session: Sendable {
        var path: String
        var key: String
        var ts: String
    }

    func session() async throws -> Session {
        let answer = try await call("groups.getLongPollServer", ["group_id": "\(community.id)"])["response"]
        let server = answer["server"].string ?? ""
        return Session(
            path: "/longpoll/" + (server.split(separator: "/").last ?? ""), key: answer["key"].string ?? "", ts: answer["ts"].string ?? "")
    }

    func poll(_ session: Session, wait: Int = 25) async throws -> JSON {
        let target = "\(session.path)?act=a_check&key=\(session.key)&ts=\(session.ts)&wait=\(wait)"
        return try JSONDocument(try await SocketClient.get(target, port: simulator.port).body).root
    }

    /// The events since a session began.
    func events(_ session: Session, wait: Int = 0) async throws -> [JSON] {
        Array(try await poll(session, wait: wait)["updates"].items)
    }

    @discardableResult
    func write(_ text: String, peer: Int? = nil) throws -> Message {
        try simulator.write(.init(text, from: olga.id, in: community.id, peer: peer))
    }
}

/// Percent-encodes everything but letters and digits of ASCII.
func escaped(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
        let isPlain = (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        result += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
