// Govorun: a schedule in the five fields of cron. SPDX-License-Identifier: MIT
public import MarkedYAML

/// `minute hour day-of-month month day-of-week`, as in Vixie cron: `0 9 * * 1-5`, `*/15 8-20 * * *`, `30 18 L * *`, `0 12 * jan,jul mon`.
///
/// A field is `*`, a number, a range, a list of these, each range or `*` with a step; months and weekdays have names (`jan`, `mon`), 0 and 7
/// are Sunday, `L` is the last day of the month. When neither day field begins with `*`, a day that either of them names counts. `@hourly`,
/// `@daily`, `@weekly`, `@monthly` and `@yearly` are short forms. As an option of a plugin it is written in `bots.yaml` as it is.
public struct CronExpression: Sendable, Hashable, WrittenTime {
    /// As it was written.
    public let description: String
    let minutes: UInt64
    let hours: UInt64
    private let days: UInt64
    private let months: UInt64
    private let weekdays: UInt64
    private let meetsLastDay: Bool
    private let eitherDay: Bool
    /// Why it never comes, for one that its author wrote.
    let flaw: String?

    /// Reads an expression.
    ///
    /// - Throws: `ScheduleError` naming the field, also for a day that never comes.
    public init(_ text: String) throws(ScheduleError) {
        description = text
        flaw = nil
        let words = text.split(whereSeparator: \.isWhitespace).map { String($0).lowercased() }
        if words.count == 1, words[0].hasPrefix("@"), Self.shortForms[words[0]] == nil {
            throw ScheduleError("'\(text)' is no schedule; there are \(Self.shortForms.keys.sorted().joined(separator: ", "))")
        }
        let fields = (words.count == 1 ? Self.shortForms[words[0]] : nil)?.split(separator: " ").map(String.init) ?? words
        guard fields.count == 5 else {
            let hint = fields.count == 6 ? "; seconds are not served" : ""
            throw ScheduleError("'\(text)' has \(fields.count) fields; cron has five: minute hour day month weekday\(hint)")
        }
        minutes = try CronField.minute.read(fields[0])
        hours = try CronField.hour.read(fields[1])
        let days = fields[2].split(separator: ",", omittingEmptySubsequences: false)
        meetsLastDay = days.contains("l")
        let others = days.filter { $0 != "l" }.joined(separator: ",")
        self.days = others.isEmpty && meetsLastDay ? 0 : try CronField.day.read(others)
        months = try CronField.month.read(fields[3])
        let weekdays = try CronField.weekday.read(fields[4])
        // 7 is Sunday, too.
        self.weekdays = weekdays & 0x7f | weekdays >> 7 & 1
        eitherDay = !fields[2].hasPrefix("*") && !fields[4].hasPrefix("*")
        guard hasDay else { throw ScheduleError("'\(text)' names a day that no calendar has") }
    }

    /// One that comes never.
    private init(_ text: String, flaw: String) {
        (description, self.flaw) = (text, flaw)
        (minutes, hours, days, months, weekdays, meetsLastDay, eitherDay) = (0, 0, 0, 0, 0, false, false)
    }

    private static let shortForms = [
        "@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@weekly": "0 0 * * 0", "@monthly": "0 0 1 * *",
        "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *",
    ]

    /// Whether some day is met, of a leap year.
    private var hasDay: Bool {
        if eitherDay { return true }
        return (1...12).contains { month in
            months >> month & 1 == 1 && (meetsLastDay || (1...DateAndTime.days(in: month, of: 2024)).contains { days >> $0 & 1 == 1 })
        }
    }

    /// Whether the day is met.
    ///
    /// - Parameter weekday: 1 is Monday, 7 is Sunday.
    func meets(year: Int, month: Int, day: Int, weekday: Int) -> Bool {
        guard months >> month & 1 == 1 else { return false }
        let ofMonth = days >> day & 1 == 1 || (meetsLastDay && day == DateAndTime.days(in: month, of: year))
        let ofWeek = weekdays >> (weekday % 7) & 1 == 1
        return eitherDay ? ofMonth || ofWeek : ofMonth && ofWeek
    }
}

/// One of the five fields.
struct CronField {
    let name: String
    let range: ClosedRange<Int>
    var words: [String: Int] = [:]

    static let minute = CronField(name: "minute", range: 0...59)
    static let hour = CronField(name: "hour", range: 0...23)
    static let day = CronField(name: "day of the month", range: 1...31)
    static let month = CronField(name: "month", range: 1...12, words: numbered("jan feb mar apr may jun jul aug sep oct nov dec", from: 1))
    static let weekday = CronField(name: "weekday", range: 0...7, words: numbered("sun mon tue wed thu fri sat", from: 0))

    private static func numbered(_ words: String, from first: Int) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: words.split(separator: " ").enumerated().map { (String($1), $0 + first) })
    }

    /// A bit for each number that `text` names.
    func read(_ text: String) throws(ScheduleError) -> UInt64 {
        var bits: UInt64 = 0
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            for number in try numbers(of: part) { bits |= 1 << UInt64(number) }
        }
        return bits
    }

    private func numbers(of part: Substring) throws(ScheduleError) -> [Int] {
        let halves = part.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        var step = 1
        if halves.count == 2 {
            guard let given = DateReader.number(halves[1], digits: 1...2), given > 0 else {
                throw problem(part, "a step is a number above 0")
            }
            step = given
        }
        let range = try range(of: halves[0])
        if halves.count == 2, range.count == 1, halves[0] != "*" { throw problem(part, "a step needs a range or * before it") }
        return Array(stride(from: range.lowerBound, through: range.upperBound, by: step))
    }

    private func range(of text: Substring) throws(ScheduleError) -> ClosedRange<Int> {
        // Sunday is 0 and 7; once is enough.
        if text == "*" { return self.range == 0...7 ? 0...6 : self.range }
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let first = try number(ends[0], in: text)
        guard ends.count == 2 else { return first...first }
        var last = try number(ends[1], in: text)
        if last == 0, first > 0, self.range == 0...7 { last = 7 }
        guard first <= last else { throw problem(text, "its end is before its beginning; write two ranges, with a comma between") }
        return first...last
    }

    private func number(_ text: Substring, in whole: Substring) throws(ScheduleError) -> Int {
        if let number = words[String(text)] { return number }
        guard let number = DateReader.number(text, digits: 1...2), range.contains(number) else {
            let names = words.isEmpty ? "" : " or " + words.sorted { $0.value < $1.value }.map(\.key).joined(separator: " ")
            throw problem(whole, "it takes \(range.lowerBound) to \(range.upperBound)\(names)")
        }
        return number
    }

    private func problem(_ text: Substring, _ why: String) -> ScheduleError {
        ScheduleError("'\(text)' is no \(name) of a cron schedule: \(why)")
    }
}

extension CronExpression: ExpressibleByStringLiteral {
    /// What an author writes as a default: `var when: CronExpression = "0 9 * * 1-5"`. A bad one stops the start of the bot at the handler that
    /// uses it.
    public init(stringLiteral text: String) {
        do throws(ScheduleError) { self = try Self(text) } catch { self.init(text, flaw: error.message) }
    }
}

extension CronExpression: DescribedOption {
    /// For listings of options.
    public static var optionForm: String { "cron schedule (0 9 * * 1-5)" }
}
