// Govorun: every function a community may call, with all its arguments. SPDX-License-Identifier: MIT
import ScriptedVK
import TapeJSON
import Testing
import VKAPI

/// The table of calls; `addAll()` and its parts are generated, with the answers in `Fixtures/answers`.
struct MethodCases {
    /// One function, its arguments given; what is read of its answer comes back as JSON.
    struct Case: Sendable {
        let name: String
        let request: Request<JSONValue?>
    }

    let vk: VKClient
    private(set) var cases: [Case] = []

    init(_ vk: VKClient) {
        self.vk = vk
        addAll()
    }

    mutating func add(_ name: String, _ request: Request<some ReadBack & Sendable>) {
        cases.append(Case(name: name, request: request.map(\.readBack)))
    }

    /// A client over `transport` that sends each call by itself.
    static func client(_ transport: ScriptedVK) -> VKClient {
        var configuration = VKClient.Configuration()
        configuration.execute = false
        return VKClient(token: Secret("token-of-the-test"), configuration: configuration, transport: transport)
    }

    /// All of them, on a client whose VK only fails: for mocks.
    static let mocked = MethodCases(client(ScriptedVK { _ in .error(1) })).cases
    /// The names of all of them.
    static let names = mocked.map(\.name)
}

/// What a call has to send, and the answer it gets.
struct MethodFixture: Sendable {
    let method: String
    let sent: [String: String]
    let answer: JSON

    private static let all = Result { try Fixture.json("answers/methods.json") }

    static func named(_ name: String) throws -> MethodFixture {
        let json = try all.get()[name]
        let method = try #require(json["method"].string)
        let sent = json["sent"].members.map { ($0.key, $0.value.string ?? "") }
        return MethodFixture(method: method, sent: Dictionary(uniqueKeysWithValues: sent), answer: json["answer"])
    }
}
