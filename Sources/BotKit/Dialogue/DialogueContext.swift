// Govorun: questions where an author looks for them. SPDX-License-Identifier: MIT

/// A message or a press: somebody is there who can be asked.
///
/// ```swift
/// Command("register") { message in
///     let name = try await message.ask("Как вас зовут?")
///     let age = try await message.ask("Сколько вам лет?", as: .int("возраст", in: 14...99), retry: "Числом, от 14 до 99.", timeout: .minutes(5))
///     try await message.reply("Записали: \(name), \(age).")
/// }
/// ```
///
/// Nothing waits in memory: `ask` puts the question, notes it and ends the handler by an error that is to be let through. The next message of
/// this person in this conversation runs the handler again from its start; what it was told the first time (answers of people, of VK, of the
/// storage) it is told again from a journal, and nothing is sent a second time, until it comes to the new answer. So a dialogue survives a
/// restart and a kill, and **between two questions a handler does the same whenever it runs**: time is `message.now`, chance is
/// `message.random`. See Docs/dialogue.md.
public protocol DialogueContext: StateContext {
    /// What the questions go through.
    var dialogue: Dialogue { get }
}

/// What the questions of a handler go through.
public struct Dialogue: Sendable {
    let run: HandlerRun
}

extension Message: DialogueContext {
    /// What the questions go through.
    public var dialogue: Dialogue { Dialogue(run: run) }
}

extension Press: DialogueContext {
    /// What the questions go through.
    public var dialogue: Dialogue { Dialogue(run: run) }
}

extension DialogueContext {
    /// When this happened, or the last answer was given: the same whenever the handler runs, which a clock is not.
    public var now: UnixTime { dialogue.run.now }

    /// A source of chance that comes out the same whenever the handler runs; a new one each time it is read:
    /// `var dice = message.random; Int.random(in: 1...6, using: &dice)`.
    public var random: EventRandom { dialogue.run.random }

    /// Asks for a text.
    ///
    /// - Parameters:
    ///   - retry: what to say to an answer without text; by default so much.
    ///   - tries: how many answers may not fit before the dialogue ends; by default any number.
    ///   - timeout: how long to wait; then the dialogue ends, and `late` is said. By default a day, and nothing is said.
    ///   - cancel: answers that end the dialogue, in any letter case; by default «отмена» and "cancel".
    /// - Returns: the answer, without the bot's mention and without space around it.
    /// - Throws: what ends the handler until the answer has come; let it through. `DialogueError`; what sending throws.
    public func ask(
        _ question: FormattedText, retry: FormattedText? = nil, tries: Int? = nil, timeout: Duration? = nil, late: FormattedText? = nil,
        cancel: [String]? = nil, keyboard: Keyboard? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> String {
        try await dialogue.run.ask(
            Question(question, keyboard, retry, tries, timeout, late, cancel, Origin(fileID: fileID, line: line)), .text)
    }

    /// Asks for what `argument` reads, as in a command: `as: .int("age", in: 14...99)`, `as: .date("when")`, `as: .choice("size", "S", "M")`,
    /// which shows its choices as buttons unless there is another keyboard. What does not fit is told, and asked for again; the rest is as
    /// with a text. With `showing: .callback` a press writes nothing into the conversation, and one of an older question is told that it is old.
    public func ask<Argument: CommandArgument>(
        _ question: FormattedText, as argument: Argument, retry: FormattedText? = nil, tries: Int? = nil, timeout: Duration? = nil,
        late: FormattedText? = nil, cancel: [String]? = nil, keyboard: Keyboard? = nil, showing buttons: ChoiceButtons = .text,
        fileID: String = #fileID, line: Int = #line
    ) async throws -> Argument.Value {
        try await dialogue.run.ask(
            Question(question, keyboard, retry, tries, timeout, late, cancel, Origin(fileID: fileID, line: line)),
            .argument(argument, as: keyboard == nil ? buttons : .text))
    }

    /// Asks for a message that `filter` is true of, and gives what it finds: `as: .photo`, `as: .geo`, `as: .doc`, `as: .payload`. The rest is
    /// as with a text.
    public func ask<Found: Sendable>(
        _ question: FormattedText, as filter: MessageFilter<Found>, retry: FormattedText? = nil, tries: Int? = nil,
        timeout: Duration? = nil, late: FormattedText? = nil, cancel: [String]? = nil, keyboard: Keyboard? = nil,
        fileID: String = #fileID, line: Int = #line
    ) async throws -> Found {
        try await dialogue.run.ask(
            Question(question, keyboard, retry, tries, timeout, late, cancel, Origin(fileID: fileID, line: line)), .filter(filter))
    }
}

// MARK: With buttons written in place

extension DialogueContext {
    /// Asks for a text, with buttons inside the message: a press of one that writes its label is an answer.
    ///
    /// - Throws: as without buttons; `KeyboardError` when they break VK's limits.
    public func ask(
        _ question: FormattedText, retry: FormattedText? = nil, tries: Int? = nil, timeout: Duration? = nil, late: FormattedText? = nil,
        cancel: [String]? = nil, fileID: String = #fileID, line: Int = #line, @KeyboardBuilder buttons: () -> [Row]
    ) async throws -> String {
        try await ask(
            question, retry: retry, tries: tries, timeout: timeout, late: late, cancel: cancel, keyboard: .inline(buttons()),
            fileID: fileID, line: line)
    }

    /// Asks for what `argument` reads, with buttons inside the message.
    ///
    /// - Throws: as without buttons; `KeyboardError` when they break VK's limits.
    public func ask<Argument: CommandArgument>(
        _ question: FormattedText, as argument: Argument, retry: FormattedText? = nil, tries: Int? = nil, timeout: Duration? = nil,
        late: FormattedText? = nil, cancel: [String]? = nil, fileID: String = #fileID, line: Int = #line,
        @KeyboardBuilder buttons: () -> [Row]
    ) async throws -> Argument.Value {
        try await ask(
            question, as: argument, retry: retry, tries: tries, timeout: timeout, late: late, cancel: cancel,
            keyboard: .inline(buttons()), fileID: fileID, line: line)
    }

    /// Asks for a message that `filter` is true of, with buttons inside the message.
    ///
    /// - Throws: as without buttons; `KeyboardError` when they break VK's limits.
    public func ask<Found: Sendable>(
        _ question: FormattedText, as filter: MessageFilter<Found>, retry: FormattedText? = nil, tries: Int? = nil,
        timeout: Duration? = nil, late: FormattedText? = nil, cancel: [String]? = nil, fileID: String = #fileID, line: Int = #line,
        @KeyboardBuilder buttons: () -> [Row]
    ) async throws -> Found {
        try await ask(
            question, as: filter, retry: retry, tries: tries, timeout: timeout, late: late, cancel: cancel, keyboard: .inline(buttons()),
            fileID: fileID, line: line)
    }
}

extension Question {
    init(
        _ text: FormattedText, _ keyboard: Keyboard?, _ retry: FormattedText?, _ tries: Int?, _ timeout: Duration?,
        _ late: FormattedText?, _ cancel: [String]?, _ origin: Origin
    ) {
        self.init(
            text: text, keyboard: keyboard, retry: retry, tries: tries, timeout: timeout, late: late,
            cancelWords: cancel ?? Self.usualCancelWords, origin: origin)
    }
}
