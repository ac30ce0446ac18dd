// Govorun: the rules of bots long poll, as a value. SPDX-License-Identifier: MIT
public import VKAPI

/// Where a community's reading of updates stands.
public struct PollCursor: Sendable, Equatable {
    /// The address to poll, as VK gave it.
    public var server: String
    /// The session's key.
    public var key: Secret
    /// The position; a number or a string, sent back exactly as it came.
    public var ts: String

    /// A position in a session.
    public init(server: String, key: Secret, ts: String) {
        self.server = server
        self.key = key
        self.ts = ts
    }
}

/// Why history is missing between two batches.
public enum HistoryGap: String, Sendable {
    /// VK answered `failed` 1: the position was too old.
    case positionTooOld
    /// VK answered `failed` 3, or with something that has to be treated so.
    case sessionLost
}

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

    /// A new session's `ts` replaces ours only when VK says that history is lost, or when there is none yet.
    private var takesNewPosition = true
    private var failuresInARow = 0

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
        return .poll(after: .zero)
    }

    /// The poll was answered.
    public mutating func receive(_ answer: PollAnswer) -> Step {
        switch answer {
        case .updates(_, let ts):
            failuresInARow = 0
            cursor?.ts = ts
            return .poll(after: .zero)
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
        // At once, then 0.2 s doubling to 5 s: eight attempts in a server's 20 seconds of absence.
        return .poll(after: failuresInARow == 1 ? .zero : Self.doubling(.milliseconds(200), failuresInARow - 2, upTo: .seconds(5)))
    }

    /// `groups.getLongPollServer` failed.
    public mutating func failToRenew(_ error: VKError) -> Step {
        failuresInARow += 1
        switch error.code {
        case .auth, .permission, .access, .groupAuth, .param: return .stop
        case .rateLimit: return .renew(after: .seconds(300))
        default: return .renew(after: Self.doubling(.milliseconds(500), failuresInARow - 1, upTo: .seconds(error.code == nil ? 5 : 60)))
        }
    }

    /// The wait after a lapsed session: none for the first, growing when they lapse again and again.
    private mutating func expired() -> Duration {
        failuresInARow += 1
        return failuresInARow == 1 ? .zero : Self.doubling(.milliseconds(500), failuresInARow - 2, upTo: .seconds(60))
    }

    private mutating func lostSession(after wait: Duration) -> Step {
        gap = .sessionLost
        takesNewPosition = true
        return .renew(after: wait)
    }

    private mutating func brokenServer() -> Step {
        failuresInARow += 1
        let wait = Self.doubling(.seconds(1), failuresInARow - 1, upTo: .seconds(60))
        // The server may be gone for good: every third time a new one is asked for, keeping the position as after code 2.
        return failuresInARow % 3 == 0 ? .renew(after: wait) : .poll(after: wait)
    }

    private static func doubling(_ base: Duration, _ times: Int, upTo limit: Duration) -> Duration {
        times >= 16 ? limit : min(limit, base * (1 << times))
    }
}
