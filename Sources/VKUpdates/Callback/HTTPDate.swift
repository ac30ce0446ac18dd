// Govorun: a moment as HTTP writes it. SPDX-License-Identifier: MIT

/// A moment in HTTP's one form, `Sun, 06 Nov 1994 08:49:37 GMT` (source: RFC 9110, "Date/Time Formats").
struct HTTPDate: CustomStringConvertible {
    /// Whole seconds since 1970-01-01 00:00 UTC.
    let seconds: Int64

    /// The moment `unixTime` after 1970, or the next whole second after it.
    init(_ unixTime: Duration) { seconds = unixTime.components.seconds + (unixTime.components.attoseconds > 0 ? 1 : 0) }

    /// The text that stands in a header.
    var description: String {
        let second = Int(seconds.modulo(86_400))
        let days = Int((seconds - Int64(second)) / 86_400)
        let (year, month, day) = Self.civil(days)
        let time = [second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }.joined(separator: ":")
        // 1970 began on a Thursday.
        return
            "\(Self.weekdays[(days + 4).modulo(7)]), \(Self.padded(day, 2)) \(Self.months[month - 1]) \(Self.padded(year, 4)) \(time) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// The Gregorian day so many days after 1970-01-01: years are counted from March on, so that the leap day is the last of one.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468  // days between 0000-03-01 and 1970-01-01
        let dayOfEra = shifted.modulo(146_097)
        let era = (shifted - dayOfEra) / 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * dayOfYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * fromMarch + 2) / 5 + 1)
    }
}

extension BinaryInteger {
    /// The remainder that is never negative.
    fileprivate func modulo(_ divisor: Self) -> Self {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
