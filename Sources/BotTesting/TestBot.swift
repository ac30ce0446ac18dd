// Govorun: a bot in memory. SPDX-License-Identifier: MIT
public import BotKit
import Synchronization

/// A bot with its plugins and nothing else: no socket, no token, no waiting.
///
/// ```swift
/// let bot = try await TestBot(EchoPlugin.self)
/// let alice = bot.person("Алиса")
/// #expect(await alice.says("/echo привет").map(\.text) == ["привет"])
/// ```
public final class TestBot: Sendable {
    /// The bot as its plugins see it.
    public let bot: Bot
    /// What answers in place of VK.
    public let vk: MemoryVK
    private let router: Router
    private let counters = Mutex((event: 0, person: 510_001_000, chat: 0))

    /// A bot with one plugin.
    ///
    /// - Throws: what making or starting the plugin throws; `RoutingProblem`.
    public convenience init<P: Plugin>(
        _ type: P.Type, options: P.Options = .init(), language: String = "ru", prefixes: Prefixes = .init(), admins: Set<Int> = []
    ) async throws {
        let plugin = try P(PluginSetup(options: options, name: P.name, language: language))
        try await self.init(
            [PluginInstance(name: P.name, plugin: plugin)], language: language, prefixes: prefixes, admins: admins)
    }

    /// A bot with several plugins, set up as `bots.yaml` would.
    ///
    /// - Throws: what starting a plugin throws; `RoutingProblem`.
    public init(
        _ plugins: [PluginInstance], language: String = "ru", prefixes: Prefixes = .init(), admins: Set<Int> = [],
        messageLimit: Int = 4096
    ) async throws {
        vk = MemoryVK(communityID: 200_000_001)
        var configuration = VKClient.Configuration()
        configuration.rate = 100_000
        let client = VKClient(token: Secret("in-memory"), configuration: configuration, transport: vk)
        bot = Bot(
            name: "test", communityID: vk.communityID, screenName: "community", vk: client, language: language,
            messageLimit: messageLimit, admins: admins)
        router = try Router(bot: bot, plugins: plugins, prefixes: prefixes)
        for plugin in plugins { try await plugin.plugin.start(bot) }
    }

    /// Everything the bot has sent, in order; edited messages as they stand now.
    public var replies: [TestReply] { vk.replies }

    /// Somebody who can write to the bot; a member of the community unless told otherwise.
    public func person(_ name: String, isMember: Bool = true) -> TestPerson {
        let id = counters.withLock { counters in
            counters.person += 1
            return counters.person
        }
        vk.know(id, as: name)
        vk.setMember(id, isMember)
        return TestPerson(id: id, name: name, bot: self)
    }

    /// A group chat the bot is in.
    public func chat(admins: [TestPerson] = []) -> TestChat {
        let number = counters.withLock { counters in
            counters.chat += 1
            return counters.chat
        }
        let chat = TestChat(peer: Peer(id: 2_000_000_000 + number))
        for admin in admins { vk.makeAdmin(admin.id, of: chat.peer.id) }
        return chat
    }

    /// The next call of `method` fails with `code`.
    public func fail(_ method: String, with code: VKErrorCode) { vk.fail(method, with: code) }

    /// Gives an update to the plugins and returns what they sent because of it.
    @discardableResult
    public func receive(_ type: UpdateType, _ object: JSONValue) async -> [TestReply] {
        let number = counters.withLock { counters in
            counters.event += 1
            return counters.event
        }
        let update: JSONValue = [
            "type": .string(type.rawValue), "event_id": .string("test-\(number)"), "v": "5.199", "group_id": .integer(vk.communityID),
            "object": object,
        ]
        let before = vk.replies.count
        do {
            await router.handle(Update(try JSONDocument(update.bytes).root))
        } catch {
            preconditionFailure("JSON we wrote cannot be read: \(error)")
        }
        return Array(vk.replies.dropFirst(before))
    }
}

/// A group chat of a test.
public struct TestChat: Sendable {
    /// Its conversation.
    public let peer: Peer
}
