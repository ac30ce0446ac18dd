// Govorun: a bot learns who it is. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import CurlClient

/// Asks VK for what the file leaves open: the community behind the token and the people behind names.
struct Introduction: Sendable {
    private let configuration: BotConfiguration
    private let client: VKClient
    private let storage: any Storage
    private let logger: Logger

    init(_ configuration: BotConfiguration, _ client: VKClient, _ storage: any Storage, _ logger: Logger) {
        self.storage = storage
        self.configuration = configuration
        self.client = client
        self.logger = logger
    }

    /// The bot with its community; waits out trouble of the network and of VK. `nil` when the drain began first.
    ///
    /// - Throws: `VKError` that only a person can mend; `BotProblem` when the file names another community than the token's.
    func meet(until drain: Drain) async throws -> Bot? {
        if configuration.updates.contains(.userLongPoll) { return try await meetPerson(until: drain) }
        let question = CommunityQuestion(client, named: configuration.community, bot: configuration.name, logger)
        guard let own = try await patiently(until: drain, { try await question.ask() }) else { return nil }
        guard try await patiently(until: drain, { try await checkCommunity(own) }) != nil else { return nil }
        guard let admins = try await patiently(until: drain, { try await people(configuration.admins) }) else { return nil }
        return Bot(
            name: configuration.name, communityID: own.id, screenName: own.screenName, vk: client, language: configuration.language,
            messageLimit: configuration.messageLimit, admins: admins, storage: storage, logger: logger,
            zone: configuration.zone, quoting: configuration.quoting, otherLanguages: configuration.otherLanguages)
    }

    /// A person's account in the place of a community.
    private func meetPerson(until drain: Drain) async throws -> Bot? {
        guard let own = try await patiently(until: drain, { try await client.users.get(fields: [.screenName]).send()[0] }) else {
            return nil
        }
        guard own.id > 0 else { throw BotProblem(message: "the token belongs to no person; user-long-poll needs a person's token") }
        guard let admins = try await patiently(until: drain, { try await people(configuration.admins) }) else { return nil }
        return Bot(
            name: configuration.name, communityID: own.id, screenName: own.screenName ?? "", vk: client, language: configuration.language,
            messageLimit: configuration.messageLimit, admins: admins, storage: storage, logger: logger,
            zone: configuration.zone, quoting: configuration.quoting, otherLanguages: configuration.otherLanguages)
    }

    /// The plugins, with the names under `allow:` resolved; `nil` when the drain began first.
    ///
    /// - Throws: `BotProblem` when VK knows somebody of them not; `VKError` that only a person can mend.
    func plugins(until drain: Drain) async throws -> [PluginInstance]? {
        var instances: [PluginInstance] = []
        for plugin in configuration.plugins {
            var instance = plugin.instance
            guard let people = try await patiently(until: drain, { try await people(plugin.pages) }) else { return nil }
            // Somebody who cannot be found must not leave the plugin open to all.
            guard people.count == Set(plugin.pages).count else {
                throw BotProblem(message: "'allow' of plugin '\(instance.name)' names somebody VK does not know (see the warning above)")
            }
            instance.audience += people.sorted().map(Audience.person)
            instances.append(instance)
        }
        return instances
    }

    private func checkCommunity(_ own: CommunityQuestion.Answer) async throws {
        let named: Int
        switch configuration.community {
        case nil: return
        case .community(let id), .user(let id): named = id
        case .name(let name):
            if name == own.screenName.lowercased() { return }
            named = try await client.utils.resolveScreenName(name).send().objectID ?? 0
        }
        guard named == own.id else {
            throw BotProblem(message: "the file says community \(named), but the token is that of \(own.id); one of them is wrong")
        }
    }

    private func people(_ pages: [PageReference]) async throws -> Set<Int> {
        var ids: Set<Int> = []
        for page in pages {
            switch page {
            case .user(let id): ids.insert(id)
            case .community(let id): ids.insert(-id)
            case .name(let name):
                let found = try await client.utils.resolveScreenName(name).send()
                guard let id = found.objectID, ["user", "group", "page"].contains(found.type) else {
                    logger.warning("VK knows nobody of this name; it is left out", ["name": name])
                    continue
                }
                ids.insert(found.type == "user" ? id : -id)
            }
        }
        return ids
    }

    /// Repeats `ask` with growing waits while the trouble is not the token's; `nil` when the drain begins.
    private func patiently<Value: Sendable>(until drain: Drain, _ ask: @escaping @Sendable () async throws -> Value) async throws -> Value?
    {
        var wait: Duration = .milliseconds(500)
        while !drain.hasBegun {
            do {
                return try await drain.unlessBegun(ask)
            } catch let error as VKError where !error.isTheTokensFault {
                let (waits, remedy) = ("\(wait)", remedy(for: error))
                logger.warning(
                    "VK cannot be asked yet, will try again",
                    remedy.map { ["error": error, "wait": waits, "remedy": $0] } ?? ["error": error, "wait": waits])
            }
            await sleep(wait * Double.random(in: 0.75...1.25), unless: drain)
            try Task.checkCancellation()
            wait = min(wait * 2, .seconds(10))
        }
        return nil
    }

    /// What the operator may have to change, where the network alone will not mend it.
    private func remedy(for error: VKError) -> String? {
        switch error.cause?.code {
        case .tlsFailed: "name the file with the CA of the server under vk.ca, or mend its certificate"
        case .pinMismatch: "see vk.pins"
        case .proxyFailed: "see vk.proxy"
        default: nil
        }
    }

    /// Sleeps, waking early when the drain begins.
    private func sleep(_ duration: Duration, unless drain: Drain) async {
        let time = client.time
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await drain.begun() }
            group.addTask {
                do { try await time.sleep(for: duration) } catch {}
            }
            await group.next()
            group.cancelAll()
        }
    }
}
