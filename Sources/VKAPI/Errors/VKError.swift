// Govorun: the one error of this module. SPDX-License-Identifier: MIT
public import CurlClient
public import TapeJSON

/// Why a call to VK has no answer.
///
/// Decide on `failure` (or on `code` where one number matters); `description` is for people and never holds a secret.
public struct VKError: Error, Sendable {
    /// What it means for the caller.
    public let failure: VKFailure
    /// VK's code; `nil` when VK did not answer with one.
    public let code: VKErrorCode?
    /// VK's subcode, seen with 8, 15 and 103.
    public let subcode: Int?
    /// The method that was called.
    public let method: String
    /// VK's words, or what the network said; secrets replaced.
    public let message: String
    /// What to show a person who may solve it, with code 14.
    public let captcha: Captcha?
    /// The page to open, with codes 14 (redirect form) and 17.
    public let redirect: Secret?
    /// What to ask the person, with code 24.
    public let confirmationText: String?
    /// How the network failed, with `.transport`.
    public let cause: HTTPError?
    /// Whether VK may have performed the call although no answer came.
    public let mayHaveBeenPerformed: Bool

    /// The picture form of a captcha.
    public struct Captcha: Sendable {
        /// Sent back as `captcha_sid`.
        public let sid: String
        /// The picture's address.
        public let image: String
        /// How many tries VK counted, if it says so.
        public let attempt: Int?
    }

    /// Reads the `error` object of an answer to `method`; `secrets` are taken out of VK's words.
    public init(answer error: JSON, method: String, hiding secrets: [Secret] = []) {
        let number = error["error_code"].int ?? 0
        code = VKErrorCode(rawValue: number)
        failure = VKErrorCode(rawValue: number).failure
        subcode = error["error_subcode"].int
        self.method = method
        let words: String = error["error_msg"].string ?? error["error_text"].string ?? "VK gave no reason"
        message = secrets.reduce(words) { text, secret in secret.redacting(text) }
        captcha = error["captcha_sid"].text.map {
            Captcha(sid: $0, image: error["captcha_img"].string ?? "", attempt: error["captcha_attempt"].int)
        }
        redirect = error["redirect_uri"].string.map(Secret.init)
        confirmationText = error["confirmation_text"].string
        cause = nil
        mayHaveBeenPerformed = false
    }

    /// One peer's failure inside a successful answer of `messages.send` or `messages.delete`, where VK names the fields otherwise.
    public init(item error: MessagesSendError, method: String) {
        self.init(error.code.failure, code: error.code, method: method, message: error.description)
    }

    /// A failure without VK's error object: the network's, an answer that cannot be read, or one peer's of several.
    public init(
        _ failure: VKFailure, code: VKErrorCode? = nil, method: String, message: String, cause: HTTPError? = nil,
        mayHaveBeenPerformed: Bool = false
    ) {
        self.failure = failure
        self.method = method
        self.message = message
        self.cause = cause
        self.mayHaveBeenPerformed = mayHaveBeenPerformed
        self.code = code
        subcode = nil
        captcha = nil
        redirect = nil
        confirmationText = nil
    }
}

extension VKError: CustomStringConvertible {
    /// `messages.send: VK error 901: …`, or `messages.send: connection refused`.
    public var description: String {
        guard let code else { return "\(method): \(message)" }
        let detail = subcode.map { ".\($0)" } ?? ""
        return "\(method): VK error \(code)\(detail): \(message)"
    }
}
