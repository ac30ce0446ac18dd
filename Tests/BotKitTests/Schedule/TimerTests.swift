// Govorun: timers and planned jobs in plugins. SPDX-License-Identifier: MIT
import BotTesting
import Synchronization
import Testing

/// Reminds, when asked to.
private struct Reminder: PluginJob {
    var text: String
}

private struct Count: PluginState {
    var runs = 0
}

@Suite("Timers and jobs")
struct TimerTests {
    static let group = Peer(id: 2_000_000_001)

    private func bot(now: String? = nil, zone: Zone = .moscow, @HandlersBuilder _ handlers: () -> [Handler]) async throws -> TestBot {
        try await TestBot([.trial("trial", handlers)], zone: zone, now: now)
    }

    @Test("On Monday at nine the week begins")
    func monday() async throws {
        let bot = try await bot(now: "2026-11-30 08:59") {
            Cron("0 9 * * mon") { bot in try await bot.send("С началом недели!", to: Self.group) }
        }
        #expect(await bot.advance(by: .seconds(30)).isEmpty)
        #expect(await bot.advance(by: .seconds(30)).map(\.text) == ["С началом недели!"])
        #expect(await bot.advance(by: .days(6)).isEmpty)
        #expect(await bot.advance(by: .days(1)).count == 1)
        #expect(bot.problems == [])
    }

    @Test("Timers run each at its time, in order, and know when they were due")
    func order() async throws {
        let bot = try await bot(now: "2026-11-30 08:30") {
            Every(.hours(1)) { bot in try await bot.send("every \(bot.due.hour)", to: Self.group) }
            Daily("09:30", "10:30") { bot in try await bot.send("daily \(bot.due.hour):\(bot.due.minute)", to: Self.group) }
        }
        let texts = await bot.advance(by: .hours(2)).map(\.text)
        #expect(texts == ["every 9", "daily 9:30", "every 10", "daily 10:30"])
        #expect(Set(bot.replies.map(\.randomID)).count == 4)
    }

    @Test("A timer may go by the clock of another place")
    func zone() async throws {
        let bot = try await bot(now: "2026-11-30 08:59") {
            Daily("09:00") { bot in try await bot.send("here", to: Self.group) }
            Daily("09:00", zone: "Asia/Omsk") { bot in try await bot.send("Omsk", to: Self.group) }
        }
        #expect(await bot.advance(by: .minutes(1)).map(\.text) == ["here"])
        #expect(await bot.advance(by: .hours(20)).isEmpty)
        #expect(await bot.advance(by: .hours(1)).map(\.text) == ["Omsk"])
    }

