// Govorun: a solver that asks a person. SPDX-License-Identifier: MIT

/// Asks somebody and waits; whoever can show a picture and read an answer can be `ask`.
///
/// One question at a time: twenty calls that meet captchas at once ask one after the other. It answers pictures and confirmations; a page
/// that yields a token is nothing to send through a conversation, so validation and the pure redirect form give up.
public struct AskingSolver: ChallengeSolver {
    /// What is wanted of the person.
    public enum Question: Sendable, Equatable {
        /// The text of the picture at `address`.
        case picture(address: String)
        /// Yes or no.
        case consent(ConsentQuestion)
    }

    /// What a person said.
    public enum Answer: Sendable, Equatable {
        /// What the picture says.
        case text(String)
        /// Agreed, or not.
        case consent(Bool)
    }

    /// Asks, and waits for the answer; `nil`: nobody answered.
    public typealias Ask = @Sendable (Question) async throws -> Answer?

    private let ask: Ask
    private let tell: @Sendable (Bool) async -> Void
    private let line = Turnstile<Int>()

    /// A solver that puts its questions to `ask`, and says to `tell` whether the last answer was right.
    public init(ask: @escaping Ask, tell: @escaping @Sendable (_ wasRight: Bool) async -> Void = { _ in }) {
        self.ask = ask
        self.tell = tell
    }

    /// What the person reads in the picture.
    ///
    /// - Throws: what `ask` throws; `CancellationError` when the call is cancelled.
    public func solve(_ captcha: VKError.Captcha) async throws -> CaptchaSolution? {
        guard !captcha.image.isEmpty else { return nil }
        guard case .text(let key)? = try await put(.picture(address: captcha.image)), !key.isEmpty else { return nil }
        return .key(key)
    }

    /// Whether the person agrees.
    ///
    /// - Throws: as `solve`.
    public func confirm(_ question: ConsentQuestion) async throws -> Bool {
        try await put(.consent(question)) == .consent(true)
    }

    /// Tells the person.
    public func learn(_ verdict: CaptchaVerdict) async { await tell(verdict.wasRight) }

    private func put(_ question: Question) async throws -> Answer? { try await line.pass(0) { try await ask(question) } }
}
