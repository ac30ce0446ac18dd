// Govorun: captchas that wait for their answers. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

/// A captcha somebody has to solve.
public struct Captcha: Sendable, Equatable {
    /// What the repeated call names in `captcha_sid`.
    public let sid: String
    /// What stands in the picture: digits. The right `captcha_key`.
    public let key: String
    /// What the page of the redirect form yields, the right `success_token`; nil for the picture form.
    public let successToken: String?
}

/// The captchas that were shown and not solved yet.
struct CaptchaDesk: Sendable {
    private var open = BoundedMemory<String, Captcha>(limit: 1000)
    private var order: [String] = []
    private var last = 731_904_558_200

    /// Those not solved yet, oldest first.
    var waiting: [Captcha] { order.compactMap { open[$0] } }

    subscript(sid: String) -> Captcha? { open[sid] }

    mutating func show(isRedirect: Bool, salt: UInt64) -> Captcha {
        last += 1
        let hash = SHA256.digest(of: Array("captcha \(last) \(salt)".utf8))
        let key = hash.prefix(5).map { String($0 % 10) }.joined()
        let captcha = Captcha(sid: String(last), key: key, successToken: isRedirect ? "success." + hash.hex.prefix(32) : nil)
        open.remember(captcha, for: captcha.sid)
        order = (order + [captcha.sid]).suffix(1000)
        return captcha
    }

    /// Whether the parameters of a call solve a captcha, which they can do once.
    mutating func solve(_ parameters: Parameters) -> Solution {
        if let token = parameters.text("success_token") {
            guard let captcha = waiting.first(where: { $0.successToken == token }) else { return .wrong(isRedirect: true) }
            forget(captcha.sid)
            return .right
        }
        guard let sid = parameters.text("captcha_sid") else { return .none }
        let captcha = open[sid]
        forget(sid)
        return captcha?.key == parameters.text("captcha_key") && captcha != nil ? .right : .wrong(isRedirect: false)
    }

    /// How a call stands to captchas.
    enum Solution: Sendable, Equatable {
        case none, right
        case wrong(isRedirect: Bool)
    }

    private mutating func forget(_ sid: String) {
        open.drop(sid)
        order.removeAll { $0 == sid }
    }
}
