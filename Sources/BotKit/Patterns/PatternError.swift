// Govorun: why a pattern cannot be used. SPDX-License-Identifier: MIT

/// Why a pattern cannot be used.
public struct PatternError: Error, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: Sendable { case syntax, tooManySteps, outOfMemory }
    /// What is wrong.
    public let code: Code
    /// The pattern as written.
    public let pattern: String
    /// Where, in bytes of the pattern.
    public let offset: Int?
    /// PCRE2's words.
    public let reason: String

    /// Pattern, place and reason.
    public var description: String {
        "pattern «\(pattern)»" + (offset.map { ", at byte \($0)" } ?? "") + ": \(reason)"
    }
}
