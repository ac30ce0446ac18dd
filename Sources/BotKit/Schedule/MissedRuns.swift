// Govorun: what becomes of times that went by while a bot was down. SPDX-License-Identifier: MIT

/// What a timer does at its bot's start when its time went by meanwhile.
public enum MissedRuns: Sendable, Hashable {
    /// It runs once, for the last time that went by, however many there were.
    case runOnce
    /// It runs once, if that time is not longer ago.
    case runOnceWithin(Duration)
    /// It waits for its next time.
    case skip

    /// What nobody would call missed: a timer is always a little late.
    private static let tolerance: Duration = .seconds(60)

    func allows(lateness: Duration) -> Bool {
        switch self {
        case .runOnce: true
        case .runOnceWithin(let limit): lateness <= max(limit, Self.tolerance)
        case .skip: lateness <= Self.tolerance
        }
    }
}
