// Govorun: how long an answer is good for. SPDX-License-Identifier: MIT

/// The age up to which a kept answer is given in place of a new one.
public struct CacheLifetime: Sendable, Hashable {
    /// How long; `nil`: for ever.
    public let duration: Duration?

    /// Answers are neither kept nor taken from what is kept.
    public static let never = CacheLifetime(.zero)
    /// However old.
    public static let forever = CacheLifetime(nil)
    /// 365 days.
    public static let year = days(365)

    /// So many minutes.
    public static func minutes(_ count: Int) -> CacheLifetime { CacheLifetime(.seconds(60) * count) }
    /// So many hours.
    public static func hours(_ count: Int) -> CacheLifetime { minutes(60 * count) }
    /// So many days of 24 hours.
    public static func days(_ count: Int) -> CacheLifetime { hours(24 * count) }
    /// So many weeks.
    public static func weeks(_ count: Int) -> CacheLifetime { days(7 * count) }
    /// So many months of 30 days.
    public static func months(_ count: Int) -> CacheLifetime { days(30 * count) }

    /// Any length; `nil`: for ever, and nothing below zero.
    public init(_ duration: Duration?) { self.duration = duration.map { max($0, .zero) } }

    /// Whether an answer of this age is within it.
    func covers(_ age: Duration) -> Bool { duration.map { age < $0 } ?? true }
}
