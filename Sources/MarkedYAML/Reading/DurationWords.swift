// Govorun: durations in words that are not read, and what they would be. SPDX-License-Identifier: MIT

extension DurationText {
    /// By unit, what people call it.
    private static let words: [String: Set<String>] = [
        "ms": ["millisecond", "milliseconds", "msec", "мс", "миллисекунд"],
        "s": ["sec", "secs", "second", "seconds", "с", "сек", "секунда", "секунду", "секунды", "секунд"],
        "m": ["min", "mins", "minute", "minutes", "м", "мин", "минута", "минуту", "минуты", "минут"],
        "h": ["hr", "hrs", "hour", "hours", "ч", "час", "часа", "часов"],
        "d": ["day", "days", "д", "день", "дня", "дней"],
    ]

    /// The duration that `10 sec`, `5 минут` or `1h 30m` stands for, as it is read: `10s`; `nil` for what is none.
    static func respelled(_ text: String) -> String? {
        let dense = text.lowercased().replacing(",", with: ".").filter { !$0.isWhitespace }
        if parse(dense) != nil { return dense == text || dense.last?.isLetter != true ? nil : dense }
        let number = dense.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let word = dense.dropFirst(number.count).filter { $0 != "." }
        guard let unit = words.first(where: { $0.value.contains(word) })?.key, parse(number + unit) != nil else { return nil }
        return number + unit
    }
}
