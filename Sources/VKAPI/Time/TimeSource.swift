// Govorun: where "now" and waiting come from. SPDX-License-Identifier: MIT
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A monotonic clock that can be waited on and a wall clock beside it; handed in, so that tests move time by hand.
public protocol TimeSource: Sendable {
    /// Time since an arbitrary origin; never goes back.
    var now: Duration { get }
    /// Time since 1970-01-01 00:00 UTC, for records and people; may jump.
    var unixTime: Duration { get }
    /// Returns when `now` has reached `deadline`.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    func sleep(until deadline: Duration) async throws
}

extension TimeSource {
    /// Returns after `duration` of this clock.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    public func sleep(for duration: Duration) async throws { try await sleep(until: now + duration) }
}

/// The machine's own clocks (`CLOCK_MONOTONIC`, `CLOCK_REALTIME`).
public struct SystemTime: TimeSource {
    /// The one way to make it; it holds nothing.
    public init() {}

    /// Time since the machine was started, without the time it slept.
    public var now: Duration { Self.read(CLOCK_MONOTONIC) }
    /// Time since 1970-01-01 00:00 UTC.
    public var unixTime: Duration { Self.read(CLOCK_REALTIME) }

    /// Returns when `now` has reached `deadline`.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    public func sleep(until deadline: Duration) async throws {
        let left = deadline - now
        guard left > .zero else { return try Task.checkCancellation() }
        try await Task.sleep(for: left, tolerance: .zero, clock: .continuous)
    }

    private static func read(_ clock: clockid_t) -> Duration {
        var value = timespec()
        clock_gettime(clock, &value)
        return .seconds(value.tv_sec) + .nanoseconds(value.tv_nsec)
    }
}
