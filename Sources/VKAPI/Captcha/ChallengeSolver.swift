// Govorun: who answers when VK wants a person. SPDX-License-Identifier: MIT

/// Answers what VK asks before it performs a call: a captcha (14), a validation (17), a confirmation (24).
///
/// Each function may give up, and then the error surfaces; that is what they do unless implemented. Only the call that met the challenge
/// waits, so an answer may take as long as a person needs.
public protocol ChallengeSolver: Sendable {
    /// Solves a captcha; `nil` gives up.
    ///
    /// - Throws: what ends the call in place of VK's error; `CancellationError` when the call is cancelled.
    func solve(_ captcha: VKError.Captcha) async throws -> CaptchaSolution?

    /// Told once per solution whether VK took it; not told when VK's answer to it was lost. Cancelled after 5 seconds, since the call waits.
    func learn(_ verdict: CaptchaVerdict) async

    /// Leads a person through `page` (error 17, user tokens only) and returns the token it ended with; `nil` gives up.
    ///
    /// - Throws: as `solve`.
    func validate(at page: Secret) async throws -> Secret?

    /// Whether a person agrees to what VK asks (error 24); `false` lets the error surface.
    ///
    /// - Throws: as `solve`.
    func confirm(_ question: ConsentQuestion) async throws -> Bool
}

extension ChallengeSolver {
    /// Gives up.
    public func solve(_ captcha: VKError.Captcha) async throws -> CaptchaSolution? { nil }
    /// Takes no notice.
    public func learn(_ verdict: CaptchaVerdict) async {}
    /// Gives up.
    public func validate(at page: Secret) async throws -> Secret? { nil }
    /// Does not agree.
    public func confirm(_ question: ConsentQuestion) async throws -> Bool { false }
}

/// Gives up on everything: a community bot normally can do no better than to fail the call and slow down.
public struct NoSolver: ChallengeSolver {
    /// The one way to make it; it holds nothing.
    public init() {}
}

/// What VK made of a solution.
public struct CaptchaVerdict: Sendable {
    /// The captcha it was for.
    public let captcha: VKError.Captcha
    /// What had been sent.
    public let solution: CaptchaSolution
    /// Whether VK took it.
    public let wasRight: Bool
}

/// What VK wants confirmed with error 24.
public struct ConsentQuestion: Sendable, Equatable {
    /// VK's words, for the person.
    public let text: String
    /// The method that waits for it.
    public let method: String

    /// What `error` asks; `nil` when it is not error 24.
    public init?(_ error: VKError) {
        guard error.code == .needConfirmation else { return nil }
        text = error.confirmationText ?? ""
        method = error.method
    }
}
