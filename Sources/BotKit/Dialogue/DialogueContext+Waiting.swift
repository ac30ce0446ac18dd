// Govorun: a dialogue that goes on when something happens. SPDX-License-Identifier: MIT
import Synchronization

extension DialogueContext {
    /// Waits until this person does something else than write: `let payment = try await message.wait(for: .vkpayTransaction)`.
    ///
    /// What VK tells with a conversation (a reaction) counts in this one; what it tells without (a payment, a like, a join) counts wherever the
    /// person was asked. `On` handlers for it run as well. As with `ask`, the handler ends here and runs again from its start with what
    /// happened; it outlives restarts, and is told once. Nothing is sent: say before what you wait for. Messages of the person are handled as always.
    ///
    /// VK has to send such events: name them in the plugin's `needs`, `.events(.vkpayTransaction)`, unless an `On` does.
    ///
    /// ```swift
    /// let sent = try await message.reply("Поставьте реакцию, если согласны.")
    /// let reaction = try await message.wait(for: .messageReactionEvent, timeout: .minutes(10)) { [id = sent.conversationMessageID] in
    ///     $0.conversationMessageID == id && $0.reactionID != nil
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - timeout: how long to wait; then the dialogue ends, and `late` is said. By default a day, and nothing is said.
    ///   - cancel: messages that end the dialogue, in any letter case; by default «отмена» and "cancel".
    ///   - matches: whether it is what is waited for; for anything else the dialogue waits on.
    /// - Returns: the object of the event.
    /// - Throws: what ends the handler until it has happened; let it through. `DialogueError`, for messages and presses, too, which are asked for.
    public func wait<Payload>(
        for kind: EventKind<Payload>, timeout: Duration? = nil, late: FormattedText? = nil, cancel: [String]? = nil,
        fileID: String = #fileID, line: Int = #line, where matches: @Sendable (Payload) throws -> Bool = { _ in true }
    ) async throws -> Payload {
        var question = Question("", nil, nil, nil, timeout, late, cancel, Origin(fileID: fileID, line: line))
        question.awaits = kind.type
        return Payload(try await dialogue.run.wait(question) { try matches(Payload($0.object)) }.object)
    }
}

extension HandlerRun {
    /// The update that `question` awaits; where none has come yet, the run ends by the error thrown.
    ///
    /// - Throws: `DialoguePause`; `DialogueError`; what `matches` throws.
    func wait(_ question: Question, _ matches: (Update) throws -> Bool) async throws -> Update {
        try checkIsAlive()
        guard isOwnTask else { throw DialogueError(.askedAside, route.located(question.origin)) }
        guard update.userID != nil, update.peerID != nil else { throw DialogueError(.nobodyToAsk, route.located(question.origin)) }
        guard let type = question.awaits, type != .messageNew, type != .messageEvent else {
            throw DialogueError(.toBeAsked, route.located(question.origin))
        }
        switch script.withLock({ $0.ask("event \(type)", .none) }) {
        case .put: try beginWaiting(question, type)
        case .failed(let error): throw error
        case .waits: close(.rehearsed)
        case .diverged(let divergence): close(.diverged(divergence))
        case .told(let event): return event
        case .heard(let event):
            if try matches(event) { return event }
            close(.unmoved)
        }
        throw DialoguePause()
    }

    private func beginWaiting(_ question: Question, _ type: UpdateType) throws {
        let record = try record(of: question)
        if !router.subscribedTypes.contains(type), !router.hearsEverything {
            logger.warning(
                "a handler waits for what VK may not send; name it: static let needs: [PluginNeed] = [.events(…)]",
                ["handler": route.handler.name, "asked": route.located(question.origin), "event": type])
        }
        close(.paused(record, asked: route.located(question.origin)))
    }
}
