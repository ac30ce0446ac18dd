// Govorun: whether and when a failed call is sent again. SPDX-License-Identifier: MIT
import CurlClient

/// The decision after each failure of one call, as a value without clock or socket.
///
/// Only 1, 6, 10, 32, 36, 43 and failures of transport are repeated (source: the reference, "Repeat rule"), and of these only what VK
/// cannot have performed or what is harmless to perform twice.
struct FailurePolicy {
    /// Repeats after 6, which VK refused without performing.
    static let repeatsWhenTooFast = 10
    /// Repeats after anything else.
    static let repeatsWhenBroken = 4
    /// The rest of the second that VK counts, and a little.
    static let restOfTheSecond: Duration = .milliseconds(1100)

    private let rule: RepeatRule
    private let repeatsFailures: Bool
    private var tooFast = 0
    private var broken = 0

    init(call: Call) {
        rule = RepeatRules.rule(for: call)
        repeatsFailures = call.repeatsFailures
    }

    /// How long to wait before the same call is sent again; `nil`: it surfaces.
    mutating func waitBeforeRepeating(after error: VKError) -> Duration? {
        guard rule.isHarmlessTwice || !error.mayHaveBeenPerformed else { return nil }
        guard repeatsFailures || error.failure == .tooManyRequests else { return nil }
        switch error.failure {
        case .tooManyRequests:
            tooFast += 1
            return tooFast <= Self.repeatsWhenTooFast ? Self.restOfTheSecond : nil
        case .server where error.code == .sectionDisabled:
            broken += 1
            // The reference says minutes: asked again once, then it is for the caller to come back later.
            return broken <= 1 ? .seconds(60) : nil
        case .server where error.code == .wait: return backOff(from: .seconds(1))
        case .transport where error.cause?.isOurs == true: return nil
        case .server where error.code != nil, .transport: return backOff(from: .milliseconds(500))
        default: return nil
        }
    }

    /// `base`, doubling: 7.5 s in all from half a second, within the patience of whoever waits for a reply.
    private mutating func backOff(from base: Duration) -> Duration? {
        broken += 1
        return broken <= Self.repeatsWhenBroken ? base * (1 << (broken - 1)) : nil
    }
}

extension HTTPError {
    /// Whether the same request would fail in the same way again, whatever the network does.
    fileprivate var isOurs: Bool {
        switch code {
        case .badURL, .badHeader, .rejectedOption, .tooLarge, .closed: true
        default: false
        }
    }
}
