// Govorun: the ways by which a bot gets its updates. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import VKUpdates

/// Runs the ways that `updates:` names, until the drain.
struct UpdateSources: Sendable {
    let configuration: BotConfiguration
    let bot: Bot
    let lineup: Lineup
    let intake: Intake
    let house: House
    let condition: BotCondition
    /// Called when VK has given the first session, or knows our address.
    let onListening: @Sendable () -> Void

    /// Where polling stood; `nil` on the first start.
    let cursor: PollCursor?

    /// Runs them side by side.
    ///
    /// - Throws: `VKError` that only a person can mend; `CallbackError`.
    func run(until drain: Drain) async throws {
        let ways = configuration.updates
        try await withThrowingTaskGroup(of: Void.self) { group in
            if ways.contains(.longPoll) {
                group.addTask(executorPreference: house.receiving) { try await self.poll(self.longPoll, until: drain) }
            }
            if ways.contains(.userLongPoll) {
                group.addTask(executorPreference: house.receiving) { try await self.poll(self.userLongPoll, until: drain) }
            }
            if ways.contains(.callback) { group.addTask { try await self.takeCallbacks(until: drain) } }
            defer { group.cancelAll() }
            try await group.waitForAll()
        }
    }

    // MARK: Polling

    private func polling(_ sessions: AsyncStream<PollCursor>.Continuation) -> PollConfiguration {
        var polling = PollConfiguration()
        polling.wait = configuration.wait
        polling.executor = house.receiving
        polling.onSession = { sessions.yield($0) }
        polling.onState = { [condition] state in
            guard case .troubled(let trouble, _) = state else { return condition.report(.polling, nil) }
            condition.report(.polling, trouble.description)
        }
        return polling
    }

    private var start: (cursor: PollCursor?, gap: HistoryGap?) {
        configuration.resume.isOn || cursor == nil ? (cursor, nil) : (nil, .skipped)
    }

    private func longPoll(_ configuration: PollConfiguration) -> LongPoll {
        LongPoll(bot.vk, communityID: bot.communityID, resumingAt: start.cursor, gap: start.gap, configuration: configuration)
    }

    private func userLongPoll(_ configuration: PollConfiguration) -> UserLongPoll {
        UserLongPoll(bot.vk, account: bot.communityID, resumingAt: start.cursor, gap: start.gap, configuration: configuration)
    }

    private func poll<Source: PolledUpdates>(_ make: (PollConfiguration) -> Source, until drain: Drain) async throws {
        let catchesUp = cursor == nil && configuration.resume.firstStart == .catchUp
        let (sessions, session) = AsyncStream.makeStream(of: PollCursor.self, bufferingPolicy: .bufferingOldest(1))
        let source = make(polling(session))
        if !configuration.resume.isOn { intake.inbox.forgetCursor() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // It listens once a later start would not skip what is written from now on.
                for await cursor in sessions.prefix(1) {
                    await intake.inbox.keepFirst(cursor)
                    onListening()
                }
                // After the first session: a fresh token has two calls in its first second.
                if configuration.resume.catchesUp { await intake.keepMarks(house.time) }
            }
            group.addTask {
                await drain.begun()
                source.stop()
            }
            if catchesUp || configuration.resume.catchesUp {
                group.addTask { if catchesUp { await intake.catchUp() } else { await intake.catchUpIfOwed() } }
            }
            defer { group.cancelAll() }
            for try await batch in source { await intake.receive(batch) }
        }
    }

    // MARK: Callbacks

    private func takeCallbacks(until drain: Drain) async throws {
        guard let desk = house.callbacks else { return }
        let community = bot.communityID
        let secret = try await secret()
        let vk = bot.vk
        desk.open(
            community: community, named: bot.name, secret: secret,
            only: UpdateTypes.wanted(byCallbackBeside: Set(configuration.updates.compactMap(\.way))),
            confirmation: { try await vk.groups.getCallbackConfirmationCode(groupID: community).send().code },
            store: { group in try await intake.receive(group) })
        let end = await Result {
            try await register(secret, until: drain)
            await drain.begun()
        }
        await desk.close(community: community)
        try end.get()
    }

    /// Has VK send to our address, where it is known under which; else the operator has told VK himself.
    private func register(_ secret: Secret, until drain: Drain) async throws {
        guard let address = configuration.publicURL else { return onListening() }
        let router = lineup.router
        let types = UpdateTypes.split(router.subscribedTypes)
        let all = router.hearsEverything ? UpdateType.documented : router.subscribedTypes
        let awaited = configuration.updates.contains(.longPoll) ? types.callback : all
        let plan = try CallbackPlan(
            community: bot.communityID, publicURL: address, bot: bot.name, secret: secret, types: awaited,
            version: configuration.vk.version)
        var wait: Duration = .seconds(5)
        while !drain.hasBegun {
            do {
                _ = try await drain.unlessBegun { try await CallbackRegistration(plan, through: bot.vk).perform() }
                condition.report(.callback, nil)
                return onListening()
            } catch let error as VKError {
                guard !error.isTheTokensFault else { throw error }
                condition.report(.callback, "VK does not take our callback address: \(error)")
            } catch let error as CallbackError {
                // The address may begin to work at any moment: a proxy, a name, a certificate.
                bot.logger.error("VK does not take our callback address, will try again", ["error": error])
                condition.report(.callback, error.description)
            }
            let pause = wait
            _ = try await drain.unlessBegun { try await house.time.sleep(for: pause) }
            wait = min(wait * 2, .seconds(600))
        }
    }

    /// The file's; else one that was made once and stored.
    private func secret() async throws -> Secret {
        if let secret = configuration.callbackSecret { return secret }
        let key = StorageKey("secrets/callback", bot.source)
        let made = CallbackPlan.newSecret()
        _ = try await house.storage.setIfAbsent(Array(made.reveal().utf8), for: key)
        let secret = try await house.storage.value(for: key).map { Secret(String(decoding: $0, as: UTF8.self)) } ?? made
        house.hide(secret)
        return secret
    }
}

/// Both long polls.
protocol PolledUpdates: AsyncSequence, Sendable where Element == UpdateBatch {
    /// Ends the sequence.
    func stop()
}

extension LongPoll: PolledUpdates {}
extension UserLongPoll: PolledUpdates {}

extension CallbackIntake {
    /// The bot is about to begin; nothing where it takes no callbacks.
    func expect(_ bot: BotConfiguration) {
        guard bot.updates.contains(.callback) else { return }
        if case .community(let id) = bot.community { expect(bot.name, community: id) } else { expect(bot.name) }
    }
}
