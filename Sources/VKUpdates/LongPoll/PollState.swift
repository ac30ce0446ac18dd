// Govorun: how reading of updates goes, for whoever watches over it. SPDX-License-Identifier: MIT

/// How reading of updates goes.
public enum PollState: Sendable, Equatable {
    /// There was no session yet.
    case starting
    /// VK answers, or holds a poll as it should.
    case polling
    /// Nothing has come through since then (time since 1970-01-01 00:00 UTC); it is tried on.
    case troubled(PollTrouble, since: Duration)
    /// The sequence has ended: stopped, cancelled or refused for good.
    case stopped
}

/// Why nothing comes through.
public enum PollTrouble: String, Sendable, CaseIterable, CustomStringConvertible {
    /// The poll server cannot be reached, or does not answer.
    case unreachable
    /// The poll server answers with what is no answer: pages of errors, cut bodies.
    case brokenAnswers
    /// Sessions lapse as soon as they are given.
    case sessionsLapse
    /// VK gives no session.
    case noSession
    /// VK gives no session before its limit of calls has passed, in minutes.
    case callLimit
    /// VK says that the token or the community's settings allow no session, which they did before.
    case denied
    /// VK's answers are larger than may be read.
    case answersTooLarge

    /// In plain words.
    public var description: String {
        switch self {
        case .unreachable: "the long poll server does not answer"
        case .brokenAnswers: "the long poll server's answers cannot be read"
        case .sessionsLapse: "long poll sessions lapse as soon as they are given"
        case .noSession: "VK gives no long poll session"
        case .callLimit: "VK's limit of calls is used up"
        case .denied: "VK refuses the long poll session that it gave before; see the community's settings and the token"
        case .answersTooLarge: "the long poll answers are larger than may be read"
        }
    }

    /// Whether it lasts by itself: said at the first failure.
    var lasts: Bool { self == .callLimit }
}

/// Turns failures and answers into states; a single failure is everyday life and no trouble.
struct PollHealth: Sendable {
    /// How long failures in a row may go on before they are called trouble.
    static let patience: Duration = .seconds(10)

    private(set) var state = PollState.starting
    private var firstFailure: (at: Duration, unixTime: Duration)?

    /// Looks at `machine` after a step; says the new state when there is one.
    mutating func observe(_ machine: PollMachine, at now: Duration, unixTime: Duration) -> PollState? {
        let new = next(machine, now, unixTime)
        guard new != state else { return nil }
        state = new
        return new
    }

    private mutating func next(_ machine: PollMachine, _ now: Duration, _ unixTime: Duration) -> PollState {
        guard machine.failuresInARow > 0, let trouble = machine.trouble else {
            firstFailure = nil
            return machine.hasSession ? .polling : .starting
        }
        let first = firstFailure ?? (now, unixTime)
        firstFailure = first
        let isLasting = trouble.lasts || (machine.failuresInARow > 1 && now - first.at >= Self.patience)
        if isLasting { return .troubled(trouble, since: first.unixTime) }
        if case .starting = state, machine.hasSession { return .polling }
        return state
    }
}
