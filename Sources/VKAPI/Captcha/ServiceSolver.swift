// Govorun: a solver behind HTTP. SPDX-License-Identifier: MIT
public import CurlClient
import TapeJSON

/// Puts challenges to an HTTP service: POST of one JSON object, 200 with one JSON object; any other status gives up.
///
/// The messages are those of `ChallengeMessage` (Docs/auth.md, "Captcha"). The address may carry a key, so it is a secret; it is in no
/// line of the log.
public struct ServiceSolver: ChallengeSolver {
    /// The service's address, `http` or `https`.
    public let address: Secret
    /// How long the service may take for one answer.
    public let timeout: Duration
    private let transport: any APITransport
    private let route: HTTPRoute
    private let logger: Logger

    /// A solver that asks the service at `address` over `transport`.
    public init(
        address: Secret, timeout: Duration = .seconds(180), transport: any APITransport, route: HTTPRoute = HTTPRoute(),
        logger: Logger = .silent
    ) {
        self.address = address
        self.timeout = timeout
        self.transport = transport
        self.route = route
        self.logger = logger
    }

    /// The service's `{"key"}` or `{"success_token"}`; gives up on anything else, a failing service too.
    ///
    /// - Throws: `CancellationError` when the call is cancelled.
    public func solve(_ captcha: VKError.Captcha) async throws -> CaptchaSolution? {
        ChallengeMessage.solution(in: try await answer(to: ChallengeMessage.question(captcha)))
    }

    /// The service's `{"access_token"}`.
    ///
    /// - Throws: `CancellationError` when the call is cancelled.
    public func validate(at page: Secret) async throws -> Secret? {
        ChallengeMessage.token(in: try await answer(to: ChallengeMessage.question(page: page)))
    }

    /// Whether the service says `{"confirm": true}`.
    ///
    /// - Throws: `CancellationError` when the call is cancelled.
    public func confirm(_ question: ConsentQuestion) async throws -> Bool {
        ChallengeMessage.agreement(in: try await answer(to: ChallengeMessage.question(question)))
    }

    /// Tells the service; what it answers is not read.
    public func learn(_ verdict: CaptchaVerdict) async {
        do {
            _ = try await answer(to: ChallengeMessage.report(verdict))
        } catch {
            // Only a cancelled call comes here: its outcome is known, and nobody waits for the service.
        }
    }

    private func answer(to question: JSONValue) async throws -> JSON {
        var request = HTTPRequest(address.reveal(), method: .post, body: question.bytes, contentType: "application/json")
        request.timeout = timeout
        request.connectTimeout = min(timeout, .seconds(10))
        request.responseLimit = 64 << 10
        request.route = route
        do {
            let response = try await transport.send(request)
            guard response.status == 200 else {
                logger.warning("the captcha service refused", ["http.status": response.status])
                return .absent
            }
            return try JSONDocument(response.body).root
        } catch let error as HTTPError {
            logger.warning("the captcha service cannot be asked", ["error": error.code.rawValue])
        } catch let error as JSONError {
            logger.warning("the captcha service answered no JSON", ["error": error])
        }
        return .absent
    }
}
