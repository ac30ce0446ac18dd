// Govorun: durations that people speak of. SPDX-License-Identifier: MIT

extension Duration {
    /// So many minutes.
    public static func minutes(_ count: Int) -> Duration { .seconds(60) * count }
    /// So many hours.
    public static func hours(_ count: Int) -> Duration { .seconds(3_600) * count }
    /// So many days of 24 hours.
    public static func days(_ count: Int) -> Duration { .seconds(86_400) * count }
}
