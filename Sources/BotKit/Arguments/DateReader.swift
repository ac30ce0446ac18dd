// Govorun: reads a day and a time, word by word. SPDX-License-Identifier: MIT

/// Knows what day it is, and reads from there.
struct DateReader {
    /// A time of day.
    typealias Time = (hour: Int, minute: Int, second: Int)

    /// The moment that words such as "tomorrow" are counted from.
    let now: DateAndTime
    /// Whose clocks are meant.
    let zone: Zone

    /// What stands next; `nil` when it is no point in time.
    func date(_ reader: inout ArgumentReader) -> DateAndTime? {
        if let moment = reader.attempt({ later(&$0) }) ?? reader.attempt({ moment(&$0) }) { return moment }
        return onTheClock(&reader).map(settled)
    }

    /// The moment at which the zone's clocks show `date`, which may be set until then.
    private func settled(_ date: DateAndTime) -> DateAndTime {
        let moment = zone.moment(ofWall: date.unixTime + date.utcOffset)
        return DateAndTime(unixTime: moment, utcOffset: zone.offset(at: moment), isWholeDay: date.isWholeDay)
    }

    private func onTheClock(_ reader: inout ArgumentReader) -> DateAndTime? {
        if let time = reader.attempt({ time(&$0) }) {
            guard let day = reader.attempt({ day(&$0) }) else { return next(time) }
            return day.at(time, by: now)
        }
        guard let day = reader.attempt({ day(&$0) }) else { return nil }
        return day.at(reader.attempt { time(&$0) }, by: now)
    }

    /// `через 2 часа`, `in 2 hours`
    private func later(_ reader: inout ArgumentReader) -> DateAndTime? {
        guard let word = reader.word()?.lowercased(), word == "через" || word == "in" else { return nil }
        guard let span = SpanReader.span(&reader) else { return nil }
        return zone.date(at: now.unixTime + Int(span.components.seconds))
    }

    /// The next time the clock shows `time`.
    private func next(_ time: Time) -> DateAndTime? {
        guard let today = now.on(day: now.localDay, time: time) else { return nil }
        return today.unixTime > now.unixTime ? today : now.on(day: now.localDay + 1, time: time)
    }

    /// `12:00`, `в 9:05:30`
    private func time(_ reader: inout ArgumentReader) -> Time? {
        guard var word = reader.word() else { return nil }
        if Self.prepositions.contains(word.lowercased()) {
            guard let next = reader.word() else { return nil }
            word = next
        }
        return Self.clock(word[...])
    }

    private static let prepositions: Set = ["в", "во", "к", "at", "on", "by"]

    private static func clock(_ text: Substring) -> Time? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, let hour = number(parts[0], digits: 1...2), let minute = number(parts[1], digits: 2...2)
        else { return nil }
        guard let second = parts.count == 3 ? number(parts[2], digits: 2...2) : 0 else { return nil }
        return hour < 24 && minute < 60 && second < 60 ? (hour, minute, second) : nil
    }

    static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int(text)
    }

    // MARK: ISO 8601

    /// `2026-12-25T18:30`, with seconds, a fraction and a zone if need be.
    private func moment(_ reader: inout ArgumentReader) -> DateAndTime? {
        guard let word = reader.word()?.uppercased() else { return nil }
        let halves = word.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, case .exact(let year, let month, let day)? = Day(iso: halves[0]) else { return nil }
        guard let (clock, offset) = offset(in: halves[1]), let time = Self.clock(clock.prefix { $0 != "." && $0 != "," }) else {
            return nil
        }
        let date = DateAndTime(year: year, month: month, day: day, time: time, utcOffset: offset ?? now.utcOffset)
        return offset == nil ? date.map(settled) : date
    }

    /// What stands before a zone, and how far it is ahead of UTC, where one is given.
    private func offset(in text: Substring) -> (clock: Substring, offset: Int?)? {
        if text.hasSuffix("Z") { return (text.dropLast(), 0) }
        guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return (text, nil) }
        let digits = text[text.index(after: sign)...].filter { $0 != ":" }
        guard let hours = Self.number(digits.prefix(2), digits: 2...2), hours < 24 else { return nil }
        guard let minutes = digits.count > 2 ? Self.number(digits.dropFirst(2), digits: 2...2) : 0, minutes < 60 else { return nil }
        return (text[..<sign], (text[sign] == "-" ? -1 : 1) * (hours * 3600 + minutes * 60))
    }

    // MARK: Days

    /// `завтра`, `в пятницу`, `25.12`, `25 декабря 2026`, `2026-12-25`
    private func day(_ reader: inout ArgumentReader) -> Day? {
        guard var word = reader.word()?.lowercased() else { return nil }
        if Self.prepositions.contains(word) {
            guard let next = reader.word()?.lowercased(), DayWords.weekdays[next] != nil else { return nil }
            word = next
        }
        if let days = DayWords.relative[word] { return .relative(days) }
        if let weekday = DayWords.weekdays[word] { return .weekday(weekday) }
        if let day = Day(iso: word[...]) ?? Day(dotted: word[...]) { return day }
        guard let day = Self.number(word[...], digits: 1...2), let name = reader.word()?.lowercased(), let month = DayWords.months[name]
        else { return nil }
        let year = reader.attempt { $0.word().flatMap { Self.number($0[...], digits: 4...4) } }
        if year != nil { _ = reader.attempt { $0.word().flatMap { DayWords.years.contains($0.lowercased()) ? true : nil } } }
        return year.map { .exact($0, month, day) } ?? .yearly(month, day)
    }
}

