// Govorun: one bot from its token to its end. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import CurlClient
import Synchronization
import VKUpdates

/// Learns its community, starts its plugins and works; begins anew after what may mend itself, and ends by the drain or by what cannot.
final class BotLife: Sendable {
    /// Its configuration; that of its plugins may change while it lives.
    private let settings: Mutex<BotConfiguration>
    /// What is at work, while it is.
    private let atWork = Mutex<Work?>(nil)
    private let house: House
    private let logger: Logger
    private let condition: BotCondition
    /// What `/metrics` tells of it.
    let figures: BotFigures

    /// A life that lasted so long has not failed at once: the next wait is short again.
    private static let soundLife: Duration = .seconds(600)

    init(_ configuration: BotConfiguration, in house: House) {
        settings = Mutex(configuration)
        self.house = house
        logger = house.logger.with("bot", configuration.name)
        condition = BotCondition(house.time)
        figures = BotFigures(of: configuration.name)
    }

    /// What it is doing.
    var state: BotState { condition.current }

    /// Its configuration now.
    var configuration: BotConfiguration { settings.withLock { $0 } }

    /// What it has at work; `nil` while it is not.
    var current: Work? { atWork.withLock { $0 } }

    /// The plugins of `configuration` are at work.
    func adopt(_ configuration: BotConfiguration) { settings.withLock { $0 = configuration } }

    /// Its plugins: those at work, or those that will be.
    var plugins: [PluginInstance] { current?.lineup.instances ?? configuration.plugins.map(\.instance) }

    /// Runs until the end; never throws, since one bot's trouble is its own.
    func run(until drain: Drain) async -> BotEnding {
        var wait: Duration = .seconds(1)
        house.callbacks?.expect(configuration)
        while true {
            let start = house.time.now
            let ending = await attempt(until: drain)
            guard case .failed(let reason) = ending, !drain.hasBegun, !Task.isCancelled else { return end(ending) }
            if house.time.now - start > Self.soundLife { wait = .seconds(1) }
            logger.error("the bot has failed and will start again", ["reason": reason, "wait": "\(wait)"])
            condition.report(.life, reason)
            house.hasStarted(configuration.name)
            let pause = wait
            do { _ = try await drain.unlessBegun { try await self.house.time.sleep(for: pause) } } catch { return end(.drained) }
            if drain.hasBegun { return end(.drained) }
            wait = min(wait * 2, .seconds(300))
        }
    }

    private func end(_ ending: BotEnding) -> BotEnding {
        condition.stops(ending)
        house.callbacks?.expectNoMore(configuration.name)
        house.hasStarted(configuration.name)
        switch ending {
        case .drained: logger.info("stopped")
        case .misconfigured(let reason), .failed(let reason): logger.error("the bot has stopped", ["reason": reason])
        }
        return ending
    }

    private func attempt(until drain: Drain) async -> BotEnding {
        condition.starts()
        do {
            try await live(until: drain)
            return .drained
        } catch {
            return BotEnding(error)
        }
    }

    private func live(until drain: Drain) async throws {
        guard let tokens = try await tokens(until: drain) else { return }
        let captcha = CaptchaDesk(configuration, transport: house.transport, logger: logger, time: house.time)
        let doubts = TokenDoubts()
        var settings = configuration.vk
        settings.solver = captcha.solver
        if configuration.updates.contains(.userLongPoll) {
            (settings.kind, settings.rate) = (.user, min(settings.rate, TokenKind.user.rate))
        }
        settings.observers += [doubts.observer, figures.calls]
        let client = VKClient(
            token: tokens.own, userToken: tokens.user, configuration: settings, transport: house.transport, logger: logger, time: house.time
        )
        let end = await Result { try await self.work(client, captcha, doubts, until: drain) }
        await client.shutdown()
        try end.get()
    }

    private func work(_ client: VKClient, _ captcha: CaptchaDesk, _ doubts: TokenDoubts, until drain: Drain) async throws {
        let introduction = Introduction(configuration, client, house.storage, logger)
        guard let bot = try await introduction.meet(until: drain) else { return }
        guard try await house.claim(bot.communityID, for: configuration.name, until: drain) else { return }
        defer { house.release(bot.communityID, of: bot.name) }
        try await house.storage.set(Array(bot.source.utf8), for: BotNames.key(of: configuration.name))
        captcha.open(for: bot)
        guard let plugins = try await introduction.plugins(until: drain) else { return }
        let lineup = try await start(plugins, of: bot)
        let session = BotSession(
            configuration: configuration, bot: bot, lineup: lineup, captcha: captcha, doubts: doubts, house: house, condition: condition,
            figures: figures, onListening: { self.listens(bot) })
        atWork.withLock { $0 = Work(lineup: lineup, client: client) }
        let end = await Result { try await session.run(until: drain) }
        atWork.withLock { $0 = nil }
        await lineup.stop()
        try end.get()
    }

    private func start(_ plugins: [PluginInstance], of bot: Bot) async throws -> Lineup {
        let observer = CountingObserver(watch: house.watch, figures: figures)
        let router = RouterSettings(prefixes: configuration.prefixes, manners: configuration.manners, observer: observer)
        do {
            let lineup = try await Lineup.open(plugins, of: bot, router)
            try await PluginMark.$starter.withValue(starter) { try await lineup.start() }
            return lineup
        } catch { throw BotProblem.translating(error) }
    }

    /// A plugin that traps while it starts is named on standard error.
    var starter: PluginMark.Starter {
        PluginMark.Starter { [name = configuration.name] in StartMark("starting plugin '\($0)' of bot '\(name)'") }
    }

    /// The community's token and the person's, where there is one; `nil` when the drain began first.
    private func tokens(until drain: Drain) async throws -> (own: Secret, user: Secret?)? {
        let (supply, userSupply) = (configuration.token, configuration.userToken)
        let found = try await drain.unlessBegun {
            let own = try await Token.obtain(supply)
            guard let userSupply else { return (own: own, user: nil as Secret?) }
            return (own: own, user: try await Token.obtain(userSupply))
        }
        guard let found else { return nil }
        house.hide(found.own)
        if let user = found.user { house.hide(user) }
        return found
    }

    /// From the first session on, nothing that happens in the community is missed.
    private func listens(_ bot: Bot) {
        guard condition.polls() else { return }
        let plugins = configuration.plugins.map(\.instance.name).joined(separator: ",")
        logger.info("listening", ["community": bot.communityID, "plugins": plugins])
        house.hasStarted(configuration.name)
    }
}
