// Govorun: a bot that knows who it is, at work. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import VKUpdates

/// Reads updates into the inbox and has them handled, until drained or until VK refuses for good.
struct BotSession: Sendable {
    let configuration: BotConfiguration
    let bot: Bot
    let lineup: Lineup
    let captcha: CaptchaDesk
    let doubts: TokenDoubts
    let house: House
    let condition: BotCondition
    let figures: BotFigures
    /// Called when VK has given the first session.
    let onListening: @Sendable () -> Void

    /// Runs until the drain, and then until what was begun has ended.
    ///
    /// - Throws: `VKError` that only a person can mend; `StorageError` when what an earlier process left cannot be read.
    func run(until drain: Drain) async throws {
        let trouble = StorageTrouble(logger: bot.logger, time: house.time) { [condition] in condition.report(.storage, $0) }
        let inbox = BotInbox(of: bot.source, in: house.storage, shelf: house.shelf, pool: house.pool, trouble: trouble)
        let cursor = try await pickUp(inbox)
        let (presses, errands) = (PressDesk(lineup.router, house.time), ErrandDesk(lineup.router, inbox, trouble))
        let (changes, changed) = AsyncStream.makeStream(of: Router.self, bufferingPolicy: .bufferingNewest(1))
        lineup.onChange { router in
            errands.follow(router)
            changed.yield(router)
        }
        let number = handle(inbox, presses, errands)
        defer { house.pool.leave(number) }
        let intake = Intake(
            configuration: configuration, bot: bot, inbox: inbox, presses: presses, captcha: captcha, storage: house.storage,
            figures: figures,
            backlog: Backlog(resumes: configuration.resume.isOn && cursor != nil, pause: configuration.resume.maxAge))
        let end = await withTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: house.receiving) { await inbox.line.run() }
            group.addTask(executorPreference: house.receiving) {
                await inbox.run { configuration.resume.isTooOld($0, now: house.storage.now) }
            }
            group.addTask { await presses.run() }
            group.addTask { await lineup.run() }
            let end = await Result { try await self.take(into: intake, from: cursor, errands, changes, until: drain) }
            house.hooks.close(bot.name)
            await house.pool.rest(number, halting: house.isDurable)
            inbox.close()
            presses.close()
            lineup.close()
            return end
        }
        try end.get()
    }

    /// Goes on from what an earlier process left.
    ///
    /// - Returns: where its polling stood.
    private func pickUp(_ inbox: BotInbox) async throws -> PollCursor? {
        let (cursor, waiting) = try await inbox.open()
        try await house.poison.settleFinished(of: bot.source, in: house.storage)
        if waiting > 0 { bot.logger.info("goes on with updates from before the start", ["updates": waiting]) }
        for parked in try await ParkedPlugins(house.storage).entries(of: bot.source) {
            lineup.router.park(parked.plugin, reason: parked.reason)
            bot.logger.warning(
                "a plugin is parked; /plugins on or govorun state unpark brings it back",
                ["plugin": parked.plugin, "reason": "\(parked.reason)"])
        }
        return cursor
    }

    /// Has the lanes handle what comes into the inbox.
    ///
    /// - Returns: the bot's number in the pool.
    private func handle(_ inbox: BotInbox, _ presses: PressDesk, _ errands: ErrandDesk) -> Int {
        let desk = UpdateDesk(
            bot: bot, lineup: lineup, inbox: inbox, presses: presses, poison: house.poison, time: house.time, errands: errands)
        let number = house.pool.join(
            LanePool.Member(cap: configuration.concurrency, crowd: bot.vk.crowd, onHunger: { inbox.lanesAreHungry() }) {
                await desk.handle($0, $1)
            })
        inbox.fill(number)
        figures.watch(inbox)
        return number
    }

    /// The kinds of update that plugins wait for now.
    private var awaitedTypes: Set<UpdateType> { Set(lineup.router.awaitedTypes + lineup.instances.flatMap(\.neededTypes)) }

    /// Warns once of each kind of update that is waited for and does not come.
    private func checkSettings(after sessions: AsyncStream<Void>, _ changes: AsyncStream<Router>) async {
        // After the first session: a fresh token has two calls in its first second, and the first poll must not wait.
        for await _ in sessions.prefix(1) { await checkSettings(beside: []) }
        var known = awaitedTypes
        for await _ in changes {
            let types = awaitedTypes
            if !known.isSuperset(of: types) { await checkSettings(beside: known) }
            known.formUnion(types)
        }
    }

    /// Warns of kinds of update that do not come; those of `known` were warned of before.
    private func checkSettings(beside known: Set<UpdateType>) async {
        let types = awaitedTypes.subtracting(known).sorted { $0.rawValue < $1.rawValue }
        await SettingsCheck(bot: bot, ways: configuration.updates, version: configuration.vk.version).warn(of: types)
    }

    /// Takes updates until the drain begins.
    private func take(
        into intake: Intake, from cursor: PollCursor?, _ errands: ErrandDesk, _ changes: AsyncStream<Router>, until drain: Drain
    ) async throws {
        let (sessions, session) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let sources = UpdateSources(
            configuration: configuration, bot: bot, lineup: lineup, intake: intake, house: house, condition: condition,
            onListening: {
                onListening()
                session.yield()
            }, cursor: cursor)
        house.hooks.open(bot.name) { await errands.take($0) }
        // Each tells whether no more is to be taken.
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                await checkSettings(after: sessions, changes)
                return false
            }
            group.addTask {
                try await doubts.resolve(with: bot.vk)
                return false
            }
            group.addTask {
                await errands.run()
                return false
            }
            group.addTask {
                try await sources.run(until: drain)
                return true
            }
            defer { group.cancelAll() }
            while let isOver = try await group.next(), !isOver {}
        }
    }
}

extension Result where Failure == any Error {
    init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
