// Govorun: reads the yearly rule of a zone. SPDX-License-Identifier: MIT

extension YearlyRule {
    /// Reads POSIX's form; `nil` for anything else.
    init?(_ text: String) {
        var reader = RuleReader(text: Array(text.utf8)[...])
        guard reader.name(), let standard = reader.offset() else { return nil }
        self.standard = -standard
        guard !reader.text.isEmpty else { return }
        guard reader.name() else { return nil }
        let offset = reader.startsTime ? reader.offset().map { -$0 } : self.standard + 3600
        guard let offset, let begin = reader.moment(), let end = reader.moment(), reader.text.isEmpty else { return nil }
        summer = (offset, begin, end)
    }
}

/// Reads from the front.
private struct RuleReader {
    var text: ArraySlice<UInt8>

    /// Letters, or anything between `<` and `>`.
    mutating func name() -> Bool {
        if take("<") {
            guard let end = text.firstIndex(of: UInt8(ascii: ">")) else { return false }
            text = text[(end + 1)...]
            return true
        }
        let letters = text.prefix { (65...90).contains($0 & 0xdf) }
        text = text[letters.endIndex...]
        return letters.count >= 3
    }

    var startsTime: Bool { text.first.map { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || (48...57).contains($0) } ?? false }

    /// `3`, `-3:30`, `+167:00:00`, in seconds.
    mutating func offset() -> Int? {
        let sign = take("-") ? -1 : 1
        if sign == 1 { _ = take("+") }
        guard let hours = number(), hours <= 167 else { return nil }
        var seconds = hours * 3600
        if take(":") {
            guard let minutes = number(), minutes < 60 else { return nil }
            seconds += minutes * 60
            if take(":") {
                guard let rest = number(), rest < 60 else { return nil }
                seconds += rest
            }
        }
        return sign * seconds
    }

    /// `,M3.5.0/2`, `,J60`, `,59`
    mutating func moment() -> YearlyRule.Moment? {
        guard take(","), let day = day() else { return nil }
        guard take("/") else { return YearlyRule.Moment(day: day, time: 2 * 3600) }
        return offset().map { YearlyRule.Moment(day: day, time: $0) }
    }

    private mutating func day() -> YearlyRule.Moment.Day? {
        if take("J") { return number().flatMap { (1...365).contains($0) ? .julian($0) : nil } }
        guard take("M") else { return number().flatMap { $0 <= 365 ? .ordinal($0) : nil } }
        guard let month = number(), (1...12).contains(month), take("."), let week = number(), (1...5).contains(week), take("."),
            let day = number(), day <= 6
        else { return nil }
        return .weekday(month: month, week: week, day: day)
    }

    private mutating func number() -> Int? {
        let digits = text.prefix { (48...57).contains($0) }
        guard (1...3).contains(digits.count) else { return nil }
        text = text[digits.endIndex...]
        return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard text.first == UInt8(ascii: character) else { return false }
        text = text.dropFirst()
        return true
    }
}
