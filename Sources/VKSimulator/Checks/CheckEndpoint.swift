// Govorun: the pages on which people pass checks. SPDX-License-Identifier: MIT
import MicroServer

/// Answers `/captcha.php`, `/not_robot_captcha` and `/login`.
struct CheckEndpoint: Sendable {
    let simulator: VKSimulator

    /// - Returns: nil for any other address.
    func answer(_ request: ServerRequest) -> ServerResponse? {
        switch request.path {
        case "/captcha.php": picture(request)
        case "/not_robot_captcha": captchaPage(request)
        case "/login": validate(request)
        default: nil
        }
    }

    private func captcha(_ request: ServerRequest) -> Captcha? {
        simulator.change { $0.captchas[request.query.first(named: "sid") ?? ""] }
    }

    private func picture(_ request: ServerRequest) -> ServerResponse {
        guard let captcha = captcha(request) else { return .notFound }
        let noStore = FieldList.Field(name: "Cache-Control", value: "no-store")
        return .bytes(200, type: "image/png", CaptchaPicture.png(captcha.key), headers: [noStore])
    }

    /// Who opens the page and goes on is no robot: the token is in the address it leads to.
    private func captchaPage(_ request: ServerRequest) -> ServerResponse {
        guard let captcha = captcha(request), let token = captcha.successToken else { return .notFound }
        let passed = "/blank.html#success=1&success_token=\(token)"
        guard request.query.first(named: "pass") == nil else { return .redirect(to: passed) }
        return .page("Я не робот", "<p><a href=\"\(escapedHTML(passed))\">Я не робот</a></p>")
    }

    /// The person passes and gets a new token, or with `fail=1` does not.
    private func validate(_ request: ServerRequest) -> ServerResponse {
        let now = simulator.configuration.time.now
        let hash = request.query.first(named: "api_hash") ?? ""
        guard request.query.first(named: "fail") == nil else { return .redirect(to: "/blank.html#fail=1") }
        guard let (token, person) = simulator.change({ $0.finishValidation(hash, at: now.at) }) else {
            return .redirect(to: "/blank.html#fail=1")
        }
        return .redirect(to: "/blank.html#success=1&access_token=\(token)&user_id=\(person)")
    }
}
