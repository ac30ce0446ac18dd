// Govorun: the times of timers. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

/// One schedule with all its times in a stretch.
struct ScheduleCase: Sendable, CustomTestStringConvertible {
    let cron: String
    let zone: String
    let start: String
    let end: String
    let times: String
    var testDescription: String { "\(cron) in \(zone) from \(start)" }
}

@Suite("A schedule")
struct ScheduleTests {
    /// Reasoned from the zones' rules, and compared with a search over every minute of the stretch: the first minute at which the clock shows
    /// the time, else the first after it was set past it.
    static let table = [
        ScheduleCase(
            cron: "30 2 * * *", zone: "Europe/Berlin", start: "2026-03-27T23:00Z", end: "2026-03-30T22:00Z",
            times: "03-28T01:30 03-29T01:00 03-30T00:30"),
        ScheduleCase(
            cron: "0 3 * * *", zone: "Europe/Berlin", start: "2026-03-27T23:00Z", end: "2026-03-30T22:00Z",
            times: "03-28T02:00 03-29T01:00 03-30T01:00"),
        ScheduleCase(
            cron: "*/30 1-3 * * *", zone: "Europe/Berlin", start: "2026-03-28T23:00Z", end: "2026-03-29T22:00Z",
            times: "03-29T00:00 03-29T00:30 03-29T01:00 03-29T01:30"),
        ScheduleCase(
            cron: "30 2 * * *", zone: "Europe/Berlin", start: "2026-10-23T22:00Z", end: "2026-10-26T23:00Z",
            times: "10-24T00:30 10-25T00:30 10-26T01:30"),
        ScheduleCase(
            cron: "*/30 1-3 * * *", zone: "Europe/Berlin", start: "2026-10-24T22:00Z", end: "2026-10-25T23:00Z",
            times: "10-24T23:00 10-24T23:30 10-25T00:00 10-25T00:30 10-25T02:00 10-25T02:30"),
        ScheduleCase(
            cron: "0 * * * *", zone: "America/New_York", start: "2026-03-08T04:30Z", end: "2026-03-08T09:30Z",
            times: "03-08T05:00 03-08T06:00 03-08T07:00 03-08T08:00 03-08T09:00"),
        ScheduleCase(
            cron: "0 * * * *", zone: "America/New_York", start: "2026-11-01T03:30Z", end: "2026-11-01T08:30Z",
            times: "11-01T04:00 11-01T05:00 11-01T07:00 11-01T08:00"),
        ScheduleCase(
            cron: "15 2 * * sun", zone: "America/New_York", start: "2026-02-28T05:00Z", end: "2026-03-16T04:00Z",
            times: "03-01T07:15 03-08T07:00 03-15T06:15"),
        ScheduleCase(
            cron: "15 2 * * *", zone: "Australia/Lord_Howe", start: "2026-10-02T14:00Z", end: "2026-10-05T13:00Z",
            times: "10-02T15:45 10-03T15:30 10-04T15:15"),
        ScheduleCase(
            cron: "*/20 1-2 * * *", zone: "Australia/Lord_Howe", start: "2026-04-04T13:00Z", end: "2026-04-05T13:00Z",
            times: "04-04T14:00 04-04T14:20 04-04T14:40 04-04T15:30 04-04T15:50 04-04T16:10"),
        ScheduleCase(
            cron: "0 9 * * 1-5", zone: "Europe/Moscow", start: "2026-11-26T21:00Z", end: "2026-12-02T21:00Z",
            times: "11-27T06:00 11-30T06:00 12-01T06:00 12-02T06:00"),
        ScheduleCase(
            cron: "0 0 13 * fri", zone: "Europe/Moscow", start: "2026-10-31T20:00Z", end: "2026-11-29T21:00Z",
            times: "11-05T21:00 11-12T21:00 11-19T21:00 11-26T21:00"),
        ScheduleCase(
            cron: "0 0 */10 * mon", zone: "Europe/Moscow", start: "2026-10-31T20:00Z", end: "2027-06-29T21:00Z",
            times: "12-20T21:00 01-10T21:00 01-31T21:00 02-28T21:00 05-30T21:00 06-20T21:00"),
        ScheduleCase(
            cron: "0 12 L feb *", zone: "Europe/Moscow", start: "2026-12-31T21:00Z", end: "2028-03-01T21:00Z",
            times: "02-28T09:00 02-29T09:00"),
    ]

    @Test("Cron's times are right, also where clocks are set", arguments: table)
    func cron(_ row: ScheduleCase) throws {
        let (zone, schedule) = (try Zone(row.zone), Schedule.cron(try CronExpression(row.cron)))
        var time = UnixTime(seconds: Int64(try ZoneTests.seconds(row.start)))
        let end = UnixTime(seconds: Int64(try ZoneTests.seconds(row.end)))
        var times: [String] = []
        while let next = schedule.next(after: time, in: zone), next < end {
            times.append(Self.text(next))
            time = next
        }
        #expect(times == row.times.split(separator: " ").map(String.init))
    }

