// Govorun: questions that are answered by pressing. SPDX-License-Identifier: MIT

extension DialogueContext {
    /// Asks for one of `choices`, each a callback button inside the message: `ask("Размер?", choices: "S", "M", "L")`.
    ///
    /// A press answers once, and writes nothing into the conversation; a press of an older question's button is told that it is old. The word
    /// may be written as well. A typed choice is `as: .choice("размер", Size.self), showing: .callback`. At most ten choices of 40 characters
    /// are buttons inside the message. The rest is as with a text.
    ///
    /// VK tells of presses when the community's settings say so: `message_event`, which a plugin that cannot do without names in
    /// `static let needs: [PluginNeed] = [.events(.messageEvent)]`.
    ///
    /// - Throws: as with a text.
    public func ask(
        _ question: FormattedText, choices: String..., retry: FormattedText? = nil, tries: Int? = nil, timeout: Duration? = nil,
        late: FormattedText? = nil, cancel: [String]? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> String {
        let run = dialogue.run
        let question = Question(
            question, nil, retry ?? FormattedText(run.phrases.choiceWanted), tries, timeout, late, cancel,
            Origin(fileID: fileID, line: line))
        return try await run.ask(question, .argument(.choice("choice", anyOf: choices), as: .callback))
    }

    /// Asks for a press of one of `buttons`, of either kind, that carry a payload of this type, and gives what it carries:
    ///
    /// ```swift
    /// let buy = try await message.ask("Что заварить?", as: Buy.self) {
    ///     Row { Button.callback("Сенча", Buy(item: "sencha")); Button("Улун", Buy(item: "oolong")) }
    /// }
    /// ```
    ///
    /// A press answers once, whether or not a `Pressed(Buy.self)` is there; one of an older question's button is told that it is old. Who
    /// writes a button's label has pressed it. The rest is as with a text.
    ///
    /// - Throws: as with a text; `KeyboardError` when the buttons break VK's limits: 255 characters of payload, of which a question takes 30.
    public func ask<Payload: ButtonPayload>(
        _ question: FormattedText, as type: Payload.Type, retry: FormattedText? = nil, tries: Int? = nil, timeout: Duration? = nil,
        late: FormattedText? = nil, cancel: [String]? = nil, fileID: String = #fileID, line: Int = #line,
        @KeyboardBuilder buttons: () -> [Row]
    ) async throws -> Payload {
        let keyboard = Keyboard.inline(buttons())
        return try await dialogue.run.ask(
            Question(question, keyboard, retry, tries, timeout, late, cancel, Origin(fileID: fileID, line: line)),
            .payload(type, of: keyboard))
    }
}
