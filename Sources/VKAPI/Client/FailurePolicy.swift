// Govorun: whether and when a failed call is sent again. SPDX-License-Identifier: MIT
package import CurlClient

/// What mends a failure.
public enum FailureRemedy: Sendable, Equatable {
    /// VK refused it unperformed for coming too fast: everything of the token waits for the rest of the second, then it goes first.
    case waitForTheSecond(times: Int)
    /// The same call again, after a wait that doubles.
    case backOff(from: Duration, times: Int)
    /// Somebody solves the captcha.
    case captcha
    /// The person proves who they are at a page.
    case validation
    /// The person says yes.
    case confirmation
    /// Nothing here: the caller decides.
    case caller
}

/// The decision after each failure of one call, as a value without clock or socket.
///
/// Only 1, 6, 10, 32, 36, 43 and failures of transport are repeated (source: the reference, "Repeat rule"), and of these only what VK
/// cannot have performed or what is harmless to perform twice.
package struct FailurePolicy {
    /// Repeats after 6, which VK refused without performing.
    static let repeatsWhenTooFast = 10
    /// Repeats after anything else.
    static let repeatsWhenBroken = 4
    /// The rest of the second that VK counts, and a little.
    static let restOfTheSecond: Duration = .milliseconds(1100)

    private let rule: RepeatRule
    private let options: RequestOptions
    private var broken = 0

    /// - Parameter options: those of the call over those of the client.
    init(call: Call, options: RequestOptions = RequestOptions()) {
        rule = options.isOnceOnly == true ? .once : RepeatRules.rule(for: call)
        self.options = options
    }

    /// How long to wait before the same call is sent again; `nil`: it surfaces.
    mutating func waitBeforeRepeating(after error: VKError) -> Duration? {
        guard rule.isHarmlessTwice || !error.mayHaveBeenPerformed else { return nil }
        switch Self.remedy(for: error) {
        case .backOff(let base, let times) where options.handlesErrors != false: return backOff(from: base, times: times)
        // The queue has repeated what came too fast, in its place.
        case .waitForTheSecond, .backOff, .captcha, .validation, .confirmation, .caller: return nil
        }
    }

    /// `base`, doubling: 7.5 s in all from half a second, within the patience of whoever waits for a reply.
    private mutating func backOff(from base: Duration, times: Int) -> Duration? {
        broken += 1
        switch options.attempts {
        case .unlimited: break
        case .limited(let attempts): guard broken < attempts else { return nil }
        case nil: guard broken <= times else { return nil }
        }
        return (options.backOff ?? .exponential(base: base, jitter: 0)).wait(after: broken)
    }

    /// Whether `error` is VK's or the network's trouble, which a repeat may mend.
    static func isBroken(_ error: VKError) -> Bool {
        if case .backOff = remedy(for: error) { true } else { false }
    }

    /// What mends `error`, were the call harmless to repeat.
    static func remedy(for error: VKError) -> FailureRemedy {
        if let code = error.code { return remedy(for: code) }
        return error.failure == .transport ? remedy(forTransport: error.cause) : .caller
    }

    /// What mends a call that VK refused with `code` (source: the reference's error table).
    package static func remedy(for code: VKErrorCode) -> FailureRemedy {
        switch code.rawValue {
        case 6: .waitForTheSecond(times: repeatsWhenTooFast)
        case 1, 10, 36: .backOff(from: .milliseconds(500), times: repeatsWhenBroken)
        case 32: .backOff(from: .seconds(1), times: repeatsWhenBroken)
        // The reference says minutes: asked again once, then it is for the caller to come back later.
        case 43: .backOff(from: .seconds(60), times: 1)
        case 14: .captcha
        case 17: .validation
        case 24: .confirmation
        default: .caller
        }
    }

    /// What mends a call whose answer never came or is none of VK's; `nil`: it came, and is none.
    package static func remedy(forTransport cause: HTTPError?) -> FailureRemedy {
        cause?.isOurs == true ? .caller : .backOff(from: .milliseconds(500), times: repeatsWhenBroken)
    }
}

extension HTTPError {
    /// Whether the same request would fail in the same way again, whatever the network does.
    fileprivate var isOurs: Bool {
        switch code {
        case .badURL, .badHeader, .rejectedOption, .bodyFailed, .forbiddenAddress, .tooLarge, .closed: true
        default: false
        }
    }
}
