// Govorun: asks a bot's administrators about captchas. SPDX-License-Identifier: MIT
import BotKit
import Synchronization

/// Sends a question to the administrators and takes the first answer that comes back in one of their private conversations.
///
/// Answers are taken before updates reach the lanes: the handler that waits for the captcha may be the one that holds the lane of the
/// administrator's own conversation.
final class AdminConversation: Sendable {
    /// How long administrators may take.
    static let limit: Duration = .seconds(600)

    private struct State {
        var bot: Bot?
        var question: AskingSolver.Question?
        var answered: AsyncStream<AskingSolver.Answer>.Continuation?
    }

    private let words: CaptchaWords
    private let time: any TimeSource
    private let state = Mutex(State())

    init(language: String, time: any TimeSource) {
        words = CaptchaWords(language: language)
        self.time = time
    }

    /// From now on there is somebody to ask.
    func open(for bot: Bot) { state.withLock { $0.bot = bot } }

    /// The first answer; `nil` when nobody is there to ask, or nobody answers in time. One question at a time.
    ///
    /// - Throws: `CancellationError` when cancelled.
    func ask(_ question: AskingSolver.Question) async throws -> AskingSolver.Answer? {
        let (answers, answered) = AsyncStream.makeStream(of: AskingSolver.Answer.self, bufferingPolicy: .bufferingOldest(1))
        state.withLock { state in
            state.question = question
            state.answered = answered
        }
        defer {
            state.withLock { state in
                state.question = nil
                state.answered = nil
            }
        }
        guard try await tell(words.question(question)) else { return nil }
        return try await withThrowingTaskGroup(of: AskingSolver.Answer?.self) { group in
            group.addTask {
                for await answer in answers { return answer }
                throw CancellationError()
            }
            group.addTask {
                try await self.time.sleep(for: Self.limit)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    /// Tells the administrators what VK made of their answer.
    func report(wasRight: Bool) async {
        do {
            _ = try await tell(words.verdict(wasRight: wasRight))
        } catch {
            // Only a cancelled call comes here; nobody waits for this message.
        }
    }

    /// Whether `update` answers the question that waits; then it is for nobody else.
    func takes(_ update: Update) -> Bool {
        guard update.type == .messageNew, let message = update.message, message.peerID == message.fromID,
            let text = CaptchaWords.answer(in: message.text)
        else { return false }
        return state.withLock { state in
            guard let question = state.question, state.bot?.admins.contains(message.fromID) == true else { return false }
            switch question {
            case .picture: state.answered?.yield(.text(text))
            case .consent:
                guard let agrees = CaptchaWords.consent(text) else { return false }
                state.answered?.yield(.consent(agrees))
            }
            return true
        }
    }

    /// Writes to every administrator; says whether any of them could be written to.
    private func tell(_ text: String) async throws -> Bool {
        guard let bot = state.withLock({ $0.bot }) else { return false }
        var wasTold = false
        for admin in bot.admins.sorted() where admin > 0 {
            do {
                _ = try await AdminSolver.$isAsking.withValue(true) { try await bot.vk.messages.send(peerID: admin, message: text).send() }
                wasTold = true
            } catch let error as VKError {
                bot.logger.warning("an administrator cannot be asked about a captcha", ["user": admin, "error": error])
            }
        }
        return wasTold
    }
}

/// Puts challenges to a bot's administrators.
struct AdminSolver: ChallengeSolver {
    /// Whether the present task is itself asking: its own messages must not wait for the question they carry.
    @TaskLocal static var isAsking = false

    private let asking: AskingSolver

    init(_ conversation: AdminConversation) {
        asking = AskingSolver(
            ask: { try await conversation.ask($0) }, tell: { await conversation.report(wasRight: $0) })
    }

    func solve(_ captcha: VKError.Captcha) async throws -> CaptchaSolution? { Self.isAsking ? nil : try await asking.solve(captcha) }

    func confirm(_ question: ConsentQuestion) async throws -> Bool { Self.isAsking ? false : try await asking.confirm(question) }

    func learn(_ verdict: CaptchaVerdict) async { if !Self.isAsking { await asking.learn(verdict) } }
}
