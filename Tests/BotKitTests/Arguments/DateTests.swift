// Govorun: dates and times. SPDX-License-Identifier: MIT
import Testing

@testable import BotKit

@Suite("Dates and times")
struct DateTests {
    /// Thursday, 2026-01-15 14:30:00 by a clock three hours ahead of UTC.
    private static let now = 1_768_476_600

    private static func read(_ text: String, now: Int = now, utcOffset: Duration? = .seconds(3 * 3600)) -> String? {
        var reader = ArgumentReader(text, now: now)
        do {
            let date = try DateArgument.date("when", utcOffset: utcOffset).read(&reader)
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            let time = date.isWholeDay ? "" : " \(two(date.hour)):\(two(date.minute)):\(two(date.second))"
            let rest = reader.rest().map { " + " + $0 } ?? ""
            return "\(date.year)-\(two(date.month))-\(two(date.day))\(time)\(rest)"
        } catch {
            return nil
        }
    }

    @Test(
        "Days and times are read as people write them",
        arguments: [
            ("завтра 12:00", "2026-01-16 12:00:00"), ("завтра в 12:00", "2026-01-16 12:00:00"), ("Завтра", "2026-01-16"),
            ("сегодня 15:00", "2026-01-15 15:00:00"),
            ("сегодня 9:05", "2026-01-15 09:05:00"), ("послезавтра", "2026-01-17"), ("вчера", "2026-01-14"),
            ("tomorrow at 9:00", "2026-01-16 09:00:00"),
            ("15:00", "2026-01-15 15:00:00"), ("14:30", "2026-01-16 14:30:00"), ("в 9:00", "2026-01-16 09:00:00"),
            ("9:00 завтра", "2026-01-16 09:00:00"),
            ("23:59:59", "2026-01-15 23:59:59"), ("25.12", "2026-12-25"), ("15.01", "2026-01-15"), ("14.01", "2027-01-14"),
            ("15.01 14:00", "2027-01-15 14:00:00"),
            ("15.01 15:00", "2026-01-15 15:00:00"), ("1.2", "2026-02-01"), ("25.12.2026 18:30", "2026-12-25 18:30:00"),
            ("25.12.26", "2026-12-25"), ("25.12.", "2026-12-25"),
            ("29.02", "2028-02-29"), ("2026-12-25", "2026-12-25"), ("2026-12-25 18:30", "2026-12-25 18:30:00"),
            ("2026-12-25T18:30", "2026-12-25 18:30:00"),
            ("2026-12-25T18:30:15.5", "2026-12-25 18:30:15"), ("25 декабря", "2026-12-25"), ("25 декабря 2027", "2027-12-25"),
            ("25 декабря 2027 г. в 9:00", "2027-12-25 09:00:00"), ("25 december", "2026-12-25"), ("в пятницу", "2026-01-16"),
            ("в пятницу в 9:00", "2026-01-16 09:00:00"),
            ("четверг", "2026-01-22"), ("четверг 15:00", "2026-01-15 15:00:00"), ("пн", "2026-01-19"),
            ("on monday at 10:00", "2026-01-19 10:00:00"),
            ("через 2 часа", "2026-01-15 16:30:00"), ("через полчаса", "2026-01-15 15:00:00"), ("in 2 days", "2026-01-17 14:30:00"),
            ("завтра купить хлеб", "2026-01-16 + купить хлеб"), ("25 мая 12 яблок", "2026-05-25 + 12 яблок"),
            ("15:00 позвонить", "2026-01-15 15:00:00 + позвонить"),
        ])
    func read(text: String, expected: String) { #expect(Self.read(text) == expected) }

    @Test(
        "A zone that is written counts, else that of the clock",
        arguments: [
            ("2026-12-25T18:30Z", 1_798_223_400), ("2026-12-25T18:30+03:00", 1_798_212_600), ("2026-12-25T18:30-0500", 1_798_241_400),
            ("2026-12-25T18:30+03", 1_798_212_600), ("2026-12-25T18:30", 1_798_212_600), ("1970-01-01T03:00", 0),
            ("1969-12-31T00:00Z", -86_400),
        ])
    func zones(text: String, unixTime: Int) throws {
        var reader = ArgumentReader(text, now: Self.now)
        #expect(try DateArgument.date("when", utcOffset: .seconds(3 * 3600)).read(&reader).unixTime == unixTime)
    }

    @Test(
        "What is on no calendar and no clock is refused",
        arguments: [
            "", "32.01", "30.02.2026", "29.02.2026", "0.1", "1.13", "25:00", "12:60", "12:5", "2026-13-01", "2026-1-1", "2026-02-30T10:00",
            "2026-12-25T24:00",
            "2026-12-25T18:30+24:00", "потом", "в", "через", "через потом", "5", "25 чего-то", "1.2.3.4", "в завтра", "1.2.999",
        ])
    func refused(text: String) { #expect(Self.read(text) == nil) }

    @Test("Every day of four centuries is found on its calendar, and weekdays follow one another")
    func calendar() {
        var day = 0
        for year in 1970...2369 {
            for month in 1...12 {
                for number in 1...DateAndTime.days(in: month, of: year) {
                    let date = DateAndTime(unixTime: day * 86_400, utcOffset: 0)
                    guard date.year == year, date.month == month, date.day == number, date.weekday == (day + 3) % 7 + 1 else {
                        Issue.record("\(year)-\(month)-\(number) is \(date.year)-\(date.month)-\(date.day)")
                        return
                    }
                    day += 1
                }
            }
        }
    }
}
