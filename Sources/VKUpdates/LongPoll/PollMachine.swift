// Govorun: the rules of bots long poll, as a value. SPDX-License-Identifier: MIT
public import VKAPI

/// Decides what to do after each answer and each failure; has no clock, no socket and no task (source: the reference, "Bots long poll").
public struct PollMachine: Sendable {
    /// The next thing to do; `after` is a wait before it, to be spread by jitter.
    public enum Step: Sendable, Equatable {
        /// Poll at the cursor.
        case poll(after: Duration)
        /// Call `groups.getLongPollServer`.
        case renew(after: Duration)
        /// Nothing more can be done; the bot has to be looked at.
        case stop
    }

    /// An answer within this time after its poll was not held: VK holds a poll until something happens.
    static let quick: Duration = .milliseconds(500)

    /// A new session's `ts` replaces ours only when VK says that history is lost, or when there is none yet.
    private var takesNewPosition: Bool
    private var idleAnswersInARow = 0
    /// Each kind of trouble grows its own wait: after a server's absence the lapsed session is renewed at once.
    private var lossesInARow = 0
    private var expiriesInARow = 0
    private var refusalsInARow = 0

    /// How many answers and failures in a row brought nothing; 0 while all is well.
    public private(set) var failuresInARow = 0
    /// Where reading stands; `nil` before the first session.
    public private(set) var cursor: PollCursor?
    /// What was lost since the last batch, until it is taken.
    public private(set) var gap: HistoryGap?

    /// Begins without a session, or at a position kept from before.
    public init(resumingAt cursor: PollCursor? = nil) {
        self.cursor = cursor
        takesNewPosition = cursor == nil
    }

    /// The first step.
    public var start: Step { .renew(after: .zero) }

    /// The gap before the next batch, told once.
    public mutating func takeGap() -> HistoryGap? {
        defer { gap = nil }
        return gap
    }

    /// A session was given.
    public mutating func receive(server: String, key: Secret, ts: String) -> Step {
        let position = takesNewPosition ? ts : cursor?.ts ?? ts
        cursor = PollCursor(server: server, key: key, ts: position)
        takesNewPosition = false
        refusalsInARow = 0
        return .poll(after: .zero)
    }

    /// The poll was answered, `elapsed` after it was sent.
    public mutating func receive(_ answer: PollAnswer, after elapsed: Duration) -> Step {
        switch answer {
        case .updates(let updates, let ts):
            let moved = cursor?.ts != ts
            cursor?.ts = ts
            return updates.isEmpty || !moved ? idle(after: elapsed) : progress()
        case .failed(1, .some(let ts)):
            gap = .positionTooOld
            cursor?.ts = ts
            return .poll(after: expired())
        case .failed(2, _):
            return .renew(after: expired())
        case .failed(3, _):
            return lostSession(after: expired())
        case .failed, .neither:
            return lostSession(after: max(.seconds(1), expired()))
        case .unreadable:
            return brokenServer()
        }
    }

    /// The poll had no answer: refused, reset, cut or timed out.
    public mutating func loseConnection() -> Step {
        failuresInARow += 1
        lossesInARow += 1
        // At once, then 0.2 s doubling to 5 s: eight attempts in a server's 20 seconds of absence.
        let wait = lossesInARow == 1 ? .zero : Self.doubling(.milliseconds(200), lossesInARow - 2, upTo: .seconds(5))
        // Minutes of it: the server may be gone for good, so another is asked for; the position stays as after code 2.
        return lossesInARow % 30 == 0 ? .renew(after: wait) : .poll(after: wait)
    }

    /// `groups.getLongPollServer` failed.
    public mutating func failToRenew(_ error: VKError) -> Step {
        failuresInARow += 1
        refusalsInARow += 1
        switch (error.code, error.failure) {
        case (.permission, _), (.access, _), (.param, _), (_, .authorization): return .stop
        case (.rateLimit, _): return .renew(after: .seconds(300))
        case (.flood, _), (.captcha, _): return .renew(after: .seconds(60))
        default:
            let limit: Duration = error.code == nil ? .seconds(5) : .seconds(60)
            return .renew(after: Self.doubling(.milliseconds(500), refusalsInARow - 1, upTo: limit))
        }
    }

    private mutating func progress() -> Step {
        failuresInARow = 0
        idleAnswersInARow = 0
        lossesInARow = 0
        expiriesInARow = 0
        return .poll(after: .zero)
    }

    /// Nothing new. That is how a held poll ends; a server that says so at once, again and again, is asked less often.
    private mutating func idle(after elapsed: Duration) -> Step {
        guard elapsed < Self.quick else { return progress() }
        lossesInARow = 0
        idleAnswersInARow += 1
        guard idleAnswersInARow > 2 else { return .poll(after: .zero) }
        return .poll(after: Self.doubling(.milliseconds(50), idleAnswersInARow - 3, upTo: .milliseconds(500)))
    }

    /// The wait after a lapsed session: none for the first, growing when they lapse again and again.
    private mutating func expired() -> Duration {
        failuresInARow += 1
        lossesInARow = 0
        expiriesInARow += 1
        return expiriesInARow == 1 ? .zero : Self.doubling(.milliseconds(500), expiriesInARow - 2, upTo: .seconds(60))
    }

    private mutating func lostSession(after wait: Duration) -> Step {
        gap = .sessionLost
        takesNewPosition = true
        return .renew(after: wait)
    }

    private mutating func brokenServer() -> Step {
        failuresInARow += 1
        lossesInARow += 1
        let wait = Self.doubling(.seconds(1), lossesInARow - 1, upTo: .seconds(60))
        // The server may be gone for good: every third time a new one is asked for, keeping the position as after code 2.
        return lossesInARow % 3 == 0 ? .renew(after: wait) : .poll(after: wait)
    }

    private static func doubling(_ base: Duration, _ times: Int, upTo limit: Duration) -> Duration {
        times >= 16 ? limit : min(limit, base * (1 << times))
    }
}
