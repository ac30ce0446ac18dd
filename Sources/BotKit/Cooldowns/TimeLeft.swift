// Govorun: how long is left, in words. SPDX-License-Identifier: MIT

/// A time in words, after "wait": `3 секунды`, `1 минуту 5 секунд`, `2 days 3 hours`; two units at most, rounded up.
struct TimeLeft: Sendable {
    let text: String
    private let isEnglish: Bool

    init(seconds: Int, language: String) {
        isEnglish = language.lowercased().hasPrefix("en")
        text = Self.text(max(1, seconds), isEnglish: isEnglish)
    }

    /// The time in a sentence of its own.
    var sentence: String { isEnglish ? "Please wait \(text)." : "Подождите \(text)." }

    /// Days are told without seconds, hours too.
    private static func text(_ seconds: Int, isEnglish: Bool) -> String {
        let minutes = (seconds + 59) / 60
        let parts: [(Int, Unit)] =
            if seconds < 3600 {
                [(seconds / 60, .minute), (seconds % 60, .second)]
            } else if minutes < 24 * 60 {
                [(minutes / 60, .hour), (minutes % 60, .minute)]
            } else {
                [((minutes + 59) / 60 / 24, .day), ((minutes + 59) / 60 % 24, .hour)]
            }
        return parts.filter { $0.0 > 0 }.map { "\($0) \($1.word(after: $0, isEnglish: isEnglish))" }.joined(separator: " ")
    }

    private enum Unit {
        case second, minute, hour, day

        func word(after number: Int, isEnglish: Bool) -> String {
            switch self {
            case .second: isEnglish ? Plural.en(number, "second", "seconds") : Plural.ru(number, "секунду", "секунды", "секунд")
            case .minute: isEnglish ? Plural.en(number, "minute", "minutes") : Plural.ru(number, "минуту", "минуты", "минут")
            case .hour: isEnglish ? Plural.en(number, "hour", "hours") : Plural.ru(number, "час", "часа", "часов")
            case .day: isEnglish ? Plural.en(number, "day", "days") : Plural.ru(number, "день", "дня", "дней")
            }
        }
    }
}