/// A day as it was typed.
enum Day {
    case relative(Int)
    /// 1 is Monday.
    case weekday(Int)
    case exact(Int, Int, Int)
    case yearly(Int, Int)

    /// `2026-12-25`
    init?(iso text: Substring) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let year = DateReader.number(parts[0], digits: 4...4),
            let month = DateReader.number(parts[1], digits: 2...2),
            let day = DateReader.number(parts[2], digits: 2...2)
        else { return nil }
        self = .exact(year, month, day)
    }

    /// `25.12`, `25.12.26`, `25.12.2026`
    init?(dotted text: Substring) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 2, let day = DateReader.number(parts[0], digits: 1...2), let month = DateReader.number(parts[1], digits: 1...2)
        else { return nil }
        if parts.count == 2 || (parts.count == 3 && parts[2].isEmpty) {
            self = .yearly(month, day)
        } else if parts.count == 3, let year = DateReader.number(parts[2], digits: 4...4) {
            self = .exact(year, month, day)
        } else if parts.count == 3, let year = DateReader.number(parts[2], digits: 2...2) {
            self = .exact(2000 + year, month, day)
        } else {
            return nil
        }
    }

    /// The day that it is from `now` on; `nil` when the calendar has none.
    func at(_ time: DateReader.Time?, by now: DateAndTime) -> DateAndTime? {
        switch self {
        case .relative(let days): now.on(day: now.localDay + days, time: time)
        case .weekday(let weekday): next(weekday, time, now)
        case .exact(let year, let month, let day):
            DateAndTime(year: year, month: month, day: day, time: time, utcOffset: now.utcOffset)
        case .yearly(let month, let day): next(month, day, time, now)
        }
    }

    /// Today counts while the time is ahead.
    private func next(_ weekday: Int, _ time: DateReader.Time?, _ now: DateAndTime) -> DateAndTime? {
        let ahead = (weekday - now.weekday + 7) % 7
        guard let date = now.on(day: now.localDay + ahead, time: time) else { return nil }
        return ahead > 0 || date.unixTime > now.unixTime ? date : now.on(day: now.localDay + 7, time: time)
    }

    /// This year's, unless it is over; 29 February waits for its year.
    private func next(_ month: Int, _ day: Int, _ time: DateReader.Time?, _ now: DateAndTime) -> DateAndTime? {
        for year in now.year...(now.year + 8) {
            guard let date = DateAndTime(year: year, month: month, day: day, time: time, utcOffset: now.utcOffset) else { continue }
            if date.localDay > now.localDay || (date.localDay == now.localDay && (date.isWholeDay || date.unixTime > now.unixTime)) {
                return date
            }
        }
        return nil
    }
}

/// The words for days, months and years.
private enum DayWords {
    static let relative = [
        "позавчера": -2, "вчера": -1, "сегодня": 0, "завтра": 1, "послезавтра": 2, "yesterday": -1, "today": 0, "tomorrow": 1,
    ]

    static let weekdays = numbered([
        "понедельник пн monday mon", "вторник вт tuesday tue", "среда среду ср wednesday wed", "четверг чт thursday thu",
        "пятница пятницу пт friday fri", "суббота субботу сб saturday sat", "воскресенье вс sunday sun",
    ])

    static let months = numbered([
        "января january jan янв", "февраля february feb фев", "марта march mar мар", "апреля april apr апр", "мая may",
        "июня june jun июн", "июля july jul июл", "августа august aug авг", "сентября september sep сен", "октября october oct окт",
        "ноября november nov ноя", "декабря december dec дек",
    ])

    static let years: Set = ["г", "г.", "год", "года"]

    private static func numbered(_ rows: [String]) -> [String: Int] {
        var words: [String: Int] = [:]
        for (index, row) in rows.enumerated() { for word in row.split(separator: " ") { words[String(word)] = index + 1 } }
        return words
    }
}
