// Govorun: a bot that knows who it is, at work. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import VKUpdates

/// Reads updates into the inbox and has them handled, until drained or until VK refuses for good.
struct BotSession: Sendable {
    let configuration: BotConfiguration
    let bot: Bot
    let router: Router
    let captcha: CaptchaDesk
    let doubts: TokenDoubts
    let house: House
    let condition: BotCondition
    /// Called when VK has given the first session.
    let onListening: @Sendable () -> Void

    /// Runs until the drain, and then until what was begun has ended.
    ///
    /// - Throws: `VKError` that only a person can mend; `StorageError` when what an earlier process left cannot be read.
    func run(until drain: Drain) async throws {
        let trouble = StorageTrouble(logger: bot.logger, time: house.time) { [condition] in condition.report(.storage, $0) }
        let inbox = BotInbox(of: bot.source, in: house.storage, shelf: house.shelf, pool: house.pool, trouble: trouble)
        let (stored, waiting) = try await inbox.open()
        if waiting > 0 { bot.logger.info("goes on with updates from before the start", ["updates": waiting]) }
        let presses = PressDesk(router, house.time)
        let desk = UpdateDesk(bot: bot, router: router, inbox: inbox, presses: presses, time: house.time)
        let number = house.pool.join(
            LanePool.Member(cap: configuration.concurrency, crowd: bot.vk.crowd, onHunger: { inbox.lanesAreHungry() }) {
                await desk.handle($0, $1)
            })
        defer { house.pool.leave(number) }
        inbox.fill(number)
        let cursor = configuration.resume.isOn ? stored : nil
        let end = await withTaskGroup(of: Void.self) { group in
            group.addTask { await inbox.line.run() }
            group.addTask { await inbox.run { configuration.resume.isTooOld($0, now: house.storage.now) } }
            group.addTask { await presses.run() }
            let end = await Result { try await self.read(from: cursor, into: inbox, presses, until: drain) }
            await house.pool.rest(number, halting: house.isDurable)
            inbox.close()
            presses.close()
            return end
        }
        try end.get()
    }

    /// Polls until the drain begins.
    private func read(from cursor: PollCursor?, into inbox: BotInbox, _ presses: PressDesk, until drain: Drain) async throws {
        let (sessions, session) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var polling = LongPoll.Configuration()
        polling.wait = configuration.wait
        polling.onSession = { cursor in
            // Stored before anything comes: what is written from now on is not skipped by a later start.
            inbox.keep(cursor)
            onListening()
            session.yield()
        }
        let longPoll = LongPoll(bot.vk, communityID: bot.communityID, resumingAt: cursor, configuration: polling)
        // Each tells whether the polling is over.
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                await drain.begun()
                longPoll.stop()
                return false
            }
            group.addTask {
                // After the first session: a fresh token has two calls in its first second, and the first poll must not wait.
                for await _ in sessions.prefix(1) { await SettingsCheck.warn(of: router.awaitedTypes, bot) }
                return false
            }
            group.addTask {
                try await doubts.resolve(with: bot.vk)
                return false
            }
            group.addTask {
                try await self.pour(longPoll, into: inbox, presses)
                return true
            }
            defer { group.cancelAll() }
            while let isOver = try await group.next(), !isOver {}
        }
    }

    private func pour(_ longPoll: LongPoll, into inbox: BotInbox, _ presses: PressDesk) async throws {
        for try await batch in longPoll {
            if let gap = batch.gap { bot.logger.warning("VK has lost updates before these", ["reason": gap.rawValue]) }
            _ = await inbox.receive(batch) { update in
                !captcha.takes(update) && !configuration.resume.isTooOld(update, now: house.storage.now)
            } stored: { update, position in
                if update.type == .messageEvent { presses.arrived(update, at: position) }
            }
        }
    }
}

extension Result where Failure == any Error {
    init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
