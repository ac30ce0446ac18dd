// Govorun: how much a YAML file may ask of us. SPDX-License-Identifier: MIT

/// Bounds on one file, each far above what people write.
public struct YAMLLimits: Sendable, Hashable {
    /// The size of a file, in bytes.
    public var bytes = 4 << 20
    /// How deep values may be nested, aliases followed.
    public var depth = 64
    /// How many values aliases and merge keys may add in all: what stops a "billion laughs" file.
    public var aliasedNodes = 100_000
    /// How many problems are reported of one file.
    public var problems = 100

    /// The usual bounds.
    public init() {}
}
