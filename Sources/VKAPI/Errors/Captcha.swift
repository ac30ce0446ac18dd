// Govorun: a captcha that VK asks for, and who may solve it. SPDX-License-Identifier: MIT
import TapeJSON

extension VKError {
    /// What VK sends with error 14 (source: the reference, "Response and error envelope").
    public struct Captcha: Sendable {
        /// Picture form: sent back as `captcha_sid`; empty in the pure redirect form.
        public let sid: String
        /// Picture form: the picture's address; empty in the pure redirect form.
        public let image: String
        /// How many tries VK counted, if it says so.
        public let attempt: Int?
        /// Redirect form: the page that yields a `success_token`.
        public let redirect: Secret?
        /// Redirect form: sent back beside `success_token`.
        public let remixstlid: Int?

        /// Whether there is something to solve.
        var isSolvable: Bool { !sid.isEmpty || redirect != nil }

        init(_ error: JSON) {
            sid = error["captcha_sid"].text ?? ""
            image = error["captcha_img"].string ?? ""
            attempt = error["captcha_attempt"].int
            redirect = error["redirect_uri"].string.map(Secret.init)
            remixstlid = error["remixstlid"].int
        }
    }
}

/// What somebody made of a captcha.
public enum CaptchaSolution: Sendable {
    /// What the picture says.
    case key(String)
    /// What the page of the redirect form yielded.
    case successToken(Secret)
}

/// Solves a captcha, or gives up with `nil`; only the call that met it waits.
public typealias CaptchaSolver = @Sendable (VKError.Captcha) async throws -> CaptchaSolution?

extension Parameters {
    /// Adds what VK wants to see when a call is repeated after a solved captcha.
    mutating func add(_ solution: CaptchaSolution, to captcha: VKError.Captcha) {
        switch solution {
        case .key(let key):
            self["captcha_sid"] = captcha.sid
            self["captcha_key"] = key
        case .successToken(let token):
            self["success_token"] = token.reveal()
            self["remixstlid"] = captcha.remixstlid?.parameterText
        }
    }
}
