// Govorun: the words for units of time. SPDX-License-Identifier: MIT

/// Units of time in Russian and English, in milliseconds. A month counts 30 days, a year 365.
enum TimeUnit {
    static let second = 1_000
    static let minute = 60 * second
    static let hour = 60 * minute
    static let day = 24 * hour

    /// The unit that `word`, in lower case, names in whatever form; `nil` when it names none.
    static func named(_ word: String) -> Int? {
        let word = word.hasSuffix(".") ? String(word.dropLast()) : word
        return words[word]
    }

    private static let words: [String: Int] = {
        let table: [(Int, String)] = [
            (1, "ms мс миллисекунда миллисекунду миллисекунды миллисекунд millisecond milliseconds"),
            (second, "s sec secs second seconds с сек секунда секунду секунды секунд секундочку"),
            (minute, "m min mins minute minutes м мин минута минуту минуты минут минутку минуточку"),
            (hour, "h hr hrs hour hours ч час часа часов часик"),
            (day, "d day days д дн день дня дней сутки суток"),
            (7 * day, "w week weeks н нед неделя неделю недели недель недельку"),
            (30 * day, "mo month months мес месяц месяца месяцев"),
            (365 * day, "y year years г год года лет"),
        ]
        return Dictionary(uniqueKeysWithValues: table.flatMap { unit, words in words.split(separator: " ").map { (String($0), unit) } })
    }()

    /// Words that are a number and a unit in one.
    static let halves: [String: Int] = ["полчаса": hour / 2, "полминуты": minute / 2, "полдня": day / 2, "полгода": 365 * day / 2]

    /// Words that count.
    static let counts: [String: Double] = [
        "полтора": 1.5, "полторы": 1.5, "один": 1, "одну": 1, "одна": 1, "два": 2, "две": 2, "три": 3, "четыре": 4, "пять": 5,
        "шесть": 6, "семь": 7, "восемь": 8, "девять": 9, "десять": 10, "пару": 2, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3,
        "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    ]
}
