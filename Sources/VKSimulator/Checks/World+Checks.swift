// Govorun: captchas, validation and confirmation around a call. SPDX-License-Identifier: MIT
import TapeJSON

extension World {
    /// The fault that a call meets. One that solves a captcha or confirms does not meet the same check again; one that
    /// answers a captcha wrongly gets another.
    mutating func takeFault(for method: String, _ parameters: Parameters) -> Fault.Kind? {
        let solution = captchas.solve(parameters)
        if case .wrong(let isRedirect) = solution { return isRedirect ? .redirectCaptcha : .error(14) }
        let isConfirmed = parameters.text("confirm") == "1"
        return takeFault(for: method) { kind in
            switch kind {
            case .error(14), .redirectCaptcha: solution != .right
            case .error(24): !isConfirmed
            default: true
            }
        }
    }

    /// What an error says beside its code about a check.
    mutating func details(of check: APIFailure.Check, caller: Caller?, _ arrival: Arrival) -> JSONObject {
        switch check {
        case .captcha(let isRedirect): return captchaDetails(captchas.show(isRedirect: isRedirect, salt: salt), arrival)
        case .confirmation: return ["confirmation_text": "Подтвердите действие"]
        case .validation:
            let hash = grants.startValidation(of: caller, salt: salt)
            return ["redirect_uri": JSONValue("\(baseURL)/login?act=security_check&api_hash=\(hash)")]
        }
    }

    private func captchaDetails(_ captcha: Captcha, _ arrival: Arrival) -> JSONObject {
        let sid = JSONValue(captcha.sid)
        guard captcha.successToken == nil else {
            return [
                "captcha_sid": sid, "captcha_img": JSONValue("\(baseURL)/captcha.php?sid=\(captcha.sid)"),
                "redirect_uri": JSONValue("\(baseURL)/not_robot_captcha?domain=vk.com&sid=\(captcha.sid)&variant=popup&blank=1"),
                "remixstlid": 9_069_000_000_000_000_001,
            ]
        }
        return [
            "captcha_sid": sid, "captcha_img": JSONValue("\(baseURL)/captcha.php?sid=\(captcha.sid)&s=1"),
            "captcha_ts": JSONValue(Double(arrival.date) + 0.482), "captcha_attempt": 1, "captcha_ratio": 2.6, "captcha_width": nil,
            "captcha_height": nil, "is_refresh_enabled": true, "is_sound_captcha_available": true,
        ]
    }
}
