// Govorun: the one error of this module. SPDX-License-Identifier: MIT
public import CurlClient
public import TapeJSON

/// Why a call to VK has no answer.
///
/// Decide on `failure` (or on `code` where one number matters); `description` is for people and never holds a secret.
public struct VKError: Error, Sendable {
    /// What it means for the caller.
    public var failure: VKFailure { storage.facts.failure }
    /// VK's code; `nil` when VK did not answer with one.
    public var code: VKErrorCode? { storage.facts.code }
    /// VK's subcode, seen with 8, 15 and 103.
    public var subcode: Int? { storage.facts.subcode }
    /// The method that was called.
    public var method: String { storage.facts.method }
    /// Which step of a chain it was, from 1; `nil` outside a chain.
    public var step: Int? { storage.facts.step }
    /// VK's words, or what the network said; secrets replaced.
    public var message: String { storage.facts.message }
    /// What to show a person who may solve it, with code 14.
    public var captcha: Captcha? { storage.facts.captcha }
    /// The page to open, with codes 14 (redirect form) and 17.
    public var redirect: Secret? { storage.facts.redirect }
    /// What to ask the person, with code 24.
    public var confirmationText: String? { storage.facts.confirmationText }
    /// How the network failed, with `.transport`.
    public var cause: HTTPError? { storage.facts.cause }
    /// Whether VK may have performed the call although no answer came.
    public var mayHaveBeenPerformed: Bool { storage.facts.mayHaveBeenPerformed }
    /// The attempts that were made, in order; the last one ended with this error. Empty when nothing was sent.
    public var attempts: [Attempt] { storage.facts.attempts }

    /// One attempt at a call.
    public struct Attempt: Sendable, Equatable {
        /// When it began to wait for its turn, from the first one's beginning on.
        public let began: Duration
        /// How long it took, its turn included.
        public let took: Duration
        /// What it ended with.
        public let failure: VKFailure
        /// VK's code, if VK answered.
        public let code: VKErrorCode?
    }

    /// Everything known; kept apart, so that an error is one word however much there is to say.
    private struct Facts {
        var failure: VKFailure
        var code: VKErrorCode?
        var subcode: Int?
        var method: String
        var step: Int?
        var message: String
        var captcha: Captcha?
        var redirect: Secret?
        var confirmationText: String?
        var cause: HTTPError?
        var mayHaveBeenPerformed: Bool
        var attempts: [Attempt] = []
    }

    private final class Storage: Sendable {
        let facts: Facts
        init(_ facts: Facts) { self.facts = facts }
    }

    private let storage: Storage

    private init(_ facts: Facts) { storage = Storage(facts) }

    /// Reads the `error` object of an answer to `method`; `secrets` are taken out of VK's words.
    public init(answer error: JSON, method: String, hiding secrets: [Secret] = []) {
        func words(_ key: String) -> String? {
            error[key].string.map { secrets.reduce($0) { $1.redacting($0) } }
        }
        let code = VKErrorCode(rawValue: error["error_code"].int ?? 0)
        self.init(
            Facts(
                failure: code.failure, code: code, subcode: error["error_subcode"].int, method: method,
                message: words("error_msg") ?? words("error_text") ?? "VK gave no reason",
                captcha: code == .captcha ? Captcha(error) : nil, redirect: error["redirect_uri"].string.map(Secret.init),
                confirmationText: words("confirmation_text"), mayHaveBeenPerformed: code.mayFollowPerformance))
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
        self.init(
            Facts(
                failure: failure, code: code, method: method, message: message, cause: cause, mayHaveBeenPerformed: mayHaveBeenPerformed))
    }

    /// The same error after `attempts`.
    func after(_ attempts: [Attempt]) -> VKError { changed { $0.attempts = attempts } }

    /// The same error as that of another method, which failed together with this one.
    func of(_ method: String, mayHaveBeenPerformed: Bool? = nil) -> VKError {
        changed {
            $0.method = method
            if let mayHaveBeenPerformed { $0.mayHaveBeenPerformed = mayHaveBeenPerformed }
        }
    }

    /// The same error as that of step `number` of a chain.
    func asStep(_ number: Int) -> VKError { changed { $0.step = number } }

    private func changed(_ change: (inout Facts) -> Void) -> VKError {
        var facts = storage.facts
        change(&facts)
        return VKError(facts)
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
