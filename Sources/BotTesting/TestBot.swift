// Govorun: a bot in memory. SPDX-License-Identifier: MIT
public import BotKit
import Synchronization

/// A bot with its plugins and nothing else: no socket, no token, no waiting.
///
/// ```swift
/// let bot = try await TestBot(EchoPlugin.self)
/// let alice = bot.person("Алиса")
/// #expect(await alice.says("/echo привет").map(\.text) == ["привет"])
/// #expect(bot.problems == [])
/// ```
///
/// What a person does returns the messages that the bot sent because of it; `replies` has them all. Let one act end before the next begins.
public final class TestBot: Sendable {
    /// The bot as its plugins see it.
    public let bot: Bot
    /// What answers in place of VK.
    public let vk: MemoryVK
    private let router: Router
    private let plugins: [PluginInstance]
    private let diary: Diary
    private let time = HandTime()
    private let seen = Mutex<Set<String>>([])
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
        let diary = Diary()
        let logger = Logger(level: .trace) { diary.add($0) }
        let vk = MemoryVK(communityID: 200_000_001)
        var configuration = VKClient.Configuration()
        // Each call by itself, so that a test sees what its plugin asked for.
        configuration.execute = false
        bot = Bot(
            name: "test", communityID: 200_000_001, screenName: "community",
            vk: VKClient(token: Secret("in-memory"), configuration: configuration, transport: vk, time: JumpingTime()), language: language,
            messageLimit: messageLimit, admins: admins, logger: logger)
        self.vk = vk
        self.diary = diary
        self.plugins = plugins
        router = try Router(bot: bot, plugins: plugins, prefixes: prefixes, time: time, checksReplays: true)
        for plugin in plugins { try await plugin.plugin.start(bot) }
    }

    /// Stops the plugins, in reverse order, as at the end of the process.
    public func stop() async {
        for plugin in plugins.reversed() { await plugin.plugin.stop() }
    }

    /// Everything the bot has sent, in order; edited messages as they stand now.
    public var replies: [TestReply] { vk.replies }

    /// What the bot showed to those who pressed callback buttons, in order; `nil` for a press it only acknowledged.
    public var snackbars: [String?] {
        vk.calls.filter { $0.method == "messages.sendMessageEventAnswer" }.map { call in
            do {
                return try JSONDocument(call.parameters["event_data"] ?? "null").root["text"].string
            } catch {
                return nil
            }
        }
    }

    /// The warnings and errors so far, a handler that threw among them: `error: a handler failed (plugin: shop, handler: command buy, …)`.
    public var problems: [String] { diary.entries.filter { $0.level >= .warning }.map(Diary.line) }

    /// The next call of `method` fails with `code`.
    public func fail(_ method: String, with code: VKErrorCode) { vk.change { $0.failures[method, default: []].append(code) } }

    /// From now on `method` answers `response`, what stands under VK's `response` key.
    public func answer(_ method: String, with response: JSONValue) { vk.change { $0.answers[method] = response } }

    /// Moves the time on by hand: a press that a handler has not answered in three seconds is then answered for it.
    ///
    /// Calls never wait: neither for VK's limit on their number nor before a repeat.
    public func advance(by duration: Duration) { time.advance(by: duration) }

    /// How many are asleep until their time comes.
    var sleepers: Int { time.sleepers }

    /// Gives an update to the plugins and returns what they sent because of it.
    @discardableResult
    public func receive(_ type: UpdateType, _ object: JSONValue) async -> [TestReply] {
        let update: JSONValue = [
            "type": .string(type.rawValue), "event_id": .string("test-\(nextEvent())"), "v": "5.199",
            "group_id": .integer(bot.communityID), "object": object,
        ]
        return await receive(update.bytes)
    }

    /// Gives an update to the plugins as the bytes that VK would send; the same `event_id` again is a replay of the same update.
    @discardableResult
    public func receive(_ update: [UInt8]) async -> [TestReply] {
        let before = vk.replies.count
        do {
            let update = Update(try JSONDocument(update, maximumDepth: JSONDocument.deepestNesting).root)
            let isReplay = !update.eventID.isEmpty && !seen.withLock { $0.insert(update.eventID).inserted }
            let work = EventWork(update, of: bot, isReplay: isReplay)
            await router.handle(work)
            let writes = work.writes
            if !writes.isEmpty { try await bot.storage.commit(Commit(writes)) }
        } catch {
            bot.logger.error("the update of a test could not be handled", ["error": "\(error)"])
        }
        return Array(vk.replies.dropFirst(before))
    }

    func nextEvent() -> Int {
        counters.withLock { counters in
            counters.event += 1
            return counters.event
        }
    }

    /// Somebody who can write to the bot; a member of the community unless told otherwise.
    public func person(_ name: String, isMember: Bool = true) -> TestPerson {
        let id = counters.withLock { counters in
            counters.person += 1
            return counters.person
        }
        vk.change { world in
            world.names[id] = name
            if isMember { world.members.insert(id) }
        }
        return TestPerson(id: id, name: name, bot: self)
    }

    /// A group chat the bot is in.
    public func chat(admins: [TestPerson] = []) -> TestChat {
        let number = counters.withLock { counters in
            counters.chat += 1
            return counters.chat
        }
        let chat = TestChat(peer: Peer(id: 2_000_000_000 + number))
        vk.change { $0.chatAdmins[chat.peer.id] = Set(admins.map(\.id)) }
        return chat
    }
}

/// A group chat of a test.
public struct TestChat: Sendable {
    /// Its conversation.
    public let peer: Peer
}
