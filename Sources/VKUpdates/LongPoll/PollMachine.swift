// Govorun: the rules of long poll, as a value. SPDX-License-Identifier: MIT
public import VKAPI

/// Decides what to do after each answer and each failure; has no clock, no socket and no task (source: the reference, "Bots long poll" and
/// "User long poll").
public struct PollMachine: Sendable {
    /// An answer within this time after its poll was not held: VK holds a poll until something happens.
    static let quick: Duration = .milliseconds(500)
    /// How long an old session that could not be renewed is gone on with before that is tried again.
    static let renewalPause: Duration = .seconds(600)
    /// How often VK may say once more that there is no session for this token, or for this community, before it is believed of a bot that had
    /// one: 3 s, and ten minutes. Once in a while VK refuses what it grants a moment later.
    private static let (tokenDenials, rightDenials) = (2, 15)
    /// The version from which on VK's arrays are read.
    static let lowestVersion = 3

    private let limits: Limits
    private var next: Step = .renew(after: .zero)
    /// A new session's `ts` replaces ours only when VK says that history is lost, or when there is none yet.
    private var takesNewPosition: Bool
    /// When the session is renewed as a matter of routine.
    private var renewalDue: Duration?
    private var isRoutineRenewal = false
    private var answersOfSession = 0
    private var wasQuick = false
    /// For how long nothing at all was answered.
    private var silence: Duration = .zero
    private var oversizesAtLimit = 0
    // Each kind of trouble grows its own wait: after a server's absence the lapsed session is renewed at once.
    /// At once, then 0.2 s doubling to 5 s: eight attempts in a server's 20 seconds of absence.
    private var losses = GrowingWait(.milliseconds(200), upTo: .seconds(5), free: 1)
    private var brokenAnswers = GrowingWait(.seconds(1), upTo: .seconds(60))
    private var oversizes = GrowingWait(.seconds(1), upTo: .seconds(60))
    private var expiries = GrowingWait(.milliseconds(500), upTo: .seconds(60), free: 1)
    private var refusals = GrowingWait(.milliseconds(500), upTo: .seconds(60))
    private var denials = GrowingWait(.seconds(1), upTo: .seconds(60))
    private var emptyAnswers = GrowingWait(.milliseconds(50), upTo: .milliseconds(500), free: 2)
    private var knownBatches = GrowingWait(.milliseconds(50), upTo: .milliseconds(500), free: 2)

    /// How many answers and failures in a row brought nothing; 0 while all is well.
    public private(set) var failuresInARow = 0
    /// What the last failure was.
    public private(set) var trouble: PollTrouble?
    /// How often another session was asked for because nothing at all was answered.
    public private(set) var silentRenewals = 0
    /// Where reading stands; `nil` before the first session.
    public private(set) var cursor: PollCursor?
    /// Whether there was a session.
    public private(set) var hasSession = false
    /// What was lost since the last batch, until it is taken.
    public private(set) var gap: HistoryGap?
    /// The largest answer in bytes that the next poll may bring.
    public private(set) var answerLimit: Int
    /// The version of the arrays that is asked for; `nil` where there is none.
    public private(set) var version: Int?

    /// Begins without a session, or at a position kept from before; `gap` is told with the first batch.
    public init(
        resumingAt cursor: PollCursor? = nil, gap: HistoryGap? = nil, version: Int? = nil, limits: Limits = .init()
    ) {
        self.limits = limits
        self.cursor = cursor
        self.gap = gap
        self.version = version
        answerLimit = limits.answerLimit
        takesNewPosition = cursor == nil
    }

    /// What to do now: what the last answer led to, or the renewal of a session that has become old.
    public mutating func step(at now: Duration) -> Step {
        guard case .poll = next else { return next }
        guard let due = renewalDue else {
            renewalDue = now + limits.sessionLifetime
            return next
        }
        guard now >= due else { return next }
        renewalDue = now + Self.renewalPause
        isRoutineRenewal = true
        return decide(.renew(after: .zero))
    }

    /// The gap before the next batch, told once.
    public mutating func takeGap() -> HistoryGap? {
        defer { gap = nil }
        return gap
    }

    /// A session was given.
    @discardableResult
    public mutating func receive(server: String, key: Secret, ts: String, pts: String? = nil) -> Step {
        let kept = takesNewPosition ? nil : cursor
        cursor = PollCursor(server: server, key: key, ts: kept?.ts ?? ts, pts: kept?.pts ?? pts)
        takesNewPosition = false
        hasSession = true
        isRoutineRenewal = false
        renewalDue = nil
        answersOfSession = 0
        refusals.reset()
        denials.reset()
        return decide(.poll(after: .zero))
    }

    /// The poll was answered, `elapsed` after it was sent.
    @discardableResult
    public mutating func receive(_ answer: PollAnswer, after elapsed: Duration) -> Step {
        silence = .zero
        losses.reset()
        wasQuick = elapsed < Self.quick
        switch answer {
        case .updates(let updates, let ts, let pts): return decide(advance(to: ts, pts, withUpdates: !updates.isEmpty))
        case .failed(1, .some(let ts)):
            gap = .positionTooOld
            cursor?.ts = ts
            return decide(.poll(after: expire()))
        case .failed(2, _): return decide(.renew(after: expire()))
        case .failed(3, _): return decide(giveUp(.sessionLost, after: expire()))
        case .wrongVersion(let supported): return decide(change(to: supported))
        case .failed, .neither: return decide(giveUp(.sessionLost, after: max(.seconds(1), expire())))
        case .unreadable: return decide(waitOutBrokenAnswer())
        }
    }

