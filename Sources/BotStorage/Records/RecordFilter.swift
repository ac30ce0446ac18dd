// Govorun: which records are wanted. SPDX-License-Identifier: MIT

/// A condition on the indexes of a record.
public indirect enum RecordFilter: Sendable {
    /// All records.
    case everything
    /// The value is this one; `nil`: there is none.
    case equal(String, IndexValue)
    /// The value is one of these.
    case oneOf(String, [IndexValue])
    /// The value lies between bounds, of which it has the kind: a number is in no range of texts. nil lies in none.
    case range(String, IndexRange)
    /// The value is a text that begins so.
    case prefix(String, String)
    /// All of these hold; of none: always.
    case and([RecordFilter])
    /// One of these holds; of none: never.
    case or([RecordFilter])

    /// At least so much.
    public static func atLeast(_ index: String, _ value: IndexValue) -> RecordFilter { .range(index, IndexRange(from: value)) }

    /// More than so much.
    public static func moreThan(_ index: String, _ value: IndexValue) -> RecordFilter {
        .range(index, IndexRange(from: value, includesLower: false))
    }

    /// At most so much.
    public static func atMost(_ index: String, _ value: IndexValue) -> RecordFilter { .range(index, IndexRange(to: value)) }

    /// Less than so much.
    public static func lessThan(_ index: String, _ value: IndexValue) -> RecordFilter {
        .range(index, IndexRange(to: value, includesUpper: false))
    }

    /// From one value to another, both included.
    public static func between(_ index: String, _ lower: IndexValue, _ upper: IndexValue) -> RecordFilter {
        .range(index, IndexRange(from: lower, to: upper))
    }
}

/// Bounds of a range; without both it is all that is not nil.
public struct IndexRange: Sendable {
    /// The lowest value.
    public var lower: IndexValue?
    /// The highest value.
    public var upper: IndexValue?
    /// Whether `lower` itself is in the range.
    public var includesLower: Bool
    /// Whether `upper` itself is in the range.
    public var includesUpper: Bool

    /// Makes a range; a missing bound is no bound.
    public init(from lower: IndexValue? = nil, to upper: IndexValue? = nil, includesLower: Bool = true, includesUpper: Bool = true) {
        self.lower = lower
        self.upper = upper
        self.includesLower = includesLower
        self.includesUpper = includesUpper
    }
}
