// Govorun: a client of VK and the VK it talks to, over sockets. SPDX-License-Identifier: MIT
import CurlClient
import Synchronization
import VKAPI
import VKSimulator

/// A community with a dialog and two chats, and people who cannot be written to, each for a reason of his own.
///
/// Nobody counts calls unless asked to: what is shown here is what becomes of each call.
struct Scene: Sendable {
    /// How VK and its client are to be.
    struct Settings: Sendable {
        /// Calls a second that the client allows itself.
        var rate = 10_000
        /// Whether waiting calls share an `execute`.
        var packs = false
        /// Whether the client speaks for a person first.
        var isPersons = false
        /// Who solves captchas.
        var solver: (any ChallengeSolver)?
        /// VK's own limits and habits.
        var vk = VKSimulator.Configuration()

        init() { (vk.communityRate, vk.userRate) = (0, 0) }
    }

    let simulator: VKSimulator
    let vk: VKClient
    let community: Community
    /// She wrote "hello" in the private dialog.
    let olga: Person
    /// He has a token, and administers the community.
    let ivan: Person
    /// They never wrote, are blocked, closed their messages, and are gone.
    let stranger: Person, blocked: Person, closed: Person, deleted: Person
    /// A chat in which the community is an administrator, one in which it is not, one it was removed from.
    let chat: Int, otherChat: Int, leftChat: Int

    static func with(_ settings: Settings = Settings(), _ body: (Scene) async throws -> Void) async throws {
        let transport = try CurlClient()
        let simulator = VKSimulator(settings.vk)
        let outcome: Result<Void, any Error>
        do {
            try await simulator.start()
            outcome = .success(try await body(try Scene(simulator, transport, settings)))
        } catch {
            outcome = .failure(error)
        }
        await transport.shutdown()
        await simulator.stop()
        try outcome.get()
    }

    private init(_ simulator: VKSimulator, _ transport: CurlClient, _ settings: Settings) throws {
        self.simulator = simulator
        let community = try simulator.addCommunity(name: "Погода", token: "token-of-the-community", screenName: "weather_helper")
        self.community = community
        olga = try simulator.addPerson("Ольга", "Ветрова", sex: .female, screenName: "olga_v")
        ivan = try simulator.addPerson("Иван", token: "token-of-a-person")
        (stranger, blocked) = (try simulator.addPerson("Чужой"), try simulator.addPerson("Изгнан"))
        (closed, deleted) = (try simulator.addPerson("Закрыт"), try simulator.addPerson("Удалён"))
        try simulator.setOfficer(ivan.id, .administrator, of: community.id)
        for person in [olga, blocked, closed, deleted] { try simulator.write(.init("hello", from: person.id, in: community.id)) }
        try simulator.block(blocked.id, community.id)
        try simulator.setPrivate(true, of: closed.id)
        try simulator.setDeactivation("deleted", of: deleted.id)
        chat = try simulator.addChat(.init("Чат", owner: olga.id, members: [ivan.id], in: community.id))
        otherChat = try simulator.addChat(.init("Другой", owner: olga.id, in: community.id))
        leftChat = try simulator.addChat(.init("Прошлый", owner: olga.id, in: community.id))
        try simulator.setAdmin(-community.id, of: chat, in: community.id)
        try simulator.kick(-community.id, from: leftChat, of: community.id, by: olga.id)
        vk = Self.client(simulator, transport, settings)
    }

    private static func client(_ simulator: VKSimulator, _ transport: CurlClient, _ settings: Settings) -> VKClient {
        var configuration = VKClient.Configuration()
        configuration.api = simulator.baseURL
        configuration.rate = settings.rate
        configuration.execute = settings.packs
        configuration.solver = settings.solver
        configuration.timeout = .seconds(60)
        let person = Secret("token-of-a-person")
        guard settings.isPersons else {
            return VKClient(
                token: Secret("token-of-the-community"), userToken: person, configuration: configuration, transport: transport)
        }
        configuration.kind = .user
        return VKClient(token: person, configuration: configuration, transport: transport)
    }

    /// More people, each of whom wrote "hello".
    func addPeople(_ count: Int) throws -> [Int] {
        try (1...count).map { number in
            let person = try simulator.addPerson("Гость \(number)")
            try simulator.write(.init("hello", from: person.id, in: community.id))
            return person.id
        }
    }

    /// What stands in a conversation, oldest first.
    func texts(_ peer: Int) -> [String] { simulator.history(of: peer, in: community.id).map(\.text) }

    /// The methods VK saw since the scene began.
    var methods: [String] { simulator.calls().map(\.method) }
}

/// A chat's number, without what its peer id adds.
func number(of chat: Int) -> Int { chat - 2_000_000_000 }
