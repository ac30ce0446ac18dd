// Govorun: why there is no token. SPDX-License-Identifier: MIT
public import CurlClient
import TapeJSON

/// Why an authorization ended without a token.
///
/// Decide on `code`; `description` is for people and never holds a secret.
public struct AuthError: Error, Sendable {
    /// What went wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// The person said no, or closed the page.
        case denied
        /// VK does not know the application, or its key is wrong.
        case invalidClient
        /// The code or the refresh token is wrong, used up or too old.
        case invalidGrant
        /// VK wants a captcha first: see `captcha`.
        case captchaNeeded
        /// VK wants the person to validate first: see `redirect`.
        case validationNeeded
        /// Another refusal of the OAuth host; `word` is its name.
        case refused
        /// The answer belongs to another request: its `state` is not ours. Somebody may be forging it.
        case foreignState
        /// What came is no answer of VK's.
        case unreadable
        /// The network failed.
        case transport
        /// A right that VK does not know.
        case unknownScope
    }

    /// What went wrong.
    public let code: Code
    /// For people.
    public let message: String
    /// VK's name of the error: `invalid_client`.
    public let word: String?
    /// With `.captchaNeeded`.
    public let captcha: VKError.Captcha?
    /// With `.validationNeeded`: the page to open.
    public let redirect: Secret?
    /// How the network failed, with `.transport`.
    public let cause: HTTPError?

    init(
        _ code: Code, _ message: String, word: String? = nil, captcha: VKError.Captcha? = nil, redirect: Secret? = nil,
        cause: HTTPError? = nil
    ) {
        self.code = code
        self.message = message
        self.word = word
        self.captcha = captcha
        self.redirect = redirect
        self.cause = cause
    }

    /// Reads an error of the OAuth host, `{"error": "invalid_client", "error_description": …}` (source: the reference, "Response and
    /// error envelope"); `secrets` are taken out of its words.
    init?(answer: JSON, hiding secrets: [Secret] = []) {
        guard let word = answer["error"].string else { return nil }
        self.init(word: word, reason: answer["error_reason"].string, words: answer["error_description"].string, answer, secrets)
    }

    init(word: String, reason: String?, words: String?, _ answer: JSON = .absent, _ secrets: [Secret] = []) {
        // It may come from anybody's page, and goes to somebody's terminal.
        let word = Self.printable(word)
        let text = Self.printable(words ?? reason.map { "\(word): \($0)" } ?? word)
        self.init(
            Self.codes[word] ?? .refused, secrets.reduce(text) { $1.redacting($0) }, word: secrets.reduce(word) { $1.redacting($0) },
            captcha: word == "need_captcha" ? VKError.Captcha(answer) : nil, redirect: answer["redirect_uri"].string.map(Secret.init))
    }

    /// `text` without what steers a terminal or turns the direction of writing; at most 400 characters.
    private static func printable(_ text: String) -> String {
        var printable = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(400) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: printable.append(" ")
            default: printable.append(scalar)
            }
        }
        return String(printable)
    }

    private static let codes: [String: Code] = [
        "access_denied": .denied, "user_denied": .denied, "invalid_client": .invalidClient, "unauthorized_client": .invalidClient,
        "invalid_grant": .invalidGrant, "invalid_token": .invalidGrant, "need_captcha": .captchaNeeded,
        "need_validation": .validationNeeded,
    ]
}

extension AuthError: CustomStringConvertible {
    /// `authorization: invalid_client: secret does not match`.
    public var description: String {
        guard let word, !message.hasPrefix(word) else { return "authorization: \(message)" }
        return "authorization: \(word): \(message)"
    }
}
