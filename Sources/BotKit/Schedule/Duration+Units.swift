// Govorun: durations by the units people think in. SPDX-License-Identifier: MIT

extension Duration {
    /// So many minutes: `.minutes(10)`.
    public static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }
    /// So many hours.
    public static func hours(_ count: Int) -> Duration { .seconds(3_600 * count) }
    /// So many times 24 hours.
    public static func days(_ count: Int) -> Duration { .seconds(86_400 * count) }

    /// In whole milliseconds, towards zero.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        return overflow ? (seconds < 0 ? .min : .max) : product + attoseconds / 1_000_000_000_000_000
    }
}
