// Govorun: buttons whose press is an answer. SPDX-License-Identifier: MIT

/// How the buttons of a choice answer.
public enum ChoiceButtons: Sendable {
    /// Each writes its word as a message of whoever presses it.
    case text
    /// Each calls back: nothing is written, and only a press of this very question counts.
    case callback
}

extension AnswerReader {
    /// What `argument` reads, whose choices are shown as `buttons`.
    static func argument<Argument: CommandArgument>(_ argument: Argument, as buttons: ChoiceButtons) -> Self
    where Argument.Value == Value {
        var reader = Self.argument(argument)
        guard buttons == .callback, !reader.offers.isEmpty else { return reader }
        reader.buttons = .callback
        let read = reader.read
        reader.press = { run, payload in
            // As if the word had been written.
            let word: JSONValue = ["text": .string(payload[Self.word].string ?? ""), "date": .integer(run.work.moment)]
            return try await read(run, MessagesMessage(word.view))
        }
        return reader
    }

    /// What one of the buttons of `keyboard` carries; who writes its label has pressed it.
    static func payload(_ type: Value.Type, of keyboard: Keyboard?) -> Self where Value: ButtonPayload {
        let buttons = keyboard?.rows.flatMap(\.buttons) ?? []
        var reader = Self(shape: "press of \(Value.payloadName)") { run, message in
            let label = TextMatcher.normalized(run.plainText(of: message))
            guard let cargo = buttons.first(where: { TextMatcher.normalized($0.label) == label })?.cargo, let value = read(cargo.view)
            else { return .problem(FormattedText(run.phrases.choiceWanted)) }
            return .value(value)
        }
        reader.press = { run, payload in read(payload).map { .value($0) } ?? .problem(FormattedText(run.phrases.choiceWanted)) }
        return reader
    }

    /// What cannot be read was made by another release, or stands on a button of another kind.
    private static func read(_ payload: JSON) -> Value? where Value: ButtonPayload {
        guard let envelope = PayloadEnvelope(payload), envelope.name == Value.payloadName else { return nil }
        do { return try envelope.read(as: Value.self) } catch { return nil }
    }

    /// Where a choice's button carries its word.
    static var word: StaticString { "w" }
}

/// What became of a press of a question's button.
enum PressedAnswer: Sendable {
    /// It was an answer, or came too late and that was said.
    case taken
    /// Its question has been answered, or is over.
    case old
    /// Somebody else was asked.
    case others
}

extension Router {
    /// Gives a press to the question whose button it was.
    func takeAnswer(pressing ticket: QuestionTicket, by person: Int, in peer: Peer, _ work: EventWork) async -> PressedAnswer {
        guard ticket.person == person else { return .others }
        let place = TalkPlace(conversation: peer.id, person: person)
        do {
            for plugin in try await bot.talks.waiting(at: place, among: instances.map(\.name), of: bot) {
                guard let instance = instances.first(where: { $0.name == plugin }), isAtWork(instance, in: peer, work) else { continue }
                let list = try await talks(of: plugin, at: place, work)
                guard let record = list.records.first(where: { $0.question == ticket.name }) else { continue }
                guard !Task.isCancelled, !work.isEnded else { return .taken }
                _ = await take(GivenAnswer(spoken: nil, place: place, work: work), record, list)
                return .taken
            }
            return .old
        } catch {
            note(error, of: work)
            return .taken
        }
    }
}

extension EventWork {
    /// The update as a dialogue keeps it for an answer: with its time, which VK does not tell for presses and most other events.
    var answer: Update {
        if let errand, errand.kind == .heard { return Update(errand.payload.view) }
        guard message == nil, update.object["date"].int == nil, case .object(var envelope) = JSONValue(update.json),
            case .object(var object)? = envelope["object"]
        else {
            return update
        }
        object["date"] = .integer(moment)
        envelope["object"] = .object(object)
        return Update(JSONValue.object(envelope).view)
    }
}
