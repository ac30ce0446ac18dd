// Govorun: how the clocks of a zone are set every year. SPDX-License-Identifier: MIT

/// The rule at the end of a zone's file, in the form of POSIX's `TZ`: `MSK-3`, `CET-1CEST,M3.5.0,M10.5.0/3` (source: RFC 8536, section 3.3).
struct YearlyRule: Sendable, Equatable {
    /// A day of each year with a time on it.
    struct Moment: Sendable, Equatable {
        enum Day: Sendable, Equatable {
            /// The weekday (0 is Sunday) of the week (5: the last) of the month.
            case weekday(month: Int, week: Int, day: Int)
            /// 1...365, 29 February not counted.
            case julian(Int)
            /// 0...365, 29 February counted.
            case ordinal(Int)
        }

        var day: Day
        /// Seconds after midnight; may be before it, or days later.
        var time: Int
    }

    /// Seconds ahead of UTC in winter, or all year.
    var standard: Int
    /// In summer, where there is one, with its beginning and its end.
    var summer: (offset: Int, begin: Moment, end: Moment)?

    static func == (left: YearlyRule, right: YearlyRule) -> Bool {
        left.standard == right.standard && left.summer?.offset == right.summer?.offset && left.summer?.begin == right.summer?.begin
            && left.summer?.end == right.summer?.end
    }

    /// What holds at `time`.
    func span(at time: Int) -> ZoneRules.Span {
        guard let summer else { return ZoneRules.Span(offset: standard) }
        let year = DateAndTime(unixTime: time, utcOffset: 0).year
        var changes: [(time: Int, offset: Int)] = []
        for year in (year - 1)...(year + 1) {
            changes.append((summer.begin.wallTime(in: year) - standard, summer.offset))
            changes.append((summer.end.wallTime(in: year) - summer.offset, standard))
        }
        changes.sort { $0.time < $1.time }
        let next = changes.firstIndex { $0.time > time } ?? changes.count
        // The year before and the year after are there, so both sides of `time` are.
        guard next > 0, next < changes.count else { return ZoneRules.Span(offset: standard) }
        return ZoneRules.Span(start: changes[next - 1].time, end: changes[next].time, offset: changes[next - 1].offset)
    }
}

extension YearlyRule.Moment {
    /// When it is in `year`, in seconds, as if the clocks showed UTC.
    fileprivate func wallTime(in year: Int) -> Int { dayNumber(in: year) * 86_400 + time }

    private func dayNumber(in year: Int) -> Int {
        let newYear = DateAndTime.daysSinceEpoch(year, 1, 1)
        switch day {
        case .ordinal(let day): return newYear + day
        case .julian(let day): return newYear + day - (day >= 60 && DateAndTime.days(in: 2, of: year) == 29 ? 0 : 1)
        case .weekday(let month, let week, let weekday):
            let first = DateAndTime.daysSinceEpoch(year, month, 1)
            // 1970-01-01 was a Thursday.
            let ahead = (weekday - (first + 4) % 7 + 14) % 7
            let day = 1 + ahead + (week - 1) * 7
            return first + (day > DateAndTime.days(in: month, of: year) ? day - 7 : day) - 1
        }
    }
}
