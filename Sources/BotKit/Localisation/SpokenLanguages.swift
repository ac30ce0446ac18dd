// Govorun: which languages people speak. SPDX-License-Identifier: MIT

/// The language of each person's latest message, for what VK tells none with: presses of callback buttons, and the end of a scene's time.
final class SpokenLanguages: Sendable {
    /// People remembered; beyond, all are forgotten until they write again.
    private static let limit = 50_000

    private let languages = PlainMutex<[Int: String]>([:])

    /// Of `person`; `nil` when nothing is known.
    func language(of person: Int) -> String? { languages.withLock { $0[person] } }

    /// `nil`: none that the bot speaks.
    func note(_ language: String?, of person: Int) {
        languages.withLock { languages in
            if languages.count >= Self.limit, language != nil, languages[person] == nil { languages.removeAll() }
            languages[person] = language
        }
    }
}

extension Bot {
    /// The language that `update` tells, where the bot speaks it among others.
    func language(toldBy update: Update) -> String? {
        guard languages.count > 1, let number = update.languageNumber, let language = Languages.code(number) else { return nil }
        return languages.contains { Languages.base($0) == language } ? language : nil
    }

    /// Those that the bot speaks, `first` before the others.
    func languages(beginningWith first: String?) -> [String] {
        first.map { first in [first] + languages.filter { Languages.base($0) != first } } ?? languages
    }
}

extension Router {
    /// Remembers what the writer of a message speaks.
    func noteLanguage(of work: EventWork) {
        guard bot.languages.count > 1, work.type == .messageNew, let person = work.message?.fromID, person > 0,
            work.update.languageNumber != nil
        else { return }
        speakers.note(bot.language(toldBy: work.update), of: person)
    }

    /// The languages for what we say ourselves: of whoever did it, as VK tells with the update or told with their latest message.
    func languages(for work: EventWork) -> [String] {
        guard bot.languages.count > 1 else { return bot.languages }
        let person = work.errand?.user ?? work.update.userID
        return bot.languages(beginningWith: bot.language(toldBy: work.update) ?? person.flatMap(speakers.language))
    }

    /// The languages of a dialogue's farewell: those in which it was led.
    func languages(of record: DialogueRecord, for work: EventWork) -> [String] {
        bot.language(toldBy: record.first).map(bot.languages(beginningWith:)) ?? languages(for: work)
    }

    /// Our own sentences for whoever did it.
    func phrases(for work: EventWork) -> Phrases { Phrases(language: languages(for: work)[0]) }
}

extension Update {
    /// VK's number of the language that a message's writer uses VK in.
    fileprivate var languageNumber: Int? { object["client_info"]["lang_id"].int }

    /// The same, with the language of whoever pressed, which VK does not tell: a dialogue goes on in the language it began in.
    func telling(_ language: String) -> Update {
        guard let number = Languages.number(language), case .object(var envelope) = JSONValue(json),
            case .object(var object)? = envelope["object"]
        else { return self }
        object["client_info"] = ["lang_id": .integer(number)]
        envelope["object"] = .object(object)
        return Update(JSONValue.object(envelope).view)
    }
}
