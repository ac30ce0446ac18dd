// Govorun: how a pressed button finds back to its question. SPDX-License-Identifier: MIT
import Synchronization

/// What the buttons of one question carry beside what they mean, under `?`: whom it was asked, and which of all questions it is.
struct QuestionTicket: Sendable, Equatable {
    static let key: StaticString = "?"

    let person: Int
    let name: String

    init(person: Int, name: String) { (self.person, self.name) = (person, name) }

    /// `nil` for buttons that stand under no question.
    init?(_ payload: JSON) {
        guard let parts = payload[Self.key].string?.split(separator: ".", maxSplits: 1), parts.count == 2, let person = Int(parts[0]) else {
            return nil
        }
        self.init(person: person, name: String(parts[1]))
    }

    /// As buttons carry it.
    var text: String { "\(person).\(name)" }
}

extension HandlerRun {
    /// The ticket of the question that it has just come to: the same however often it is put again, and another for every other question.
    var questionTicket: QuestionTicket {
        var hash = FNV1a()
        let number = script.withLock { script in script.entries.count { $0.kind == .question } }
        for part in [resumed?.event ?? work.identity, route.instance.name, route.identity, String(number)] { hash.add(part) }
        return QuestionTicket(person: update.userID ?? 0, name: String(hash.value >> 24, radix: 36))
    }
}

extension Keyboard {
    /// The same, whose buttons know their question as far as they carry anything.
    func marked(_ ticket: QuestionTicket) -> Keyboard {
        Keyboard(place, rows: rows.map { row in Row(row.buttons.map { $0.marked(ticket) }) })
    }
}

extension ButtonCargo {
    /// The same for a button of a question; what is no object knows none.
    func marked(_ ticket: QuestionTicket) -> ButtonCargo {
        switch self {
        case .none, .unwritable: return self
        case .raw(.object(var object)):
            object["?"] = .string(ticket.text)
            return .raw(.object(object))
        case .raw: return self
        case .typed(var object):
            object["?"] = .string(ticket.text)
            return .typed(object)
        }
    }
}
