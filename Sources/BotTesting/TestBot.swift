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
    let diary: Diary
    let time: HandTime
    /// The plugins since the last restart.
    private let atWork: Mutex<Lineup>
    private let settings: RouterSettings
    /// Whether the plugins have changed since their timers were looked at.
    let hasNewTimers = Mutex(false)
    private let seen = Mutex<Set<String>>([])
    private let counters = Mutex((event: 0, person: 510_001_000, chat: 0))

    /// A bot with one plugin; `texts` is what `texts:` of `bots.yaml` would say.
    ///
    /// - Throws: what making or starting the plugin throws; `RoutingProblem`.
    public convenience init<P: Plugin>(
        _ type: P.Type, options: P.Options = .init(), language: String = "ru", prefixes: Prefixes = .init(), admins: Set<Int> = [],
        otherLanguages: [String] = [], texts: [String: String] = [:], zone: Zone = .moscow, now: String? = nil
    ) async throws {
        let texts = try TextOverrides(texts, over: P.strings, of: P.name, language: language)
        let instance = try PluginInstance(P.self, PluginSetup(options: options, name: P.name, language: language), texts: texts)
        try await self.init(
            [instance], language: language, prefixes: prefixes, admins: admins, otherLanguages: otherLanguages, zone: zone, now: now)
    }

    /// A bot with several plugins, set up as `bots.yaml` would.
    ///
    /// - Parameter zone: the bot's time zone.
    /// - Parameter now: what its clock shows at first, `2026-11-30 08:59`.
    /// - Throws: `NeedProblem` when a plugin needs another; what starting a plugin throws; `RoutingProblem`; `NoSuchTime`.
    public init(
        _ plugins: [PluginInstance], language: String = "ru", prefixes: Prefixes = .init(), admins: Set<Int> = [],
        messageLimit: Int = 4096, otherLanguages: [String] = [], zone: Zone = .moscow, now: String? = nil, manners: Manners = .init()
    ) async throws {
        let diary = Diary()
        let logger = Logger(level: .trace) { diary.add($0) }
        let time = HandTime()
        if let now { time.begin(at: .seconds(try NoSuchTime.time(now, in: zone).unixTime)) }
        let vk = MemoryVK(communityID: 200_000_001, time: time)
        var configuration = VKClient.Configuration()
        // Each call by itself, so that a test sees what its plugin asked for.
        configuration.execute = false
        bot = Bot(
            name: "test", communityID: 200_000_001, screenName: "community",
            vk: VKClient(token: Secret("in-memory"), configuration: configuration, transport: vk, time: JumpingTime()), language: language,
            messageLimit: messageLimit, admins: admins, storage: MemoryStorage { time.wall }, logger: logger, zone: zone,
            otherLanguages: otherLanguages)
        self.time = time
        self.vk = vk
        self.diary = diary
        var settings = RouterSettings(prefixes: prefixes, manners: manners)
        (settings.time, settings.checksReplays) = (time, true)
        self.settings = settings
        atWork = Mutex(try await Lineup.open(plugins, of: bot, settings))
        try await begin()
    }

    /// Stops the plugins, in reverse order, as at the end of the process.
    public func stop() async { await lineup.stop() }

    private func begin() async throws {
        lineup.onChange { [weak self] _ in self?.hasNewTimers.withLock { $0 = true } }
        do { try await lineup.start() } catch let failure as PluginStartFailure { throw failure.cause }
        try await timekeeper.prepare()
    }

    /// The process ends and starts again: what is stored is still there, and nothing that only memory held, save what plugins keep in themselves.
    ///
    /// - Throws: what starting a plugin throws.
    public func restart() async throws {
        let listed = lineup.listed
        await lineup.stop()
        let lineup = try await Lineup.open(listed, of: bot, settings)
        atWork.withLock { $0 = lineup }
        try await begin()
    }

    /// Its plugins, and what becomes of them.
    var lineup: Lineup { atWork.withLock { $0 } }

    /// The plugins at work, in the order they were given.
    var plugins: [PluginInstance] { lineup.instances }

    var timekeeper: Timekeeper { Timekeeper(lineup.router) }

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

    /// From now on `method` answers `response`, what stands under VK's `response` key.
    public func answer(_ method: String, with response: JSONValue) { vk.change { $0.answers[method] = response } }

    /// The name of the first plugin.
    var firstPlugin: String { plugins.first?.name ?? "" }

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
            await lineup.handle(work)
            let writes = work.writes
            if !writes.isEmpty { try await bot.storage.commit(Commit(writes)) }
            if work.passesOn { await advance(by: .zero) }
            try await settle()
        } catch {
            bot.logger.error("the update of a test could not be handled", ["error": "\(error)"])
        }
        return Array(vk.replies.dropFirst(before))
    }

    /// Whether an update of this id has come.
    func hasSeen(_ id: String) -> Bool { seen.withLock { $0.contains(id) } }

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

    /// A group chat the bot is in, as an administrator unless told otherwise: then VK does not tell it who else is there.
    public func chat(admins: [TestPerson] = [], members: [TestPerson] = [], botIsAdmin: Bool = true) -> TestChat {
        let number = counters.withLock { counters in
            counters.chat += 1
            return counters.chat
        }
        let chat = TestChat(peer: Peer(id: 2_000_000_000 + number))
        vk.change { world in
            world.chatAdmins[chat.peer.id] = Set(admins.map(\.id))
            world.chatMembers[chat.peer.id] = Set(members.map(\.id))
        }
        if !botIsAdmin { makesBotAdmin(false, of: chat) }
        return chat
    }
}

/// A group chat of a test.
public struct TestChat: Sendable {
    /// Its conversation.
    public let peer: Peer
}
