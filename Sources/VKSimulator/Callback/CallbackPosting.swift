// Govorun: how events are posted to callback servers. SPDX-License-Identifier: MIT

/// How the simulator posts events to callback servers; of all this VK publishes nothing.
public struct CallbackPosting: Sendable {
    /// Events of one server on their way at once, at least 1; 1 keeps their order.
    public var parallel = 1
    /// The wait after the first failure of an event; it doubles with each further one.
    public var firstWait: Duration = .seconds(1)
    /// The longest such wait.
    public var longestWait: Duration = .seconds(60)
    /// So many failures in a row make a server `failed`.
    public var failureLimit = 8
    /// How long a failed server is left alone.
    public var pause: Duration = .seconds(600)
    /// Events that wait for one server at most; beyond that the oldest are forgotten.
    public var limit = 10_000
    /// How long an answer may take; the one wait that is real time whatever clock is set.
    public var timeout: Duration = .seconds(10)

    /// The defaults.
    public init() {}
}
