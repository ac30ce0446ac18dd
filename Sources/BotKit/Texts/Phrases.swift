// Govorun: what the library itself says to people. SPDX-License-Identifier: MIT

/// Our own sentences, in the languages we have; Russian where the bot's language is not one of them.
struct Phrases {
    private let isEnglish: Bool

    init(language: String) { isEnglish = language.lowercased().hasPrefix("en") }

    func usage(_ usage: String) -> String { (isEnglish ? "Usage: " : "Как написать: ") + usage }

    func problem(_ problem: ArgumentProblem) -> String {
        switch (problem.kind, isEnglish) {
        case (.missing, true): "Something is missing: \(problem.argument)."
        case (.missing, false): "Не хватает: \(problem.argument)."
        case (.unreadable(let word), true): "«\(word)» does not fit here: \(problem.argument)."
        case (.unreadable(let word), false): "«\(word)» не подходит: \(problem.argument)."
        case (.tooMany(let rest), true): "This is too much: «\(rest)»."
        case (.tooMany(let rest), false): "Это лишнее: «\(rest)»."
        }
    }
}
