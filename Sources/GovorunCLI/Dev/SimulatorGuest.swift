// Govorun: bots as guests of a simulator in another process. SPDX-License-Identifier: MIT
import BotKit
import BotRunner
import CurlClient
import TapeJSON

/// Gives each bot that lives on the simulator a community there, the one of its name if there is one.
struct SimulatorGuest {
    /// The simulator's address, without a slash at its end.
    let address: String
    let client: CurlClient
    /// The file whose bots these are.
    let file: String

    /// A guest of the simulator at `address`, a URL, or `HOST:PORT` alone.
    init(address: String, client: CurlClient, file: String) {
        let trimmed = address.hasSuffix("/") ? String(address.dropLast()) : address
        self.address = trimmed.contains("://") ? trimmed : "http://" + trimmed
        self.client = client
        self.file = file
    }

    /// Makes the communities and tokens that its bots need, and points them there.
    ///
    /// - Throws: `HTTPError`; `Refusal` when the simulator says no.
    func settle(_ given: RunnerConfiguration, hide: (Secret) -> Void) async throws -> RunnerConfiguration {
        var configuration = given
        let known = Dictionary(
            try await state()["communities"].items.map { ($0["name"].string ?? "", $0["id"].int ?? 0) },
            uniquingKeysWith: { first, _ in first })
        for index in configuration.bots.indices where configuration.bots[index].usesSimulator {
            let name = configuration.bots[index].name
            let token = "simulator-\(name)-\(UInt64.random(in: .min ... .max))"
            hide(Secret(token))
            if let id = known[name] {
                try await post("tokens", ["token": .string(token), "community": .integer(id)])
            } else {
                var community: JSONObject = ["name": .string(name), "token": .string(token)]
                if case .community(let id) = configuration.bots[index].community { community["id"] = .integer(id) }
                try await post("communities", .object(community))
            }
            configuration.bots[index].token = .known(Secret(token))
            configuration.bots[index].vk.api = address + "/method"
        }
        return configuration
    }

    /// Why the simulator said no.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    private func state() async throws -> JSON {
        let answer: HTTPResponse
        do {
            answer = try await client.send(HTTPRequest(address + "/simulator/state"))
        } catch let error as HTTPError where [.couldNotConnect, .couldNotResolve, .connectTimedOut].contains(error.code) {
            let place = address.split(separator: "/").dropFirst().first ?? "127.0.0.1:8421"
            throw Refusal(description: "no simulator answers at \(address); start one: govorun simulate \(file) --listen \(place)")
        }
        guard answer.status == 200 else { throw Refusal(description: "there is no simulator at \(address) (status \(answer.status))") }
        return try JSONDocument(answer.body).root
    }

    private func post(_ name: String, _ body: JSONValue) async throws {
        let request = HTTPRequest(address + "/simulator/" + name, method: .post, body: body.bytes, contentType: "application/json")
        let answer = try await client.send(request)
        guard answer.status != 200 else { return }
        let reason = try JSONDocument(answer.body).root["error"]["message"].string
        throw Refusal(description: "the simulator at \(address) refuses: \(reason ?? "status \(answer.status)")")
    }
}
