// Govorun: how often one call goes to a solver. SPDX-License-Identifier: MIT

/// What VK asks of a person, read from an error.
enum Challenge: Sendable {
    case captcha(VKError.Captcha)
    case validation(page: Secret)
    case confirmation(ConsentQuestion)

    /// `nil` for an error that no person can answer here.
    init?(_ error: VKError) {
        switch error.code {
        case .captcha?:
            guard let captcha = error.captcha else { return nil }
            self = .captcha(captcha)
        case .authValidation?:
            guard let page = error.redirect else { return nil }
            self = .validation(page: page)
        default:
            guard let question = ConsentQuestion(error) else { return nil }
            self = .confirmation(question)
        }
    }
}

/// The decisions about one call's challenges, as a value: how many rounds there are, and what VK's answer says of the last solution.
struct ChallengeRounds {
    /// VK answers a wrong key with a new captcha; a solver that never gets it right is not asked for ever.
    static let captchaLimit = 5

    private var captchas = 0
    private var hasValidated = false
    private var hasConfirmed = false
    private var pending: (captcha: VKError.Captcha, solution: CaptchaSolution)?

    /// What to put to the solver after `error`; `nil`: it surfaces.
    mutating func next(after error: VKError) -> Challenge? {
        guard let challenge = Challenge(error) else { return nil }
        switch challenge {
        case .captcha:
            captchas += 1
            return captchas <= Self.captchaLimit ? challenge : nil
        case .validation:
            // Asked again with the new token, VK would go on for ever.
            defer { hasValidated = true }
            return hasValidated ? nil : challenge
        case .confirmation:
            defer { hasConfirmed = true }
            return hasConfirmed ? nil : challenge
        }
    }

    /// `solution` goes out with the next attempt.
    mutating func sent(_ solution: CaptchaSolution, of captcha: VKError.Captcha) { pending = (captcha, solution) }

    /// What VK's answer (`nil`: a success) says of the last solution; nothing where VK did not get to look at it.
    mutating func verdict(after error: VKError?) -> CaptchaVerdict? {
        guard let (captcha, solution) = pending else { return nil }
        switch error?.failure {
        case .transport?, .server?, .tooManyRequests?: return nil
        default: break
        }
        pending = nil
        return CaptchaVerdict(captcha: captcha, solution: solution, wasRight: error?.failure != .captcha)
    }
}