    @Test(
        "A bad schedule stops the start with the author's line",
        arguments: [
            ("cron", "61 * * * *"), ("daily", "25:00"), ("zone", "Europe/Moskow"), ("every", ""),
        ])
    func flaws(kind: String, text: String) async throws {
        let error = await #expect(throws: RoutingProblem.self) {
            _ = try await bot {
                if kind == "cron" { Cron(CronExpression(stringLiteral: text)) { _ in } }
                if kind == "daily" { Daily(TimeOfDay(stringLiteral: text)) { _ in } }
                if kind == "zone" { Daily("09:00", zone: text) { _ in } }
                if kind == "every" { Every(.milliseconds(5)) { _ in } }
            }
        }
        #expect(error?.message.contains("TimerTests.swift:") == true)
    }

    @Test("What a person plans is done in their conversation when its time has come, once")
    func reminder() async throws {
        let bot = try await bot {
            Command("remind", .duration("in"), .rest("text")) { message, delay, text in
                try await message.after(delay, Reminder(text: text))
            }
            After(Reminder.self) { bot, reminder in
                try await bot.state(Count.self, of: .personHere) { $0.runs += 1 }
                let count = try await bot.state(Count.self, of: .personHere).runs
                try await bot.user?.send("\(reminder.text) \(count)")
            }
        }
        let alice = bot.person("Алиса")
        await alice.says("/remind 10m чай")
        await alice.says("/remind 5m вода")
        #expect(await bot.advance(by: .minutes(4)).isEmpty)
        #expect(await bot.advance(by: .minutes(10)).map(\.text) == ["вода 1", "чай 2"])
        #expect(bot.replies.allSatisfy { $0.peerID == alice.id })
        #expect(await bot.advance(by: .days(2)).isEmpty)
        #expect(bot.problems == [])
    }

    @Test("A job is named by its key: planned again it is moved, and it can be taken back")
    func keys() async throws {
        let bot = try await bot {
            Command("plan", .duration("in")) { message, delay in try await message.after(delay, Reminder(text: "now"), key: "one") }
            Command("drop") { message in
                let first = try await message.cancel(Reminder.self, key: "one")
                let second = try await message.cancel(Reminder.self, key: "one")
                try await message.send("\(first) \(second)")
            }
            Command("list") { message in
                let planned = try await message.planned(Reminder.self)
                try await message.send("\(planned.map { "\($0.key) \($0.due.hour):\($0.due.minute)" })")
            }
            After(Reminder.self) { bot, reminder in try await bot.user?.send(reminder.text) }
        }
        let alice = bot.person("Алиса")
        await alice.says("/plan 1h")
        await alice.says("/plan 2h")
        #expect(await alice.says("/list").map(\.text) == ["[\"one 17:20\"]"])
        #expect(await bot.advance(by: .minutes(90)).isEmpty)
        #expect(await alice.says("/drop").map(\.text) == ["true false"])
        #expect(await bot.advance(by: .hours(3)).isEmpty)
    }

    @Test("A handler that throws has planned nothing")
    func rollback() async throws {
        let bot = try await bot {
            Command("plan") { message in
                try await message.after(.seconds(1), Reminder(text: "never"))
                throw Mishap()
            }
            After(Reminder.self) { bot, reminder in try await bot.user?.send(reminder.text) }
        }
        await bot.person("Алиса").says("/plan")
        #expect(await bot.advance(by: .hours(1)).isEmpty)
        #expect(bot.problems.count == 1)
    }

    @Test("A job that fails is tried again, and what it has sent is not sent again")
    func retries() async throws {
        let runs = Mutex(0)
        let bot = try await bot {
            Command("plan") { message in try await message.after(.minutes(1), Reminder(text: "x")) }
            After(Reminder.self) { bot, _ in
                try await bot.user?.send("first")
                if runs.withLock({
                    $0 += 1; return $0
                }) < 3 {
                    throw Mishap()
                }
                try await bot.user?.send("second")
            }
        }
        await bot.person("Алиса").says("/plan")
        #expect(await bot.advance(by: .seconds(65)).map(\.text) == ["first"])
        #expect(await bot.advance(by: .hours(1)).map(\.text) == ["second"])
        #expect(runs.withLock { $0 } == 3)
    }

    @Test("A job that always fails is given up after the fifth try; a timer's next time ends its tries")
    func givingUp() async throws {
        let runs = Mutex((jobs: 0, timers: 0))
        // Apart: a plugin that keeps failing is parked.
        let jobs = PluginInstance.trial("jobs") {
            Command("plan") { message in try await message.after(.seconds(1), Reminder(text: "x")) }
            After(Reminder.self) { _, _ in
                runs.withLock { $0.jobs += 1 }
                throw Mishap()
            }
        }
        let timers = PluginInstance.trial("timers") {
            Every(.minutes(1)) { _ in
                runs.withLock { $0.timers += 1 }
                throw Mishap()
            }
        }
        let bot = try await TestBot([jobs, timers], now: "2026-11-30 08:59")
        await bot.person("Алиса").says("/plan")
        await bot.advance(by: .seconds(100))
        // At 9:00:00 and 9:00:10; the minute's wait would end behind 9:01.
        #expect(runs.withLock { $0.timers } == 2)
        await bot.advance(by: .hours(2))
        #expect(runs.withLock { $0.jobs } == 5)
    }

    @Test("A job may plan the next one under its own key")
    func chain() async throws {
        let bot = try await bot {
            Command("plan") { message in try await message.after(.hours(1), Reminder(text: "."), key: "tick") }
            After(Reminder.self) { bot, reminder in
                try await bot.user?.send(reminder.text)
                if reminder.text.count < 3 { try await bot.after(.hours(1), Reminder(text: reminder.text + "."), key: "tick") }
            }
        }
        await bot.person("Алиса").says("/plan")
        #expect(await bot.advance(by: .days(1)).map(\.text) == [".", "..", "..."])
    }

    @Test("A keyed message is sent once, by whomever and however often")
    func dedupe() async throws {
        let bot = try await bot(now: "2026-11-30 08:59") {
            Daily("09:00", "10:00") { bot in
                let isNew = try await bot.send("Новости", to: Self.group, dedupe: "news-\(bot.due.day)")
                bot.logger.warning("sent", ["new": isNew])
            }
        }
        await bot.advance(by: .hours(25))
        #expect(bot.replies.count == 2)
        #expect(try await !bot.bot.send("Новости", to: Self.group, dedupe: "news-30"))
        #expect(try await bot.bot.send("Новости", to: Peer(id: 7), dedupe: "news-30"))
        #expect(bot.replies.count == 3)
    }

    @Test("Two handlers for one kind of job are a mistake that names both lines")
    func twice() async throws {
        let error = await #expect(throws: RoutingProblem.self) {
            _ = try await bot {
                After(Reminder.self) { _, _ in }
                After(Reminder.self) { _, _ in }
            }
        }
        #expect(error?.code == .errandClaimedTwice)
    }

    @Test("Dates that people type are of the bot's zone, whose clocks may be set until then")
    func dates() async throws {
        let bot = try await bot(now: "2026-03-28 12:00", zone: Zone("Europe/Berlin")) {
            Command("when", .date("when")) { message, date in try await message.send("\(date.unixTime) \(date.hour)") }
        }
        let alice = bot.person("Алиса")
        let expected = try ZoneTests.seconds("2026-03-29T10:00Z")
        #expect(await alice.says("/when завтра 12:00").map(\.text) == ["\(expected) 12"])
        #expect(await alice.says("/when через 24 часа").map(\.text) == ["\(expected + 3600) 13"])
    }
}
