// Govorun: what the library itself says to people. SPDX-License-Identifier: MIT

/// Our own sentences, in the languages we have; Russian where the bot's language is not one of them.
struct Phrases {
    private let isEnglish: Bool

    init(language: String) { isEnglish = language.lowercased().hasPrefix("en") }

    func usage(_ usage: String) -> String { (isEnglish ? "Write it like this: " : "Как написать: ") + usage }

    func problem(_ problem: ArgumentProblem) -> String {
        let name = problem.argument
        return switch (problem.kind, isEnglish) {
        case (.missing, true): "This is missing: \(name)."
        case (.missing, false): "Не хватает: \(name)."
        case (.unreadable(let word), true): "«\(Self.clipped(word))» does not fit here: \(name)."
        case (.unreadable(let word), false): "«\(Self.clipped(word))» не подходит: \(name)."
        case (.tooMany(let rest), true): "This is too much: «\(Self.clipped(rest))»."
        case (.tooMany(let rest), false): "Это лишнее: «\(Self.clipped(rest))»."
        }
    }

    /// An answer quotes a little of what was typed, not pages of it.
    private static func clipped(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }
}
