// Govorun: a question and how its answer is read. SPDX-License-Identifier: MIT

/// What is asked, and what becomes of answers that do not fit.
struct Question: Sendable {
    var text: FormattedText
    var keyboard: Keyboard?
    /// What is said to an answer that does not fit; `nil`: what is wrong with it.
    var retry: FormattedText?
    /// Answers that may not fit before the dialogue ends; `nil`: any number.
    var tries: Int?
    var timeout: Duration?
    var late: FormattedText?
    var cancelWords: [String]
    var origin: Origin
    /// Whether presses of its buttons are answers.
    var takesPresses = false
    /// The kind of event that answers it; `nil`: a message or a press does.
    var awaits: UpdateType?

    /// How long a question waits that says nothing itself.
    static let patience = Duration.days(1)
    /// What ends a dialogue unless the question says otherwise.
    static let usualCancelWords = ["отмена", "/отмена", "cancel", "/cancel"]
}

/// What is made of an answer.
enum AnswerReading<Value: Sendable>: Sendable {
    case value(Value)
    /// It does not fit, and this is what to say about it.
    case problem(FormattedText)
}

/// How answers are read.
struct AnswerReader<Value: Sendable>: Sendable {
    /// What tells this question from another, apart from its words: another release of the plugin may reword it.
    let shape: String
    /// What can be chosen from.
    var offers: [String] = []
    /// How their buttons answer.
    var buttons = ChoiceButtons.text
    let read: @Sendable (HandlerRun, MessagesMessage) async throws -> AnswerReading<Value>
    /// What is made of the payload of one of the question's buttons; `nil`: they are no answers.
    var press: (@Sendable (HandlerRun, JSON) async throws -> AnswerReading<Value>)?

    init(
        shape: String, offers: [String] = [], read: @escaping @Sendable (HandlerRun, MessagesMessage) async throws -> AnswerReading<Value>
    ) {
        (self.shape, self.offers, self.read) = (shape, offers, read)
    }

    /// What is made of an answer: of what was pressed, when it was a button of the question, else of what was written.
    func reading(_ answer: Update, _ run: HandlerRun) async throws -> AnswerReading<Value> {
        let payload = CarriedPayload.of(answer)
        if let press, QuestionTicket(payload) != nil { return try await press(run, payload) }
        return try await read(run, answer.message ?? MessagesMessage(.absent))
    }

    /// The buttons for what can be chosen from: inside the message as far as they fit, else under the input field; `nil` without any.
    var keyboard: Keyboard? {
        guard !offers.isEmpty, offers.allSatisfy({ !$0.isBlank && $0.unicodeScalars.count <= ButtonKind.longestLabel }) else { return nil }
        let width = offers.count <= 10 ? 2 : 4
        guard offers.count <= 40 else { return nil }
        let rows = stride(from: 0, to: offers.count, by: width).map { start in
            Row(offers[start..<min(start + width, offers.count)].map(button))
        }
        return Keyboard(offers.count <= 10 ? .inline : .once, rows: rows)
    }

    private func button(_ word: String) -> Button {
        switch buttons {
        case .text: Button(word)
        case .callback: .callback(word, payload: ["w": .string(word)])
        }
    }
}

extension AnswerReader where Value == String {
    /// Any text.
    static var text: Self {
        Self(shape: "text") { run, message in
            let text = run.plainText(of: message)
            return text.isEmpty ? .problem(FormattedText(run.phrases.textWanted)) : .value(text)
        }
    }
}

extension AnswerReader {
    /// What `argument` reads.
    static func argument<Argument: CommandArgument>(_ argument: Argument) -> Self where Argument.Value == Value {
        let offers = (argument as? any OfferingArgument)?.offers ?? []
        return Self(shape: "\(Argument.self) \(argument.name)", offers: offers) { run, message in
            do {
                return .value(try await run.read(run.plainText(of: message), as: argument, writtenAt: message.date))
            } catch let problem as ArgumentProblem {
                return .problem(run.phrases.problem(problem))
            }
        }
    }

    /// What `filter` finds.
    static func filter(_ filter: MessageFilter<Value>) -> Self {
        Self(shape: "message with \(Value.self)") { run, message in
            filter.find(Message(run: run, raw: message)).map { .value($0) } ?? .problem(FormattedText(run.phrases.unfit))
        }
    }
}

/// An argument that knows all it can read.
protocol OfferingArgument {
    /// The words.
    var offers: [String] { get }
}

extension ChoiceArgument: OfferingArgument {
    var offers: [String] { choices.map(\.word) }
}

extension HandlerRun {
    var phrases: Phrases { Phrases(language: languages[0]) }

    /// A sentence of ours, or what its plugin says in its place.
    func phrase(_ phrase: TalkPhrase) -> FormattedText { route.instance.gear.phrase(phrase, in: languages) }

    /// What was written, without the bot's mention and without space around it.
    func plainText(of message: MessagesMessage) -> String {
        let isChat = Peer(id: message.peerID).isChat
        return String(Utterance(message.text, prefixes: router.prefixes, community: bot.communityID, inChat: isChat).plain)
    }

    /// `text` as `argument`; asks VK who the short names in it are.
    fileprivate func read<Argument: CommandArgument>(_ text: String, as argument: Argument, writtenAt date: Int) async throws
        -> Argument.Value
    {
        var surroundings = ArgumentSurroundings(now: date, run: self)
        while true {
            let (value, names) = try ArgumentReader.readWhole(text, as: argument, in: surroundings)
            if names.isEmpty { return value }
            for name in names.sorted() { surroundings.pages[name] = .some(try await ShortNames.page(called: name, by: bot)) }
        }
    }
}
