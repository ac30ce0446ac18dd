// Govorun: the simulator's clocks. SPDX-License-Identifier: MIT

/// Where the simulator's times come from, so that a test can move them by hand.
public struct TimeSource: Sendable {
    /// Seconds since 1970, for the dates of messages.
    public var unixSeconds: @Sendable () -> Int
    /// Where an instant lies on the axis on which limits and lifetimes are counted; only differences matter.
    public var position: @Sendable (ContinuousClock.Instant) -> Duration
    /// Waits, for held polls and delays; throws when cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Makes a time source.
    public init(
        unixSeconds: @escaping @Sendable () -> Int, position: @escaping @Sendable (ContinuousClock.Instant) -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.unixSeconds = unixSeconds
        self.position = position
        self.sleep = sleep
    }

    /// The system's clocks.
    public static var system: TimeSource {
        let start = ContinuousClock.now
        return TimeSource(unixSeconds: { systemSeconds() }, position: { start.duration(to: $0) }, sleep: { try await Task.sleep(for: $0) })
    }

    var now: Moment { Moment(date: unixSeconds(), at: position(.now)) }
}

/// A point in time on both axes.
struct Moment: Sendable {
    /// Unix seconds.
    let date: Int
    /// The place on the axis on which limits and lifetimes are counted.
    let at: Duration
}
