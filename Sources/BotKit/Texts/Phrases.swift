// Govorun: what the library itself says to people. SPDX-License-Identifier: MIT

/// Our own sentences, in the languages we have; Russian where the bot's language is not one of them.
struct Phrases {
    let isEnglish: Bool

    init(language: String) { isEnglish = language.lowercased().hasPrefix("en") }

    func usage(_ usage: String) -> String { (isEnglish ? "Write it like this: " : "Как написать: ") + usage }

    func usages(_ usages: [String]) -> String {
        usages.count == 1 ? usage(usages[0]) : (isEnglish ? "Write it like this:\n" : "Как написать:\n") + usages.joined(separator: "\n")
    }

    /// No command of a group is called so.
    func unknownMember(_ word: String, meant: String?) -> String {
        let word = Self.clipped(word)
        return isEnglish
            ? "There is no «\(word)»." + (meant.map { " Did you mean «\($0)»?" } ?? "")
            : "Такой команды нет: «\(word)»." + (meant.map { " Может быть, «\($0)»?" } ?? "")
    }

    /// At most 90 characters, for a line over the keyboard.
    var oldButton: String { isEnglish ? "This button is old. Please ask for a new one." : "Эта кнопка устарела. Попросите новую." }

    /// At most 90 characters, for a line over the keyboard.
    var othersButton: String { isEnglish ? "This button is not for you." : "Эта кнопка не для вас." }

    /// At most 90 characters, for a line over the keyboard.
    var botIsNoAdmin: String {
        isEnglish ? "Please make me an administrator of this chat first." : "Сначала сделайте меня администратором этой беседы."
    }

    // MARK: Dialogues

    var cancelled: String { isEnglish ? "All right, never mind." : "Хорошо, отменяем." }
    var tooLate: String { isEnglish ? "Time is up. Please start again." : "Время вышло. Начните, пожалуйста, заново." }
    var lostThread: String {
        isEnglish
            ? "I have changed meanwhile and lost the thread. Please start again."
            : "Бот обновился, и разговор прервался. Начните, пожалуйста, заново."
    }
    var brokeOff: String { isEnglish ? "Something went wrong. Please start again." : "Что-то пошло не так. Начните, пожалуйста, заново." }
    var tryAgain: String {
        isEnglish ? "Something went wrong. Please try once more." : "Что-то пошло не так. Попробуйте, пожалуйста, ещё раз."
    }
    var tooManyTries: String {
        isEnglish ? "That does not work out. Please start again." : "Так не получается. Начните, пожалуйста, заново."
    }
    var textWanted: String { isEnglish ? "Please answer with a text." : "Ответьте, пожалуйста, текстом." }
    var choiceWanted: String { isEnglish ? "Please press one of the buttons." : "Нажмите, пожалуйста, одну из кнопок." }
    var unfit: String { isEnglish ? "That does not fit here." : "Это сюда не подходит." }

    /// At most 90 characters, for a line over the keyboard.
    var oldMenu: String { isEnglish ? "The menu has changed: here it is afresh." : "Меню изменилось: вот свежее." }
    /// At most 90 characters, for a line over the keyboard.
    var othersMenu: String { isEnglish ? "This menu is not for you." : "Это меню не для вас." }

    func problem(_ problem: ArgumentProblem) -> FormattedText {
        isEnglish ? english(problem) : russian(problem)
    }

    private func russian(_ problem: ArgumentProblem) -> FormattedText {
        let name = problem.argument
        return switch problem.kind {
        case .missing: "Не хватает: \(name)."
        case .unreadable(let word): "«\(Self.clipped(word))» не подходит: \(name)\(expectation(of: problem))."
        case .outOfRange(let word, let low?, let high?): "«\(Self.clipped(word))» не подходит: \(name) — от \(low) до \(high)."
        case .outOfRange(let word, let low?, nil): "«\(Self.clipped(word))» не подходит: \(name) — не меньше \(low)."
        case .outOfRange(let word, nil, let high): "«\(Self.clipped(word))» не подходит: \(name) — не больше \(high ?? "")."
        case .unknownPage(let word): "Такой страницы нет: «\(Self.clipped(word))» (\(name))."
        case .unknownFlag(let flag): "Такого ключа нет: \(Self.clipped(flag))."
        case .tooMany(let rest): "Это лишнее: «\(Self.clipped(rest))»."
        }
    }

    private func english(_ problem: ArgumentProblem) -> FormattedText {
        let name = problem.argument
        return switch problem.kind {
        case .missing: "This is missing: \(name)."
        case .unreadable(let word): "«\(Self.clipped(word))» does not fit here: \(name)\(expectation(of: problem))."
        case .outOfRange(let word, let low?, let high?): "«\(Self.clipped(word))» does not fit here: \(name), \(low) to \(high)."
        case .outOfRange(let word, let low?, nil): "«\(Self.clipped(word))» does not fit here: \(name), \(low) at least."
        case .outOfRange(let word, nil, let high): "«\(Self.clipped(word))» does not fit here: \(name), \(high ?? "") at most."
        case .unknownPage(let word): "There is no such page: «\(Self.clipped(word))» (\(name))."
        case .unknownFlag(let flag): "There is no such flag: \(Self.clipped(flag))."
        case .tooMany(let rest): "This is too much: «\(Self.clipped(rest))»."
        }
    }

    /// An answer quotes a little of what was typed, not pages of it.
    private static func clipped(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }
}
