// Govorun: challenges as JSON, for solvers outside this process. SPDX-License-Identifier: MIT
package import TapeJSON

/// What an external solver reads and writes: one JSON object each way; a program and an HTTP service speak the same.
///
/// Questions: `{"kind": "captcha", "sid", "image", "redirect", …}`, `{"kind": "validation", "page"}`,
/// `{"kind": "confirmation", "text", "method"}`, `{"kind": "verdict", "sid", "right"}`. Answers: `{"key"}` or `{"success_token"}`,
/// `{"access_token"}`, `{"confirm": true}`; anything else gives up. No question holds a token of ours.
package enum ChallengeMessage {
    /// The question of a captcha.
    package static func question(_ captcha: VKError.Captcha) -> JSONValue {
        var message: JSONObject = ["kind": "captcha", "sid": .string(captcha.sid)]
        if !captcha.image.isEmpty { message["image"] = .string(captcha.image) }
        if let redirect = captcha.redirect { message["redirect"] = .string(redirect.reveal()) }
        if let attempt = captcha.attempt { message["attempt"] = .integer(attempt) }
        if let ratio = captcha.ratio { message["ratio"] = .double(ratio) }
        if let size = captcha.size {
            message["width"] = .integer(size.width)
            message["height"] = .integer(size.height)
        }
        return .object(message)
    }

    /// The question of a validation.
    package static func question(page: Secret) -> JSONValue { ["kind": "validation", "page": .string(page.reveal())] }

    /// The question of a confirmation.
    package static func question(_ confirmation: ConsentQuestion) -> JSONValue {
        ["kind": "confirmation", "text": .string(confirmation.text), "method": .string(confirmation.method)]
    }

    /// What VK made of a solution; wants no answer.
    package static func report(_ verdict: CaptchaVerdict) -> JSONValue {
        ["kind": "verdict", "sid": .string(verdict.captcha.sid), "right": .bool(verdict.wasRight)]
    }

    /// The solution in an answer; `nil` gives up.
    package static func solution(in answer: JSON) -> CaptchaSolution? {
        if let key = answer["key"].text, !key.isEmpty { return .key(key) }
        if let token = answer["success_token"].string, !token.isEmpty { return .successToken(Secret(token)) }
        return nil
    }

    /// The new token in an answer; `nil` gives up.
    package static func token(in answer: JSON) -> Secret? {
        guard let token = answer["access_token"].string, !token.isEmpty else { return nil }
        return Secret(token)
    }

    /// Whether an answer agrees.
    package static func agreement(in answer: JSON) -> Bool { answer["confirm"].bool ?? false }
}