    @Test("The next time is after now, whatever now is: walking minute by minute through a change finds each time once")
    func walk() throws {
        let (zone, schedule) = (try Zone("Europe/Berlin"), Schedule.cron("15,45 * * * *"))
        for day in ["2026-03-28T22:00Z", "2026-10-24T22:00Z"] {
            let start = try ZoneTests.seconds(day)
            let times = Set(
                stride(from: start, to: start + 6 * 3600, by: 60).compactMap { now -> UnixTime? in
                    let next = schedule.next(after: UnixTime(seconds: Int64(now)), in: zone)
                    #expect(next.map { $0 > UnixTime(seconds: Int64(now)) } == true)
                    return next
                })
            // An hour is skipped, its two times fall on one moment; an hour is shown twice, its times count once.
            #expect(times.count == (day.contains("03-28") ? 14 : 11))
        }
    }

    @Test("An interval counts from 1970, so that no start moves it")
    func interval() {
        let schedule = Schedule.every(milliseconds: 3_600_000)
        let next = schedule.next(after: UnixTime(seconds: 1_767_270_001), in: .moscow)
        #expect(next == UnixTime(seconds: 1_767_272_400))
        #expect(schedule.next(after: UnixTime(seconds: 1_767_272_400), in: .moscow) == UnixTime(seconds: 1_767_276_000))
        #expect(
            schedule.last(from: UnixTime(seconds: 0), notAfter: UnixTime(seconds: 1_767_272_399), in: .utc)
                == UnixTime(seconds: 1_767_268_800))
    }

    @Test("Of the times that went by, the last counts")
    func lastMissed() throws {
        let schedule = Schedule.daily(["9:00", "21:00"])
        let first = UnixTime(seconds: Int64(try ZoneTests.seconds("2026-11-27T06:00Z")))
        let now = UnixTime(seconds: Int64(try ZoneTests.seconds("2026-11-30T10:00Z")))
        #expect(Self.text(schedule.last(from: first, notAfter: now, in: .moscow)) == "11-30T06:00")
    }

    @Test(
        "What is no cron schedule says why",
        arguments: [
            ("* * * *", "4 fields"), ("0 0 9 * * 1", "seconds"), ("60 * * * *", "minute"), ("* 24 * * *", "hour"), ("* * 0 * *", "day"),
            ("* * * 13 *", "month"), ("* * * jam *", "jan"), ("* * * * 8", "weekday"), ("*/0 * * * *", "step"), ("5/10 * * * *", "range"),
            ("0 22-2 * * *", "two ranges"), ("0 0 30 feb *", "no calendar"), ("@reboot", "@daily"), ("", "0 fields"),
            ("1,,2 * * * *", "minute"),
            ("* * * * 1-", "weekday"), ("0 0 l-2 * *", "day"),
        ])
    func bad(text: String, reason: String) {
        let error = #expect(throws: ScheduleError.self) { try CronExpression(text) }
        #expect(error?.message.contains(reason) == true)
    }

    @Test(
        "Short forms, names, Sunday as 7 and ranges over it are read",
        arguments: [
            ("@weekly", "0 0 * * 7"), ("0 0 * * fri-sun", "0 0 * * 5,6,0"), ("0 0 1 JAN,jul *", "0 0 1 1,7 *"),
            ("0 0 * * 5-7", "0 0 * * 5-0"),
        ])
    func same(left: String, right: String) throws {
        var time = UnixTime(seconds: 1_767_270_000)
        for _ in 0..<20 {
            let next = Schedule.cron(try CronExpression(left)).next(after: time, in: .moscow)
            #expect(next == Schedule.cron(try CronExpression(right)).next(after: time, in: .moscow))
            time = try #require(next)
        }
    }

    @Test("Missed runs are allowed by how late they are; a little late is never missed")
    func lateness() {
        #expect(MissedRuns.runOnce.allows(lateness: .days(300)))
        #expect(MissedRuns.skip.allows(lateness: .seconds(30)))
        #expect(!MissedRuns.skip.allows(lateness: .minutes(2)))
        #expect(MissedRuns.runOnceWithin(.hours(1)).allows(lateness: .minutes(59)))
        #expect(!MissedRuns.runOnceWithin(.hours(1)).allows(lateness: .minutes(61)))
    }

    private static func text(_ time: UnixTime) -> String {
        let date = DateAndTime(unixTime: Int(time.milliseconds / 1000), utcOffset: 0)
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return "\(two(date.month))-\(two(date.day))T\(two(date.hour)):\(two(date.minute))"
    }
}
