// Govorun: how polls are made. SPDX-License-Identifier: MIT

/// How polls are made.
public struct PollConfiguration: Sendable {
    /// How long VK may hold a poll, 1…90 s; proxies cut at 30.
    public var wait: Duration = .seconds(25)
    /// What a poll may take beyond `wait` before it is given up and made again.
    public var margin: Duration = .seconds(10)
    /// After how many waits without any answer another session is asked for, from 1 on.
    public var silentWaits = 3
    /// After how long a session is renewed although nothing is wrong with it.
    public var sessionLifetime: Duration = .seconds(8 * 3_600)
    /// The largest answer in bytes; after three refusals in a row larger ones are let in, up to `largestAnswer`.
    public var answerLimit = 32 << 20
    /// The largest answer in bytes that is ever read; above it the updates in it are given up. What is above 256 MB cannot be read.
    public var largestAnswer = 256 << 20
    /// Told when VK has given a session, the first and each later one, and where reading goes on; from the first on nothing is missed.
    public var onSession: @Sendable (PollCursor) -> Void = { _ in }
    /// Told when reading goes otherwise than before, by the reader's task and in order.
    public var onState: @Sendable (PollState) -> Void = { _ in }

    /// Where polls are sent, and their answers read, beside the reader's task; `nil`: where tasks usually run.
    public var executor: (any TaskExecutor)?

    /// VK's advice.
    public init() {}

    /// `wait` as VK takes it: whole seconds, 1…90.
    var waitSeconds: Int { Int(Swift.max(1, Swift.min(90, wait.components.seconds))) }

    /// What the machine has to know of it.
    var limits: PollMachine.Limits {
        var limits = PollMachine.Limits()
        limits.wait = .seconds(waitSeconds)
        limits.silentWaits = Swift.max(1, silentWaits)
        limits.sessionLifetime = sessionLifetime
        limits.answerLimit = Swift.max(1, answerLimit)
        limits.largestAnswer = Swift.max(limits.answerLimit, Swift.min(largestAnswer, limits.largestAnswer))
        return limits
    }
}
