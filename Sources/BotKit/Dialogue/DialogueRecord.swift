// Govorun: a dialogue as it is stored. SPDX-License-Identifier: MIT

/// A dialogue that waits for an answer.
struct DialogueRecord: Sendable {
    /// A record's size at most, in bytes.
    static let mostBytes = 64 * 1024

    /// The identity of the handler in its plugin.
    let handler: String
    /// The identity of the event that began it.
    let event: String
    /// That event, as VK sent it.
    let first: Update
    /// What followed the command's name.
    let arguments: String
    /// What was learnt; the last entry is the open question.
    var entries: [DialogueEntry]
    /// When it was asked; the latest question of a person is answered first.
    let asked: UnixTime
    /// Until when it waits.
    let due: UnixTime
    /// What is said when that has passed; `nil`: nothing.
    let late: String?
    /// Answers that end it, as texts are compared.
    let cancelWords: [String]
    /// The name on the open question's buttons; empty where they are no answers.
    var question = ""
    /// The kind of event that it waits for; empty where it has asked.
    var awaits = ""

    var json: JSONValue {
        var object: JSONObject = [
            "handler": .string(handler), "event": .string(event), "first": .string(first.json.rawText), "arguments": .string(arguments),
            "asked": .integer(Int(asked.milliseconds)), "due": .integer(Int(due.milliseconds)),
            "cancel": .array(cancelWords.map { .string($0) }), "entries": .array(entries.map(\.json)),
        ]
        object["late"] = late.map { .string($0) }
        if !question.isEmpty { object["question"] = .string(question) }
        if !awaits.isEmpty { object["awaits"] = .string(awaits) }
        return .object(object)
    }
}

extension DialogueRecord {
    /// - Throws: `JSONError`, `UnreadableDialogue`.
    init(_ json: JSON) throws {
        guard let handler = json["handler"].string, let event = json["event"].string, let first = json["first"].string,
            let asked = json["asked"].int, let due = json["due"].int
        else { throw UnreadableDialogue() }
        self.init(
            handler: handler, event: event, first: Update(try DialogueEntry.document(first)), arguments: json["arguments"].string ?? "",
            entries: try json["entries"].items.map { try DialogueEntry($0) }, asked: UnixTime(milliseconds: Int64(asked)),
            due: UnixTime(milliseconds: Int64(due)), late: json["late"].string, cancelWords: json["cancel"].items.compactMap(\.string),
            question: json["question"].string ?? "", awaits: json["awaits"].string ?? "")
    }
}

/// The dialogues of one plugin with one person in one conversation, the latest question last.
struct TalkList: Sendable {
    /// Dialogues that wait side by side at most; the oldest is forgotten.
    private static let limit = 4

    let key: StateKey
    private(set) var records: [DialogueRecord]
    /// How long they are kept after the last question's end.
    private let life: Duration

    init(_ key: StateKey, _ stored: StateValue?, life: Duration) throws {
        (self.key, self.life) = (key, life)
        records =
            try stored.map {
                try JSONDocument($0.bytes, maximumDepth: JSONDocument.deepestNesting).root.items.map { try DialogueRecord($0) }
            } ?? []
    }

    /// Nothing, where what is stored cannot be read.
    init(empty key: StateKey, life: Duration) { (self.key, self.life, records) = (key, life, []) }

    /// A handler has one dialogue with a person: a new one takes its place.
    mutating func put(_ record: DialogueRecord) {
        remove(record.handler)
        records = (records + [record]).suffix(Self.limit)
    }

    mutating func remove(_ handler: String) { records.removeAll { $0.handler == handler } }

    /// As it is stored; it stays behind the last question's end, for those who come back late, and for answers given in time that come late.
    var value: StateValue? {
        guard let last = records.map(\.due).max(), let asked = records.map(\.asked).max() else { return nil }
        let bytes = JSONValue.array(records.map(\.json)).bytes
        return StateValue(bytes: bytes, lifetime: last - asked + life)
    }
}

extension StateKey {
    /// Where the dialogues of `plugin` with a person are.
    static func dialogues(of plugin: String, at place: TalkPlace) -> StateKey {
        StateKey(plugin: plugin + "/dialogues", name: place.name)
    }
}
