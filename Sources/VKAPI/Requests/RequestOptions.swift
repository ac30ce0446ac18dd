// Govorun: how a call is sent, where it differs from the rest. SPDX-License-Identifier: MIT

/// Settings of one request, or of all requests of a client; what is `nil` is left to whoever comes next: request, client, then VK's usual.
public struct RequestOptions: Sendable {
    /// How a call goes over the wire.
    public enum Verb: Sendable {
        /// Parameters in the URL and the token in a header, so that no log of addresses holds it. For short reads.
        case get
        /// Everything in the body; as usual.
        case post
    }

    /// How often a call is sent at most, the first time included.
    public enum Attempts: Sendable, Hashable {
        /// At most so many times, at least once.
        case limited(Int)
        /// Until it is answered or cancelled; waits never grow above a minute.
        case unlimited
    }

    /// GET or POST.
    public var verb: Verb?
    /// VK's API version, `v`.
    public var version: String?
    /// VK's `lang`.
    public var language: String?
    /// How often it is sent while failures can be mended by a repeat.
    public var attempts: Attempts?
    /// How long to wait between attempts.
    public var backOff: BackOff?
    /// The longest one attempt may take.
    public var timeout: Duration?
    /// How urgent it is.
    public var priority: CallPriority?
    /// Whether VK must never see it twice, whatever the method is. What VK surely did not perform is still repeated.
    public var isOnceOnly: Bool?
    /// Whether what a repeat, a captcha's solver or a confirmation can mend is mended. Error 6, which VK refused unperformed, always is.
    public var handlesErrors: Bool?
    /// Whether it may share an `execute` with other calls that wait.
    public var sharesExecute: Bool?
    /// VK's `test_mode`: the call comes from an application that is not switched on.
    public var testMode: Bool?
    /// HTTP headers beside ours.
    public var headers: [String: String] = [:]
    /// Whose token is used; otherwise the method's kind decides.
    public var token: TokenKind?
    /// Whether an answer that was kept will do.
    public var cache = CacheOptions()
    /// Answers in VK's place; nothing is sent.
    var mock: (@Sendable (Call) async throws -> MockAnswer)?

    /// Nothing set.
    public init() {}

    /// These settings, and where they say nothing those of `base`.
    public func over(_ base: RequestOptions) -> RequestOptions {
        // One by one: key paths would cost each call some microseconds.
        var merged = self
        merged.verb = verb ?? base.verb
        merged.version = version ?? base.version
        merged.language = language ?? base.language
        merged.attempts = attempts ?? base.attempts
        merged.backOff = backOff ?? base.backOff
        merged.timeout = timeout ?? base.timeout
        merged.priority = priority ?? base.priority
        merged.isOnceOnly = isOnceOnly ?? base.isOnceOnly
        merged.handlesErrors = handlesErrors ?? base.handlesErrors
        merged.sharesExecute = sharesExecute ?? base.sharesExecute
        merged.testMode = testMode ?? base.testMode
        merged.token = token ?? base.token
        merged.mock = mock ?? base.mock
        merged.cache = cache.over(base.cache)
        merged.headers.merge(base.headers) { own, _ in own }
        return merged
    }

    /// Whether the call can stand among others in one request: nothing is set that belongs to the whole of it.
    var changesNothingOfTheWhole: Bool {
        verb != .get && version == nil && language == nil && timeout == nil && testMode == nil && headers.isEmpty && mock == nil
    }
}

/// Waits between the attempts of one call.
public struct BackOff: Sendable, Equatable {
    /// The wait after the first failure.
    public var base: Duration
    /// What each further wait is multiplied by; 1: always the same.
    public var factor: Double
    /// The longest wait.
    public var cap: Duration
    /// How much of a wait is left to chance, 0...1: half means between 50 and 100 %. So many clients do not come back in one moment.
    public var jitter: Double

    /// Always `wait`.
    public static func fixed(_ wait: Duration) -> BackOff { BackOff(base: wait, factor: 1, cap: wait, jitter: 0) }

    /// `base`, then twice as long each time, at most `cap`.
    public static func exponential(base: Duration, cap: Duration = .seconds(60), jitter: Double = 0.5) -> BackOff {
        BackOff(base: base, factor: 2, cap: cap, jitter: jitter)
    }

    /// The wait after failure number `failure`, from 1.
    package func wait(after failure: Int, chance: Double = .random(in: 0...1)) -> Duration {
        var wait = base
        for _ in 1..<max(1, failure) where wait < cap { wait = wait * factor }
        return min(wait, cap) * (1 - min(max(jitter, 0), 1) * chance)
    }
}
