// Govorun: a simulated VK and a client of it, over sockets. SPDX-License-Identifier: MIT
import CurlClient
import Synchronization
import VKAPI
import VKSimulator

/// A community and two people, at a time that is set by hand.
struct SimulatedScene: Sendable {
    /// Unix seconds, as the simulator has them.
    final class Calendar: Sendable {
        private let seconds = Atomic(1_767_270_000)
        var now: Int {
            get { seconds.load(ordering: .relaxed) }
            set { seconds.store(newValue, ordering: .relaxed) }
        }
    }

    let simulator: VKSimulator
    let calendar: Calendar
    let community: Community
    let olga: Person, ivan: Person
    private let transport: CurlClient

    /// Lends a scene; nobody counts calls.
    static func with(
        _ change: (inout VKSimulator.Configuration) -> Void = { _ in }, _ body: (SimulatedScene) async throws -> Void
    ) async throws {
        let transport = try CurlClient()
        let calendar = Calendar()
        var settings = VKSimulator.Configuration()
        (settings.communityRate, settings.userRate) = (0, 0)
        settings.time.unixSeconds = { calendar.now }
        change(&settings)
        let simulator = VKSimulator(settings)
        let outcome: Result<Void, any Error>
        do {
            try await simulator.start()
            outcome = .success(try await body(SimulatedScene(simulator, calendar, transport)))
        } catch {
            outcome = .failure(error)
        }
        await transport.shutdown()
        await simulator.stop()
        try outcome.get()
    }

    private init(_ simulator: VKSimulator, _ calendar: Calendar, _ transport: CurlClient) throws {
        (self.simulator, self.calendar, self.transport) = (simulator, calendar, transport)
        community = try simulator.addCommunity(name: "Погода", token: "token-of-the-community")
        olga = try simulator.addPerson("Ольга", token: "token-of-olga")
        ivan = try simulator.addPerson("Иван", token: "token-of-ivan")
    }

    /// A client that speaks for the community.
    var vk: VKClient { client("token-of-the-community", .community) }
    /// A client that speaks for Olga.
    var olgas: VKClient { client("token-of-olga", .user) }

    func client(_ token: String, _ kind: TokenKind) -> VKClient {
        var configuration = VKClient.Configuration()
        configuration.api = simulator.baseURL
        configuration.kind = kind
        configuration.rate = 10_000
        configuration.timeout = .seconds(60)
        return VKClient(token: Secret(token), configuration: configuration, transport: transport)
    }

    @discardableResult
    func write(_ text: String, from person: Person, peer: Int? = nil) throws -> Message {
        try simulator.write(.init(text, from: person.id, in: community.id, peer: peer))
    }
}
