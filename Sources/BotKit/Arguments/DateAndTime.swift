// Govorun: a point in time as a calendar and a clock show it. SPDX-License-Identifier: MIT

/// A point in time with its day and hour somewhere on earth, in the Gregorian calendar.
public struct DateAndTime: Sendable, Hashable {
    /// Seconds since 1970-01-01 00:00 UTC.
    public let unixTime: Int
    /// How far the clock is ahead of UTC, in seconds.
    public let utcOffset: Int
    /// Whether only a day was given; the time is midnight then.
    public let isWholeDay: Bool

    /// What a clock that is `utcOffset` seconds ahead of UTC shows at `unixTime`.
    public init(unixTime: Int, utcOffset: Int, isWholeDay: Bool = false) {
        self.unixTime = unixTime
        self.utcOffset = utcOffset
        self.isWholeDay = isWholeDay
    }

    /// A day and a time; `nil` when the calendar does not have it, or a clock does not show it.
    init?(year: Int, month: Int, day: Int, time: (hour: Int, minute: Int, second: Int)?, utcOffset: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day) else { return nil }
        let time = (time ?? (0, 0, 0), isGiven: time != nil)
        guard (0...23).contains(time.0.hour), (0...59).contains(time.0.minute), (0...59).contains(time.0.second) else { return nil }
        let seconds = time.0.hour * 3600 + time.0.minute * 60 + time.0.second
        self.init(
            unixTime: Self.daysSinceEpoch(year, month, day) * 86_400 + seconds - utcOffset, utcOffset: utcOffset, isWholeDay: !time.isGiven)
    }

    /// The year.
    public var year: Int { civil.year }
    /// 1...12.
    public var month: Int { civil.month }
    /// 1...31.
    public var day: Int { civil.day }
    /// 0...23.
    public var hour: Int { secondOfDay / 3600 }
    /// 0...59.
    public var minute: Int { secondOfDay / 60 % 60 }
    /// 0...59.
    public var second: Int { secondOfDay % 60 }
    /// 1 is Monday, 7 is Sunday.
    public var weekday: Int { ((localDay + 3) % 7 + 7) % 7 + 1 }

    /// Days since 1970-01-01 by this clock.
    var localDay: Int { Self.floor(unixTime + utcOffset, by: 86_400) }
    private var secondOfDay: Int { unixTime + utcOffset - localDay * 86_400 }

    /// The same time of day, or midnight, on another day.
    func on(day: Int, time: (hour: Int, minute: Int, second: Int)?) -> DateAndTime? {
        let date = Self.civil(day)
        return DateAndTime(year: date.year, month: date.month, day: date.day, time: time, utcOffset: utcOffset)
    }

    static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private var civil: (year: Int, month: Int, day: Int) { Self.civil(localDay) }

    private static func floor(_ value: Int, by divisor: Int) -> Int { (value - (value % divisor + divisor) % divisor) / divisor }

    /// Years are counted from March, so that the leap day is the last; an era has 400 of them and 146 097 days.
    static func daysSinceEpoch(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = floor(shifted, by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = floor(shifted, by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
