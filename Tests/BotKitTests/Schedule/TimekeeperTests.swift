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

    @Test("After the clock was set back a span goes on by it, its runs are new ones, and a time of day does not come twice")
    func clockSetBack() async throws {
        let clock = try Clock("2026-11-27T05:59:58Z")
        let bot = try await bot(clock)
        let keeper = try await keeper(bot) {
            Every(.seconds(2)) { _ in }
            Daily("09:00") { _ in }
        }
        func take() async throws -> [String] {
            clock.advance(by: .seconds(2))
            let due = try await keeper.takeDue()
            for due in due { try await bot.storage.commit(Commit(due.writes)) }
            return due.compactMap { $0.update.flatMap { Errand(Update(JSONValue.object($0).view)) }?.identity }
        }
        #expect(try await take().count == 2)
        let before = try await take()
        clock.advance(by: .seconds(-2))
        try await keeper.prepare()
        #expect(try await keeper.next().map { $0 - clock.now } == .seconds(4), "a moment changes nothing")
        clock.advance(by: .seconds(-2))
        try await keeper.prepare()
        let again = try await take() + take()
        #expect(again.count == 2 && Set(again + before).count == 3)
        try await keeper.prepare()
        #expect(try await keeper.next().map { $0 - clock.now } == .seconds(2))
    }

    @Test("A question is out of time only once VK has been heard of after its end; where it is not asked, at its end")
    func lapse() async throws {
        let clock = try Clock("2026-11-27T05:00Z")
        let bot = try await bot(clock)
        let keeper = try await keeper(bot) {}
        let end = clock.now
        let errand = Errand(.lapse, plugin: "trial", handler: "x", due: end + DialogueRecord.grace)
        let job = Write.schedule(ErrandJobs.key(errand, of: bot), due: errand.due, JSONValue.object(errand.stored).bytes)
        try await bot.storage.commit([job])
        clock.advance(by: .seconds(5))
        func take(heardUntil heard: UnixTime?) async throws -> Int {
            let due = try await keeper.takeDue(heardUntil: heard)
            for due in due { try await bot.storage.commit(Commit(due.writes)) }
            return due.count { $0.update != nil }
        }
        for heard in [UnixTime(milliseconds: 0), end, end + .seconds(1)] {
            #expect(try await take(heardUntil: heard) == 0)
            #expect(try await keeper.next().map { $0 > clock.now && $0 <= clock.now + .seconds(2) } == true)
            clock.advance(by: .seconds(2))
        }
        #expect(try await take(heardUntil: end + .seconds(2)) == 1)
        #expect(try await keeper.next() == nil)
        try await bot.storage.commit([job])
        #expect(try await take(heardUntil: nil) == 1)
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