    /// The poll had no answer: refused, reset, cut or timed out, `elapsed` after it was sent.
    @discardableResult
    public mutating func loseConnection(after elapsed: Duration) -> Step {
        fail(.unreachable)
        let wait = losses.next()
        silence += elapsed + wait
        guard silence >= limits.wait * limits.silentWaits else { return decide(.poll(after: wait)) }
        // The server may be gone for good, so another is asked for; the position stays as after code 2.
        silence = .zero
        silentRenewals += 1
        return decide(.renew(after: wait))
    }

    /// The answer was larger than `answerLimit`.
    ///
    /// Asked again, VK may answer with less; if not, more is let in, and at last the updates in it are given up.
    @discardableResult
    public mutating func refuseOversize() -> Step {
        fail(.answersTooLarge)
        silence = .zero
        losses.reset()
        let wait = oversizes.next()
        oversizesAtLimit += 1
        guard oversizesAtLimit >= (answerLimit == limits.answerLimit ? 3 : 1) else { return decide(.poll(after: wait)) }
        oversizesAtLimit = 0
        guard answerLimit < limits.largestAnswer else {
            answerLimit = limits.answerLimit
            return decide(giveUp(.answerTooLarge, after: wait))
        }
        answerLimit = answerLimit > limits.largestAnswer / 4 ? limits.largestAnswer : answerLimit * 4
        return decide(.poll(after: wait))
    }

    /// No session was given.
    @discardableResult
    public mutating func failToRenew(_ error: VKError) -> Step {
        guard !isRoutineRenewal else {
            // The old session is as good as before.
            isRoutineRenewal = false
            return decide(.poll(after: .zero))
        }
        switch (error.code, error.failure) {
        case (_, .authorization): return decide(deny(most: Self.tokenDenials))
        case (.permission, _), (.access, _), (.param, _): return decide(deny(most: Self.rightDenials))
        default: break
        }
        switch error.code {
        case .rateLimit?:
            fail(.callLimit)
            return decide(.renew(after: .seconds(300)))
        case .flood?, .captcha?:
            fail(.callLimit)
            return decide(.renew(after: .seconds(60)))
        default:
            fail(.noSession)
            return decide(.renew(after: refusals.next(upTo: error.code == nil ? .seconds(5) : nil)))
        }
    }

    /// Whether the reader knew all updates of the last batch already: such batches, coming at once and again and again, are asked for less often.
    public mutating func hear(allKnown: Bool) {
        guard allKnown, wasQuick else { return knownBatches.reset() }
        let damping = knownBatches.next()
        if case .poll(let wait) = next { next = .poll(after: max(wait, damping)) }
    }

    // MARK: Rules

    private mutating func decide(_ step: Step) -> Step {
        next = step
        return step
    }

    private mutating func fail(_ trouble: PollTrouble) {
        failuresInARow += 1
        self.trouble = trouble
        emptyAnswers.reset()
    }

    private mutating func advance(to ts: String, _ pts: String?, withUpdates: Bool) -> Step {
        let hasMoved = cursor?.ts != ts
        cursor?.ts = ts
        if let pts { cursor?.pts = pts }
        answersOfSession += 1
        brokenAnswers.reset()
        oversizes.reset()
        oversizesAtLimit = 0
        // The backlog that needed more has been read.
        if !withUpdates { answerLimit = limits.answerLimit }
        return withUpdates && hasMoved || !wasQuick ? progress() : idle()
    }

    private mutating func progress() -> Step {
        failuresInARow = 0
        emptyAnswers.reset()
        // A session that gives one batch and lapses is still one of a storm.
        if !wasQuick || answersOfSession > 2 { expiries.reset() }
        return .poll(after: .zero)
    }

    /// Nothing new, and not held. A server that says so again and again is asked less often.
    private mutating func idle() -> Step {
        let wait = emptyAnswers.next()
        if wait > .zero { failuresInARow = 0 }
        return .poll(after: wait)
    }

    /// The wait after a lapsed session: none for the first, growing when they lapse again and again.
    private mutating func expire() -> Duration {
        fail(.sessionsLapse)
        return expiries.next()
    }

    /// VK says that only a person can mend it. At the start that is so.
    private mutating func deny(most: Int) -> Step {
        guard hasSession, denials.count < most else { return .stop }
        fail(.denied)
        return .renew(after: denials.next())
    }

    private mutating func giveUp(_ gap: HistoryGap, after wait: Duration) -> Step {
        self.gap = gap
        takesNewPosition = true
        return .renew(after: wait)
    }

    /// The same session in the nearest version that VK has.
    private mutating func change(to supported: ClosedRange<Int>) -> Step {
        let wait = expire()
        guard let version, supported.upperBound >= Self.lowestVersion else { return giveUp(.sessionLost, after: max(.seconds(1), wait)) }
        let nearest = min(max(version, supported.lowerBound), supported.upperBound)
        guard nearest != version else { return giveUp(.sessionLost, after: max(.seconds(1), wait)) }
        self.version = nearest
        return .poll(after: wait)
    }

    private mutating func waitOutBrokenAnswer() -> Step {
        fail(.brokenAnswers)
        let wait = brokenAnswers.next()
        // The server may be gone for good: every third time another is asked for, keeping the position as after code 2.
        return brokenAnswers.count % 3 == 0 ? .renew(after: wait) : .poll(after: wait)
    }
}
