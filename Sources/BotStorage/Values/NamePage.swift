// Govorun: a part of a list of names. SPDX-License-Identifier: MIT

/// Which names of a list are wanted: those with a prefix, behind the last one of the page before, at most so many.
public struct NamePage: Sendable {
    /// What the names begin with.
    public var prefix: String
    /// Only names behind this one, which itself need not exist; `nil`: from the first.
    public var after: String?
    /// At most so many; fewer come only at the end.
    public var limit: Int

    /// Makes a page; by itself the first thousand of all names.
    public init(prefix: String = "", after: String? = nil, limit: Int = 1_000) {
        self.prefix = prefix
        self.after = after
        self.limit = max(0, limit)
    }
}
