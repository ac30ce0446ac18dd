// Govorun: a captcha that VK asks for, and what was made of it. SPDX-License-Identifier: MIT
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
        /// When VK made it, in seconds since 1970 with a fraction, if it says so.
        public let timestamp: Double?
        /// The picture's width divided by its height, if VK says so.
        public let ratio: Double?
        /// The picture's size in pixels; `nil` where VK sends none, or null.
        public let size: (width: Int, height: Int)?
        /// Whether the page of VK would offer another picture.
        public let isRefreshable: Bool
        /// Whether the page of VK would offer a sound instead of the picture.
        public let hasSound: Bool
        /// VK's own mark of the captcha, if it sends one.
        public let track: String?
        /// Redirect form: the page that yields a `success_token`.
        public let redirect: Secret?
        /// Redirect form: sent back beside `success_token`.
        public let remixstlid: Int?

        /// Whether there is something to solve.
        var isSolvable: Bool { !sid.isEmpty || redirect != nil }

        /// Reads the object that carries `captcha_sid`: the API's `error`, or an answer of the OAuth host.
        init(_ error: JSON) {
            sid = error["captcha_sid"].text ?? ""
            image = error["captcha_img"].string ?? ""
            attempt = error["captcha_attempt"].int
            timestamp = error["captcha_ts"].double
            ratio = error["captcha_ratio"].double
            if let width = error["captcha_width"].int, let height = error["captcha_height"].int {
                size = (width, height)
            } else {
                size = nil
            }
            isRefreshable = error["is_refresh_enabled"].bool ?? false
            hasSound = error["is_sound_captcha_available"].bool ?? false
            track = error["captcha_track"].string
            redirect = error["redirect_uri"].string.map(Secret.init)
            remixstlid = error["remixstlid"].int
        }
    }
}

/// What somebody made of a captcha.
public enum CaptchaSolution: Sendable, Equatable {
    /// What the picture says.
    case key(String)
    /// What the page of the redirect form yielded.
    case successToken(Secret)
}

extension Parameters {
    /// Adds what VK wants to see when a call is repeated after a solved captcha, in place of an earlier solution.
    mutating func add(_ solution: CaptchaSolution, to captcha: VKError.Captcha) {
        for name in ["captcha_sid", "captcha_key", "success_token", "remixstlid"] { self[name] = nil }
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
