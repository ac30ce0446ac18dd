// Govorun: a client that talks to a script. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import VKAPI

/// Solves captchas by a closure, and agrees to nothing.
struct ScriptedSolver: ChallengeSolver {
    let answer: @Sendable (VKError.Captcha) async throws -> CaptchaSolution?
    init(_ answer: @escaping @Sendable (VKError.Captcha) async throws -> CaptchaSolution?) { self.answer = answer }
    func solve(_ captcha: VKError.Captcha) async throws -> CaptchaSolution? { try await answer(captcha) }
}

/// A client, the script that answers it and the clock they go by.
struct Stage: Sendable {
    static let token = "vk1.a.invented-token"

    let time = ManualTime()
    let vk: ScriptedVK
    let client: VKClient

    init(
        logger: Logger = .silent, configure: (inout VKClient.Configuration) -> Void = { _ in },
        answer: @escaping @Sendable (ScriptedVK.Exchange) async throws -> HTTPResponse
    ) {
        vk = ScriptedVK(answer)
        var configuration = VKClient.Configuration()
        configure(&configuration)
        client = VKClient(token: Secret(Self.token), configuration: configuration, transport: vk, logger: logger, time: time)
    }

    /// The outcome of `request`, the clock running as fast as anybody waits for it.
    func outcome<Value: Sendable>(_ request: Request<Value>) async throws -> Value { try await time.running { try await request.send() } }

    /// The error that `request` ends with; `nil` when it succeeds.
    func failure<Value: Sendable>(_ request: Request<Value>) async throws -> VKError? {
        do {
            _ = try await outcome(request)
            return nil
        } catch let error as VKError {
            return error
        }
    }
}
