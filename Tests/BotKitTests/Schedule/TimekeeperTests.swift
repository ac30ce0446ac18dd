// Govorun: the jobs of timers over restarts. SPDX-License-Identifier: MIT
import BotTesting
import Synchronization
import Testing

@testable import BotKit

@Suite("The keeper of timers")
struct TimekeeperTests {
    private final class Clock: Sendable {
        private let time: Mutex<UnixTime>
        init(_ text: String) throws { time = Mutex(UnixTime(seconds: Int64(try ZoneTests.seconds(text)))) }
        var now: UnixTime { time.withLock { $0 } }
        func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }
    }

    private func keeper(_ bot: Bot, @HandlersBuilder _ handlers: () -> [Handler]) async throws -> Timekeeper {
        let keeper = Timekeeper(try Router(bot: bot, plugins: [.trial("trial", handlers)]))
        try await keeper.prepare()
        return keeper
    }

    private func bot(_ clock: Clock) async throws -> Bot {
        let vk = try await TestBot {}.bot.vk
        return Bot(name: "b", communityID: 5, vk: vk, storage: MemoryStorage { clock.now })
    }

    @discardableResult
    private func settle(_ keeper: Timekeeper, _ bot: Bot, busy: Bool = false) async throws -> [UnixTime] {
        let due = try await keeper.takeDue { _ in busy }
        for due in due { try await bot.storage.commit(Commit(due.writes)) }
        return due.compactMap { $0.update.flatMap { Errand(Update(JSONValue.object($0).view)) }?.due }
    }

    @Test("Down over several times, a timer runs once, for the last of them; then as before")
    func catchUp() async throws {
        let clock = try Clock("2026-11-27T05:00Z")
        let bot = try await bot(clock)
        _ = try await keeper(bot) { Daily("09:00") { _ in } }
        clock.advance(by: .hours(76))
        let keeper = try await keeper(bot) { Daily("09:00") { _ in } }
        #expect(try await settle(keeper, bot) == [UnixTime(seconds: Int64(try ZoneTests.seconds("2026-11-30T06:00Z")))])
        #expect(try await settle(keeper, bot) == [])
        #expect(try await keeper.next() == UnixTime(seconds: Int64(try ZoneTests.seconds("2026-12-01T06:00Z"))))
    }

    @Test("A timer that skips what it missed waits for its next time")
    func skip() async throws {
        let clock = try Clock("2026-11-27T05:00Z")
        let bot = try await bot(clock)
        _ = try await keeper(bot) { Daily("09:00", missed: .skip) { _ in } }
        clock.advance(by: .hours(2))
        let keeper = try await keeper(bot) { Daily("09:00", missed: .skip) { _ in } }
        #expect(try await settle(keeper, bot) == [])
        clock.advance(by: .hours(23))
        #expect(try await settle(keeper, bot).count == 1)
    }

    @Test("A timer whose last run is still going is passed over")
    func busy() async throws {
        let clock = try Clock("2026-11-27T05:59Z")
        let bot = try await bot(clock)
        let keeper = try await keeper(bot) { Every(.minutes(1)) { _ in } }
        clock.advance(by: .minutes(1))
        #expect(try await settle(keeper, bot, busy: true) == [])
        clock.advance(by: .minutes(1))
        #expect(try await settle(keeper, bot).count == 1)
    }

    @Test("A restart moves nothing; another schedule, another zone and a timer that is gone do")
    func terms() async throws {
        let clock = try Clock("2026-11-27T05:00Z")
        let bot = try await bot(clock)
        let first = try await keeper(bot) { Cron("0 9 * * *") { _ in } }
        let due = try await first.next()
        clock.advance(by: .minutes(30))
        #expect(try await keeper(bot) { Cron("0 9 * * *") { _ in } }.next() == due)
        let moved = try await keeper(bot) { Cron("0 9 * * *", zone: "UTC+4") { _ in } }.next()
        #expect(moved.map { $0 - clock.now } == .hours(23) + .minutes(30))
        #expect(try await keeper(bot) {}.next() == nil)
    }

    @Test("Killed between the claim and the commit, a job is taken again once the claim has run out")
    func claim() async throws {
        let clock = try Clock("2026-11-27T05:59Z")
        let bot = try await bot(clock)
        let keeper = try await keeper(bot) { Daily("09:00") { _ in } }
        clock.advance(by: .minutes(1))
        let first = try await keeper.takeDue()
        #expect(try await keeper.takeDue().isEmpty)
        clock.advance(by: .seconds(11))
        let second = try await keeper.takeDue()
        #expect(first.map { $0.update?["event_id"]?.serialized } == second.map { $0.update?["event_id"]?.serialized })
        await #expect(throws: StorageError.self) { try await bot.storage.commit(Commit(first[0].writes)) }
        try await bot.storage.commit(Commit(second[0].writes))
    }

    @Test("Of a parked plugin a job is tried again later, and a timer waits for its next time", arguments: [Errand.Kind.timer, .job])
    func parked(kind: Errand.Kind) async throws {
        let bot = try await bot(try Clock("2026-11-27T05:00Z"))
        let router = try Router(bot: bot, plugins: [.trial("trial") { Daily("09:00") { _ in } }])
        bot.switches.park("trial", reason: "for the test")
        let errand = Errand(kind, plugin: "trial", handler: "daily 09:00", due: bot.storage.now)
        let work = EventWork(Update(JSONValue.object(errand.update(of: bot)).view), of: bot)
        await router.handle(work)
        #expect(work.writes.count == (kind == .timer ? 0 : 1))
        #expect(!work.isLost)
    }

    @Test("A handler may have more time than its plugin, never less")
    func timeout() {
        var instance = PluginInstance.trial {
            Daily("09:00") { _ in }.timeout(.minutes(10))
            Daily("10:00") { _ in }
        }
        #expect(Route.all(of: instance).map(\.label.timeout) == [.minutes(10), .seconds(30)])
        instance.timeout = .hours(1)
        #expect(Route.all(of: instance).map(\.label.timeout) == [.hours(1), .hours(1)])
    }

    @Test("An errand reads back as it was written")
    func coding() throws {
        var errand = Errand(.job, plugin: "p", handler: "H", due: UnixTime(milliseconds: 1_767_270_000_123))
        (errand.key, errand.peer, errand.user, errand.origin, errand.failures) = ("k", 2_000_000_001, 7, "o", 2)
        errand.payload = ["text": "чай"]
        let back = try #require(Errand(JSONValue.object(errand.stored).view))
        #expect(back.identity == errand.identity)
        #expect((back.peer, back.user, back.failures) == (2_000_000_001, 7, 2))
        #expect(back.payload == errand.payload)
    }
}
