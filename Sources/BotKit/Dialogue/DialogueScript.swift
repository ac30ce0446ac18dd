// Govorun: what a run is told, and in which order, as a value. SPDX-License-Identifier: MIT

/// The journal of a handler that may ask, and how far this run of it has come.
///
/// A handler's first run writes it. Every later run of the same dialogue is told from it what the first was told, until it reaches the
/// question that has just been answered; from there on it writes again. Between two questions the order does not matter, since child tasks
/// may take turns otherwise the next time: the k-th call of one content is the k-th such call, else one of the same name stands for it.
struct DialogueScript: Sendable {
    /// Entries of one dialogue at most.
    static let mostEntries = 200

    /// What becomes of a question.
    enum Asking: Sendable {
        /// It is new: it is to be put.
        case put
        /// It was answered so, and read.
        case told(Update)
        /// It could not be put.
        case failed(VKError)
        /// This is the answer that has just come.
        case heard(Update)
        /// It waits still.
        case waits
        case diverged(Divergence)
    }

    /// What becomes of anything else that is asked for.
    enum Finding: Sendable {
        /// It is to be asked for.
        case new
        case known(DialogueEntry.Outcome)
        case diverged(Divergence)
    }

    /// A run that does not go the way of the one before it.
    struct Divergence: Sendable, CustomStringConvertible {
        let expected: String
        let found: String
        var description: String { "expected \(expected), found \(found)" }
    }

    private(set) var entries: [DialogueEntry]
    /// Whether it writes.
    private(set) var isLive: Bool
    /// Whether more was learnt than a dialogue may hold; nothing is noted any more.
    private(set) var isOverfull = false
    /// The first place where what was asked for is of the same name and of another content.
    private(set) var difference: Divergence?
    private var isUsed: [Bool]
    /// The first entry behind the last question reached.
    private var start = 0
    private var incoming: Update?
    private var lastQuestion: Int?
    /// The last answer that this run has heard, or was told.
    private(set) var lastAnswer: Update?
    private var randoms = 0

    /// Of a run that is the first.
    init() { (entries, isUsed, isLive) = ([], [], true) }

    /// Of a run that is told `entries`; the last of them, an open question, is answered by `answer`. Without one, nothing is written.
    init(_ entries: [DialogueEntry], answer: Update?) {
        self.entries = entries
        isUsed = Array(repeating: false, count: entries.count)
        isLive = false
        incoming = answer
    }

    /// What to tell who asks for `name`.
    mutating func find(_ kind: DialogueEntry.Kind, _ name: String, _ content: ContentHash) -> Finding {
        guard !isLive else { return .new }
        let open = (start..<nextQuestion).filter { !isUsed[$0] && entries[$0].kind == kind && entries[$0].name == name }
        guard let index = open.first(where: { entries[$0].content == content }) ?? open.first else {
            return .diverged(Divergence(expected: nextOpen.map { "\(entries[$0])" } ?? "the end", found: "\(kind.rawValue) \(name)"))
        }
        isUsed[index] = true
        if entries[index].content != content { differs(at: index) }
        return .known(entries[index].outcome)
    }

    /// Notes what was learnt.
    mutating func learn(_ kind: DialogueEntry.Kind, _ name: String, _ content: ContentHash, _ outcome: DialogueEntry.Outcome) {
        guard isLive, !isOverfull else { return }
        guard entries.count < Self.mostEntries else {
            isOverfull = true
            return entries = []
        }
        append(DialogueEntry(kind: kind, name: name, content: content, outcome: outcome))
    }

    /// A question of this shape is asked.
    mutating func ask(_ shape: String, _ content: ContentHash) -> Asking {
        guard !isLive else {
            append(DialogueEntry(kind: .question, name: shape, content: content, outcome: .nothing))
            lastQuestion = entries.count - 1
            return .put
        }
        let question = nextQuestion
        guard nextOpen == question, question < entries.count, entries[question].name == shape else {
            return .diverged(Divergence(expected: nextOpen.map { "\(entries[$0])" } ?? "the end", found: "question \(shape)"))
        }
        isUsed[question] = true
        start = question + 1
        if entries[question].content != content { differs(at: question) }
        return answer(at: question)
    }

    private mutating func answer(at question: Int) -> Asking {
        switch entries[question].outcome {
        case .answer(let update):
            lastAnswer = update
            return .told(update)
        case .failed(let error): return .failed(error)
        case .nothing, .answered, .bytes, .refused, .notUploaded: break
        }
        guard let update = incoming else { return .waits }
        entries[question].outcome = .answer(update)
        (incoming, isLive, lastQuestion, lastAnswer) = (nil, true, question, update)
        return .heard(update)
    }

    /// The answer that was heard does not fit.
    ///
    /// - Returns: how many did not.
    mutating func reject() -> Int {
        guard let question = lastQuestion else { return 0 }
        entries.removeSubrange((question + 1)...)
        isUsed.removeSubrange((question + 1)...)
        entries[question].outcome = .nothing
        entries[question].tries += 1
        return entries[question].tries
    }

    /// The last question could not be put.
    mutating func fail(_ error: VKError) {
        if let question = lastQuestion, question < entries.count { entries[question].outcome = .failed(error) }
    }

    /// What an earlier run asked for and this one, at its end, has not.
    var remainder: DialogueEntry? { isLive ? nil : nextOpen.map { entries[$0] } }

    /// The number of the next source of chance.
    mutating func nextRandom() -> Int {
        defer { randoms += 1 }
        return randoms
    }

    private mutating func append(_ entry: DialogueEntry) {
        entries.append(entry)
        isUsed.append(true)
    }

    private mutating func differs(at index: Int) {
        guard difference == nil else { return }
        difference = Divergence(expected: "\(entries[index])", found: "the same with another content")
    }

    /// The place of the next question, or the end.
    private var nextQuestion: Int { entries[start...].firstIndex { $0.kind == .question } ?? entries.count }

    /// The first entry that this run has still to ask for.
    private var nextOpen: Int? { (start..<entries.count).first { !isUsed[$0] } }
}
