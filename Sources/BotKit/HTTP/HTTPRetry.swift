// Govorun: which calls of a service are tried again. SPDX-License-Identifier: MIT

/// Which failures are tried again, and when; a plain value.
///
/// Only what does no harm twice, or was surely not done: a POST whose answer was lost is not sent again unless it says `repeatable()`.
public struct HTTPRetry: Sendable {
    /// How often a call is sent at most, the first time included.
    public var attempts: Int
    /// How long to wait between attempts, unless the service says it (`Retry-After`, in seconds).
    public var backOff: BackOff
    /// The statuses that another attempt may mend.
    public var statuses: Set<Int>
    /// The longest wait that the service may ask for; beyond it, its answer is the outcome.
    public var patience: Duration = .seconds(10)

    /// Three attempts, half a second and then a second apart.
    public init(
        attempts: Int = 3, backOff: BackOff = .exponential(base: .milliseconds(500)), statuses: Set<Int> = [429, 502, 503, 504]
    ) {
        self.attempts = attempts
        self.backOff = backOff
        self.statuses = statuses
    }

    /// One attempt.
    public static let never = HTTPRetry(attempts: 1)

    /// How long to wait before attempt `made + 1`; `nil`: the answer is the outcome.
    func wait(after answer: HTTPAnswer, made: Int, isRepeatable: Bool) -> Duration? {
        // 429 is a refusal before anything is done.
        guard made < attempts, statuses.contains(answer.status), isRepeatable || answer.status == 429 else { return nil }
        guard let asked = answer.header("Retry-After").flatMap({ Int($0) }).map({ Duration.seconds(max(0, $0)) }) else {
            return backOff.wait(after: made)
        }
        return asked <= patience ? asked : nil
    }

    /// How long to wait before attempt `made + 1`; `nil`: the failure is the outcome.
    func wait(after failure: HTTPFailure, made: Int, isRepeatable: Bool) -> Duration? {
        guard made < attempts, failure.group == .network, isRepeatable || !failure.mayHaveBeenPerformed else { return nil }
        return backOff.wait(after: made)
    }
}
