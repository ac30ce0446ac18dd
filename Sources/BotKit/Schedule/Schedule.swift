// Govorun: when something is to be done again and again. SPDX-License-Identifier: MIT
import BotStorage

/// The times of a timer, as a value: no clock, so its tests are tables.
enum Schedule: Sendable, Hashable, CustomStringConvertible {
    /// At the multiples of a span since 1970 in UTC, so that a restart moves nothing.
    case every(milliseconds: Int64)
    /// At times of day, ascending.
    case daily([TimeOfDay])
    /// As cron says.
    case cron(CronExpression)

    /// The first time after `time`; `nil` when there is none in the calendar's reach.
    func next(after time: UnixTime, in zone: Zone) -> UnixTime? {
        if case .every(let step) = self {
            let rest = (time.milliseconds % step + step) % step
            return UnixTime(milliseconds: time.milliseconds - rest + step)
        }
        let now = Self.seconds(time)
        var wall = now + zone.offset(at: now)
        while let next = nextWall(after: wall) {
            let moment = zone.moment(ofWall: next)
            // When clocks show a time twice, the second time is behind the first.
            if moment > now { return UnixTime(seconds: Int64(moment)) }
            wall = next
        }
        return nil
    }

    /// Whether `due` is far behind `next`, the next time by the clock: then the clock was set back. A time of day waits for its time all the same,
    /// or it would come twice a day.
    func isBeyondNext(_ due: UnixTime, after next: UnixTime) -> Bool {
        guard case .every(let step) = self else { return false }
        return due.milliseconds - next.milliseconds > step
    }

    /// The last time from `first` on, which is one, that is not after `time`.
    func last(from first: UnixTime, notAfter time: UnixTime, in zone: Zone) -> UnixTime {
        if case .every(let step) = self, time > first {
            return UnixTime(milliseconds: first.milliseconds + (time.milliseconds - first.milliseconds) / step * step)
        }
        var last = first
        while let next = next(after: last, in: zone), next <= time { last = next }
        return last
    }

    private static func seconds(_ time: UnixTime) -> Int {
        let milliseconds = time.milliseconds
        return Int((milliseconds - (milliseconds % 1_000 + 1_000) % 1_000) / 1_000)
    }

    // MARK: On the wall

    /// Days looked at: 29 February may be eight years away.
    private static let reach = 3_000

    /// The next time that a clock is to show, in seconds as if it showed UTC.
    private func nextWall(after wall: Int) -> Int? {
        let today = DateAndTime(unixTime: wall, utcOffset: 0).localDay
        for day in today...(today + Self.reach) where meets(day) {
            if let time = firstTime(after: wall - day * 86_400) { return day * 86_400 + time }
        }
        return nil
    }

    private func meets(_ day: Int) -> Bool {
        guard case .cron(let cron) = self else { return true }
        let date = DateAndTime(unixTime: day * 86_400, utcOffset: 0)
        return cron.meets(year: date.year, month: date.month, day: date.day, weekday: date.weekday)
    }

    /// The first second of a day that is met, after `second` of it, which may lie before it.
    private func firstTime(after second: Int) -> Int? {
        switch self {
        case .every: return nil
        case .daily(let times): return times.first { $0.seconds > second }?.seconds
        case .cron(let cron):
            let next = max(0, second < 0 ? 0 : second / 60 + 1)
            for hour in next / 60..<max(24, next / 60) where cron.hours >> hour & 1 == 1 {
                let first = hour == next / 60 ? next % 60 : 0
                for minute in first..<60 where cron.minutes >> minute & 1 == 1 { return hour * 3600 + minute * 60 }
            }
            return nil
        }
    }

    /// For logs, and to tell a schedule that was changed.
    var description: String {
        switch self {
        case .every(let step): "every \(Duration.milliseconds(step))"
        case .daily(let times): "daily \(times.map(\.description).joined(separator: " "))"
        case .cron(let cron): "cron \(cron)"
        }
    }
}
