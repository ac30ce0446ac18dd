// Govorun: one bot from its token to its end. SPDX-License-Identifier: MIT
import BotKit
import CurlClient
import Synchronization
import VKUpdates

/// Learns its community, starts its plugins, reads updates and gives them to the lanes; ends by the drain or by what cannot be mended.
final class BotLife: Sendable {
    /// Updates that may wait for a worker before polling pauses; they live in memory until there is a durable inbox.
    static let backlogLimit = 200_000

    let configuration: BotConfiguration
    private let house: House
    private let logger: Logger
    private let current = Mutex<BotState>(.starting)

    init(_ configuration: BotConfiguration, in house: House) {
        self.configuration = configuration
        self.house = house
        logger = house.logger.with("bot", configuration.name)
    }

    /// What it is doing.
    var state: BotState { current.withLock { $0 } }

    /// Runs until the end; never throws, since one bot's trouble is its own.
    func run(until drain: Drain) async -> BotEnding {
        let ending: BotEnding
        do {
            ending = try await live(until: drain)
        } catch is CancellationError {
            ending = .drained
        } catch let error as BotProblem {
            ending = .misconfigured(error.message)
        } catch let error as VKError {
            ending = error.isTheTokensFault ? .misconfigured(error.description) : .failed(error.description)
        } catch {
            ending = .failed("\(error)")
        }
        current.withLock { $0 = .stopped(ending) }
        house.hasStarted(configuration.name)
        switch ending {
        case .drained: logger.info("stopped")
        case .misconfigured(let reason), .failed(let reason): logger.error("the bot has stopped", ["reason": reason])
        }
        return ending
    }

    private func live(until drain: Drain) async throws -> BotEnding {
        let supply = configuration.token
        guard let token = try await drain.unlessBegun({ try await Token.obtain(supply) }) else { return .drained }
        house.hide(token)
        let userSupply = configuration.userToken
        let userToken = try await drain.unlessBegun { if let userSupply { try await Token.obtain(userSupply) } else { nil as Secret? } }
        if let userToken = userToken ?? nil { house.hide(userToken) }
        let desk = CaptchaDesk(configuration, transport: house.transport, logger: logger, time: house.time)
        var settings = configuration.vk
        settings.solver = desk.solver
        let client = VKClient(
            token: token, userToken: userToken ?? nil, configuration: settings, transport: house.transport, logger: logger,
            time: house.time)
        let introduction = Introduction(configuration, client, logger)
        guard let bot = try await introduction.meet(until: drain) else { return .drained }
        try house.claim(bot.communityID, for: configuration.name)
        desk.open(for: bot)
        guard let router = try await introduction.router(for: bot, observer: house.watch, until: drain) else { return .drained }
        let plugins = configuration.plugins.map(\.instance)
        let started = try await PluginLife.start(plugins, bot)
        let end = await Result { try await self.read(bot, router, client, desk, until: drain) }
        await PluginLife.stop(started)
        await client.shutdown()
        try end.get()
        return .drained
    }

    /// Reads until drained, then lets the lanes finish.
    private func read(_ bot: Bot, _ router: Router, _ client: VKClient, _ desk: CaptchaDesk, until drain: Drain) async throws {
        let number = house.pool.join(cap: configuration.concurrency, crowd: client.crowd) { update in await router.handle(update) }
        defer { house.pool.leave(number) }
        let (sessions, session) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var polling = LongPoll.Configuration()
        polling.wait = configuration.wait
        polling.onSession = {
            self.listens(bot)
            session.yield()
        }
        let longPoll = LongPoll(client, communityID: bot.communityID, configuration: polling)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await drain.begun()
                longPoll.stop()
            }
            // After the first session: a fresh token has two calls in its first second, and the first poll must not wait.
            group.addTask { for await _ in sessions.prefix(1) { await SettingsCheck.warn(of: router.awaitedTypes, bot) } }
            defer { group.cancelAll() }
            try await self.pour(longPoll, into: number, desk)
        }
        await house.pool.wait(for: number, toHaveAtMost: 0)
    }

    private func pour(_ longPoll: LongPoll, into number: Int, _ desk: CaptchaDesk) async throws {
        var seen = SeenEvents()
        for try await batch in longPoll {
            if let gap = batch.gap { logger.warning("VK has lost updates before these", ["reason": gap.rawValue]) }
            let fresh = batch.updates.filter { seen.isNew($0.eventID) && !desk.takes($0) }
            house.pool.add(fresh.lazy.map { (peer: $0.lane, item: $0) }, to: number)
            await house.pool.wait(for: number, toHaveAtMost: Self.backlogLimit)
        }
    }

    /// From the first session on, nothing that happens in the community is missed.
    private func listens(_ bot: Bot) {
        let isFirst = current.withLock { state in
            if case .polling = state { return false }
            state = .polling
            return true
        }
        guard isFirst else { return }
        let plugins = configuration.plugins.map(\.instance.name).joined(separator: ",")
        logger.info("listening", ["community": bot.communityID, "plugins": plugins])
        house.hasStarted(configuration.name)
    }
}

/// What keeps a bot from starting and is neither VK's nor the network's.
struct BotProblem: Error {
    let message: String
}

extension VKError {
    /// Whether only a person can mend it: another token, another right, another setting (source: the reference, "Failures" of long poll).
    var isTheTokensFault: Bool {
        failure == .authorization || [.permission, .access, .param].contains(code)
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
