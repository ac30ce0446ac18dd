// Govorun: VK's error answers. SPDX-License-Identifier: MIT
import TapeJSON

/// An error as VK gives it: a code, and a text nobody should match on.
struct APIFailure: Error, Sendable {
    let code: Int
    let message: String
    var subcode: Int?
    /// What somebody has to do before the call can be repeated.
    var check: Check?

    /// Checks of a person, which an error announces.
    enum Check: Sendable, Equatable {
        case captcha(isRedirect: Bool)
        case validation
        case confirmation
    }

    init(_ code: Int, _ message: String, subcode: Int? = nil) {
        self.code = code
        self.message = message
        self.subcode = subcode
    }

    static func parameter(_ name: String, _ reason: String = "is invalid") -> APIFailure {
        APIFailure(100, "One of the parameters specified was missing or invalid: \(name) \(reason)")
    }

    static func missing(_ name: String) -> APIFailure { parameter(name, "is undefined") }

    /// What the simulator was told to answer.
    static func simulated(_ code: Int) -> APIFailure {
        var failure = APIFailure(code, "Simulated error \(code)")
        failure.check = [14: .captcha(isRedirect: false), 17: .validation, 24: .confirmation][code]
        return failure
    }

    /// The captcha that is solved on a page of its own.
    static let redirectCaptcha: APIFailure = {
        var failure = APIFailure(14, "Captcha needed")
        failure.check = .captcha(isRedirect: true)
        return failure
    }()

    static let unknownMethod = APIFailure(3, "Unknown method passed")
    static let badToken = APIFailure(5, "User authorization failed: invalid access_token")
    static let tooMany = APIFailure(6, "Too many requests per second")
    static let noRight = APIFailure(7, "Permission to perform this action is denied by the token's rights")
    static let closedToCommunity = APIFailure(27, "Group authorization failed: method is unavailable with group auth")
    static let closedToService = APIFailure(28, "Application authorization failed: method is unavailable with service token")
    static let closedToUser = APIFailure(15, "Access denied: method is unavailable with user auth")

    /// Inside a successful answer, errors have other names than in the envelope.
    var item: JSONValue { ["code": JSONValue(code), "description": JSONValue(message)] }
}
