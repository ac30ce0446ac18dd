// Govorun: whether and when a failed call is sent again. SPDX-License-Identifier: MIT

/// The decision after each failure of one call, as a value without clock or socket.
///
/// Only 1, 6, 10, 32, 36, 43 and failures of transport are repeated (source: the reference, "Repeat rule"), and of these only what VK
/// cannot have performed or what is harmless to perform twice.
struct FailurePolicy {
    /// Repeats after 6, which VK refused without performing.
    static let repeatsWhenTooFast = 10
    /// Repeats after anything else.
    static let repeatsWhenBroken = 4

    private let rule: RepeatRule
    private var tooFast = 0
    private var broken = 0

    init(call: Call) { rule = RepeatRules.rule(for: call) }

    /// How long to wait before the same call is sent again; `nil`: it surfaces.
    mutating func waitBeforeRepeating(after error: VKError) -> Duration? {
        switch error.failure {
        case .tooManyRequests:
            tooFast += 1
            return tooFast <= Self.repeatsWhenTooFast ? .milliseconds(1100) : nil
        case .server where error.code != nil && error.code != .notImplementedYet:
            return error.code == .sectionDisabled ? nil : backOff()
        case .server, .transport:
            guard !error.mayHaveBeenPerformed || rule.isHarmlessTwice else { return nil }
            return backOff()
        default:
            return nil
        }
    }

    /// 0.5 s, doubling: 7.5 s in all, within the patience of whoever waits for a reply.
    private mutating func backOff() -> Duration? {
        broken += 1
        return broken <= Self.repeatsWhenBroken ? .milliseconds(500) * (1 << (broken - 1)) : nil
    }
}
