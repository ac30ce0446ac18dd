// Govorun: a solver that answers as a test wants. SPDX-License-Identifier: MIT
import ScriptedVK
import Synchronization
import TapeJSON

@testable import VKAPI

/// Answers from closures, and keeps what it was asked and told.
final class RecordingSolver: ChallengeSolver {
    private let log = Mutex<[String]>([])
    private let key: @Sendable (VKError.Captcha) -> CaptchaSolution?
    private let token: Secret?
    private let agrees: Bool

    init(token: Secret? = nil, agrees: Bool = false, key: @escaping @Sendable (VKError.Captcha) -> CaptchaSolution? = { _ in nil }) {
        self.key = key
        self.token = token
        self.agrees = agrees
    }

    /// What happened, in order.
    var events: [String] { log.withLock { $0 } }

    func solve(_ captcha: VKError.Captcha) async throws -> CaptchaSolution? {
        note("solve \(captcha.sid)")
        return key(captcha)
    }

    func learn(_ verdict: CaptchaVerdict) async { note("\(verdict.captcha.sid) \(verdict.wasRight ? "right" : "wrong")") }

    func validate(at page: Secret) async throws -> Secret? {
        note("validate")
        return token
    }

    func confirm(_ question: ConsentQuestion) async throws -> Bool {
        note("confirm \(question.method): \(question.text)")
        return agrees
    }

    private func note(_ event: String) { log.withLock { $0.append(event) } }
}

extension VKError {
    /// Error 14 in picture form.
    static func captcha(_ sid: String) -> VKError {
        let error: JSONValue = [
            "error_code": 14, "captcha_sid": .string(sid), "captcha_img": .string("https://api.vk.ru/captcha.php?sid=\(sid)"),
        ]
        return VKError(answer: error.view, method: "messages.send")
    }

    /// Error `code` with nothing beside it.
    static func plain(_ code: Int) -> VKError {
        VKError(answer: JSONValue.object(["error_code": .integer(code)]).view, method: "messages.send")
    }
}

/// Sends `call` as the client does, VK's answers being `answers` in turn (`nil`: performed); says what was sent each time.
func drive(
    _ solver: (any ChallengeSolver)?, _ answers: [VKError?], call: Call = Call("messages.send", ["peer_id": 1]),
    time: any TimeSource = ManualTime()
) async throws -> (sent: [Parameters], token: Secret?, error: VKError?) {
    var call = call
    var challenged = Challenged(by: solver, time: time)
    var sent: [Parameters] = []
    var token: Secret?
    for answer in answers {
        sent.append(call.parameters)
        guard let error = answer else {
            await challenged.passed()
            return (sent, token, nil)
        }
        switch try await challenged.meet(error, in: &call) {
        case .again: continue
        case .againWith(let new): token = new
        case .surface:
            // The client's own repeat rules go on from here.
            if error.failure != .server, error.failure != .transport { return (sent, token, error) }
        }
    }
    return (sent, token, answers.last ?? nil)
}
