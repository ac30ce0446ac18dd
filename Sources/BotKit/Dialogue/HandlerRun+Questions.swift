// Govorun: a run asks. SPDX-License-Identifier: MIT
import Synchronization

extension HandlerRun {
    /// The answer to `question`; where it has not come yet, the question is put and the run ends by the error thrown.
    ///
    /// - Throws: `DialoguePause`; `DialogueError`; what putting the question throws; what reading the answer throws.
    func ask<Value: Sendable>(_ question: Question, _ reader: AnswerReader<Value>) async throws -> Value {
        try checkIsAlive()
        guard isOwnTask else { throw DialogueError(.askedAside, route.located(question.origin)) }
        guard update.userID != nil, update.peerID != nil else { throw DialogueError(.nobodyToAsk, route.located(question.origin)) }
        var question = question
        question.keyboard = question.keyboard ?? reader.keyboard
        question.takesPresses = reader.press != nil
        switch script.withLock({ $0.ask(reader.shape, ContentHash(of: question.text.text)) }) {
        case .put: try await put(question, question.text)
        case .failed(let error): throw error
        case .waits: close(.rehearsed)
        case .diverged(let divergence): close(.diverged(divergence))
        case .told(let answer):
            if case .value(let value) = try await reader.reading(answer, self) { return value }
            close(
                .diverged(
                    DialogueScript.Divergence(expected: "an answer of \(reader.shape)", found: "an answer that does not fit any more")))
        case .heard(let answer):
            switch try await reader.reading(answer, self) {
            case .value(let value): return value
            case .problem(let problem): try await putAgain(question, because: problem)
            }
        }
        throw DialoguePause()
    }

    private func putAgain(_ question: Question, because problem: FormattedText) async throws {
        let tries = script.withLock { $0.reject() }
        guard tries < question.tries ?? .max else { return close(.exhausted) }
        try await put(question, question.retry ?? problem)
    }

    /// Sends `text` as the question, and closes the run.
    private func put(_ question: Question, _ text: FormattedText) async throws {
        let ticket = question.takesPresses ? questionTicket : nil
        let keyboard = ticket.flatMap { question.keyboard?.marked($0) } ?? question.keyboard
        let record = try record(of: question, ticket)
        guard let peer = update.peerID else { return }
        // In a chat it is an answer to what the person wrote last.
        let quoted = Peer(id: peer).isChat ? work.update.message : nil
        beginAsking()
        do {
            try await QuestionKeeper.asking(self) {
                _ = try await Outgoing(text: text, keyboard: keyboard, quoted: quoted).send(to: peer, from: self)
            }
        } catch {
            endAsking()
            if let error = error as? VKError { script.withLock { $0.fail(error) } }
            throw error
        }
        close(.paused(record, asked: route.located(question.origin)))
    }

    /// Its dialogue as it stands, with the question open.
    ///
    /// - Throws: `DialogueError` when it is more than a dialogue keeps.
    func record(of question: Question, _ ticket: QuestionTicket? = nil) throws -> DialogueRecord {
        let asked = bot.storage.now
        let lateText = question.late?.text ?? (question.timeout == nil ? nil : phrase(.late).text)
        let record = DialogueRecord(
            handler: route.identity, event: resumed?.event ?? work.identity, first: pressersLanguage.map(update.telling) ?? update,
            arguments: resumed?.arguments ?? String(occasion.arguments), entries: script.withLock { $0.entries }, asked: asked,
            due: asked + (question.timeout ?? Question.patience), late: lateText,
            cancelWords: question.cancelWords.map { TextMatcher.normalized($0) }, question: ticket?.name ?? "",
            awaits: question.awaits?.rawValue ?? "")
        guard script.withLock({ !$0.isOverfull && $0.entries.count <= DialogueScript.mostEntries }),
            record.json.bytes.count <= DialogueRecord.mostBytes
        else { throw DialogueError(.tooLong, route.located(question.origin)) }
        return record
    }

    /// Where the dialogues of its plugin with its person are.
    var talkPlace: TalkPlace? {
        guard let person = update.userID, let conversation = update.peerID else { return nil }
        return TalkPlace(conversation: conversation, person: person)
    }
}
