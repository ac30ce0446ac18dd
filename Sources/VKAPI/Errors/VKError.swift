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
    /// Which step of a chain it was, from 1; `nil` outside a chain.
    public internal(set) var step: Int?
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

    /// Reads the `error` object of an answer to `method`; `secrets` are taken out of VK's words.
    public init(answer error: JSON, method: String, hiding secrets: [Secret] = []) {
        func words(_ key: String) -> String? {
            error[key].string.map { secrets.reduce($0) { $1.redacting($0) } }
        }
        let code = VKErrorCode(rawValue: error["error_code"].int ?? 0)
        self.code = code
        failure = code.failure
        subcode = error["error_subcode"].int
        self.method = method
        message = words("error_msg") ?? words("error_text") ?? "VK gave no reason"
        captcha = code == .captcha ? Captcha(error) : nil
        redirect = error["redirect_uri"].string.map(Secret.init)
        confirmationText = words("confirmation_text")
        cause = nil
        mayHaveBeenPerformed = code.mayFollowPerformance
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

    /// The same error as that of step `number` of a chain.
    func asStep(_ number: Int) -> VKError {
        var copy = self
        copy.step = number
        return copy
    }
}

extension VKError: CustomStringConvertible {
    /// `messages.send: VK error 901: …`, or `step 2, messages.send: no connection`.
    public var description: String {
        let place = (step.map { "step \($0), " } ?? "") + method
        guard let code else { return "\(place): \(message)" }
        let detail = subcode.map { ".\($0)" } ?? ""
        return "\(place): VK error \(code)\(detail): \(message)"
    }
}
