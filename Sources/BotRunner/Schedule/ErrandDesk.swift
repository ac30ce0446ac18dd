// Govorun: what comes due goes into the inbox. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import Synchronization
import VKUpdates

/// The clock of one bot: turns jobs that have come due, and what is posted to its hooks, into updates of our own. From there on they are
/// handled like VK's: in their lanes, within their time, once.
final class ErrandDesk: Sendable {
    private let bot: Bot
    /// Who knows the timers, and whether their jobs are still to be stored.
    private let keeper: Mutex<(of: Timekeeper, isNew: Bool)>
    private let inbox: BotInbox
    private let trouble: StorageTrouble
    /// Timers whose run is going, or waits in the inbox, by the identity of the run.
    private let running = Mutex<[String: String]>([:])

    /// When VK last told what has happened; `nil` where it is not asked, but tells by itself.
    private let lastHeard: Mutex<UnixTime?>
    /// Bytes of posts that are being stored now.
    private let posted = Mutex(0)

    /// How long a post may wait for the storage: senders give up after ten seconds.
    private static let postPatience: Duration = .seconds(5)
    /// The most bytes of posts that wait at once.
    private static let postedLimit = 16 << 20

    /// The wall clock may be set, so nobody sleeps longer than this for a time on it.
    private static let longestSleep: Duration = .seconds(60)

    /// - Parameter waitsForPolls: whether ``heard(at:)`` is called, so that no question is out of time before.
    init(_ router: Router, _ inbox: BotInbox, _ trouble: StorageTrouble, waitsForPolls: Bool = false) {
        (bot, self.inbox, self.trouble) = (router.bot, inbox, trouble)
        lastHeard = Mutex(waitsForPolls ? UnixTime(milliseconds: 0) : nil)
        keeper = Mutex((Timekeeper(router), true))
    }

    /// The timers are those of another router from now on.
    func follow(_ router: Router) {
        keeper.withLock { $0 = (Timekeeper(router), true) }
        bot.alarm.ring()
    }

    /// All that VK had queued at this time is in the inbox.
    func heard(at time: UnixTime) { lastHeard.withLock { $0 = $0.map { _ in time } } }

    /// The keeper of the timers, with their jobs stored; `nil` when cancelled.
    private func preparedKeeper() async -> Timekeeper? {
        let (keeper, isNew) = keeper.withLock { keeper in
            defer { keeper.isNew = false }
            return keeper
        }
        guard isNew else { return keeper }
        return await trouble.overcome("timers cannot be stored", { try await keeper.prepare() }).map { keeper }
    }

    /// Takes what comes due, until cancelled.
    func run() async {
        var latest = bot.storage.now
        while !Task.isCancelled {
            let now = bot.storage.now
            // The clock was set back: the timers go by it.
            if now + .seconds(1) < latest { self.keeper.withLock { $0.isNew = true } }
            latest = now
            guard let keeper = await preparedKeeper() else { return }
            guard let next = await trouble.overcome("what is due cannot be read", { try await keeper.next() }) else { return }
            if let next, next <= bot.storage.now { await takeDue(by: keeper) } else { await pause(until: next) }
        }
    }

    private func takeDue(by keeper: Timekeeper) async {
        let due = await trouble.overcome("what is due cannot be read") {
            try await keeper.takeDue(heardUntil: lastHeard.withLock { $0 }) { timer in running.withLock { $0.values.contains(timer) } }
        }
        for due in due ?? [] { await put(due) }
    }

    private func put(_ due: Timekeeper.Due) async {
        guard let object = due.update else {
            // Refused when another has claimed it meanwhile.
            _ = await trouble.overcome("what is due cannot be stored") { try await bot.storage.commitUnlessRefused(due.writes) }
            return
        }
        let body = Self.body(of: object)
        let updates = UpdateBatch.updates(in: body)
        let identity = updates.first.flatMap { Errand($0) }?.identity
        if let timer = due.timer, let identity { running.withLock { $0[identity] = timer } }
        let receipt = await inbox.receive(updates, body: body, cursor: nil, with: due.writes, needsWork: { _ in true })
        if case .stored(hasNews: true) = receipt { return }
        if let identity { running.withLock { $0[identity] = nil } }
    }

    /// Sleeps until the next job comes due, or one is stored.
    private func pause(until next: UnixTime?) async {
        guard let next else { return await bot.alarm.rung() }
        let (time, wait) = (trouble.time, min(max(.milliseconds(1), next - bot.storage.now), Self.longestSleep))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.bot.alarm.rung() }
            group.addTask { do { try await time.sleep(for: wait) } catch {} }
            await group.next()
            group.cancelAll()
        }
    }

    /// An errand is done, or is given up; what it has planned may come due first.
    func ended(_ work: EventWork) {
        if let errand = work.errand, errand.kind == .timer { running.withLock { $0[errand.identity] = nil } }
        if work.hasPlans { bot.alarm.ring() }
    }

    /// Stores what was posted to a hook; whoever posts is told to come again when that cannot be done soon.
    func take(_ delivery: HookDelivery) async -> HookOutcome {
        let size = delivery.body.count
        let hasRoom = posted.withLock { posted in
            guard !inbox.isFull, posted + size <= Self.postedLimit || posted == 0 else { return false }
            posted += size
            return true
        }
        guard hasRoom else { return .full }
        defer { posted.withLock { $0 -= size } }
        let body = Self.body(of: delivery.update(of: bot))
        return await withTaskGroup(of: HookOutcome?.self) { group in
            group.addTask {
                let receipt = await self.inbox.receive(UpdateBatch.updates(in: body), body: body, cursor: nil, needsWork: { _ in true })
                return if case .stored = receipt { .stored } else { .full }
            }
            group.addTask {
                do { try await self.trouble.time.sleep(for: Self.postPatience) } catch {}
                return nil
            }
            let inTime = await group.next() ?? nil
            group.cancelAll()
            if let inTime { return inTime }
            // Cancelled, the storing may still have ended well.
            let late = await group.next() ?? nil
            return late ?? .full
        }
    }

    private static func body(of update: JSONObject) -> [UInt8] { JSONValue.object(["updates": [.object(update)]]).bytes }
}

extension UpdateDesk {
    /// What is stored with the mark that an update is done; an errand that has failed for the last time is set aside, where people find it.
    func writes(of work: EventWork, at position: Int64) -> [Write] {
        guard work.isLost else { return work.writes }
        let entry = SetAside.Entry(
            source: bot.source, position: position, update: work.update.json.rawText, time: bot.storage.now,
            reason: "it has failed at every try; the log says why")
        bot.logger.error("an errand has failed at every try and is set aside", ["number": position, "errand": work.errand?.identity ?? ""])
        return work.writes + SetAside.keeping(entry)
    }
}

extension Storage {
    /// Commits; `nil` when the state of the data forbids a write.
    @discardableResult
    func commitUnlessRefused(_ writes: [Write]) async throws -> Receipt? {
        do {
            return try await commit(Commit(writes))
        } catch let error as StorageError {
            guard error.isRefusal else { throw error }
            return nil
        }
    }
}
