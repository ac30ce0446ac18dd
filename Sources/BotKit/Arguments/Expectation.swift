// Govorun: what an argument could have been. SPDX-License-Identifier: MIT

extension ArgumentProblem {
    /// What fits where something else was typed; said in the bot's language.
    public enum Expectation: Sendable, Equatable {
        /// A whole number.
        case integer
        /// A number, perhaps with a fraction.
        case number
        /// A span of time.
        case duration
        /// A day, a time, or both.
        case date
        /// A person or a community.
        case person
        /// One of these words.
        case choice([String])
        /// No value at all: a flag that is given or not.
        case nothing
        /// What the author says, in the language of the bot: "нужно время: 18:30".
        case other(String)
        /// Any of these; none: nothing is said.
        indirect case anyOf([Expectation])
    }
}

extension Phrases {
    /// What fits, to stand behind an argument's name; empty where nothing is known of it.
    func expectation(of problem: ArgumentProblem) -> String {
        guard let expected = problem.expected, expected != .anyOf([]) else { return "" }
        return isEnglish ? ", " + Self.english(expected) : " — " + Self.russian(expected)
    }

    // Nothing here may look like a mention: VK would call whoever has that name.
    private static func russian(_ expected: ArgumentProblem.Expectation) -> String {
        switch expected {
        case .integer: "нужно целое число"
        case .number: "нужно число"
        case .duration: "нужно время: 5m, 2 часа"
        case .date: "нужна дата или время: завтра, 25.12, 18:30"
        case .person: "нужен человек: упоминание через @, ссылка или id"
        case .choice(let words): words.count == 1 ? "нужно «\(words[0])»" : "нужно одно из: " + few(words)
        case .nothing: "пишется без значения"
        case .other(let text): text
        case .anyOf(let expected): expected.map(russian).joined(separator: " или ")
        }
    }

    private static func english(_ expected: ArgumentProblem.Expectation) -> String {
        switch expected {
        case .integer: "a whole number"
        case .number: "a number"
        case .duration: "a span of time such as 5m or 2 hours"
        case .date: "a date or a time such as tomorrow, 25.12 or 18:30"
        case .person: "a mention with @, a link or an id"
        case .choice(let words): words.count == 1 ? "«\(words[0])»" : "one of " + few(words)
        case .nothing: "which takes no value"
        case .other(let text): text
        case .anyOf(let expected): expected.map(english).joined(separator: " or ")
        }
    }

    /// Ten words at most.
    private static func few(_ words: [String]) -> String { words.prefix(10).joined(separator: ", ") + (words.count > 10 ? "…" : "") }
}
