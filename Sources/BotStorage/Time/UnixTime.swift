// Govorun: a point in wall-clock time, as it is stored. SPDX-License-Identifier: MIT
import Glibc

/// Milliseconds since 1970-01-01 00:00 UTC; what expiries, due times and leases are counted in.
public struct UnixTime: Sendable, Hashable, Comparable, Codable {
    /// Milliseconds since 1970; negative before.
    public let milliseconds: Int64

    /// Makes a time from milliseconds since 1970.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Makes a time from seconds since 1970; beyond what fits it is the farthest one that does.
    public init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        milliseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// What the machine's wall clock (`CLOCK_REALTIME`) shows; it may jump.
    public static var now: UnixTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UnixTime(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Earlier comes first.
    public static func < (left: UnixTime, right: UnixTime) -> Bool { left.milliseconds < right.milliseconds }

    /// The time after `duration`, in whole milliseconds; beyond what fits it is the farthest one that does.
    public static func + (time: UnixTime, duration: Duration) -> UnixTime {
        let (seconds, attoseconds) = duration.components
        let afterSeconds = time.adding(UnixTime(seconds: seconds).milliseconds)
        return afterSeconds.adding(attoseconds / 1_000_000_000_000_000)
    }

    private func adding(_ more: Int64) -> UnixTime {
        let (sum, overflow) = milliseconds.addingReportingOverflow(more)
        return UnixTime(milliseconds: overflow ? (more < 0 ? .min : .max) : sum)
    }

    /// How long after `earlier` this time is.
    public static func - (time: UnixTime, earlier: UnixTime) -> Duration {
        .milliseconds(time.milliseconds) - .milliseconds(earlier.milliseconds)
    }
}
