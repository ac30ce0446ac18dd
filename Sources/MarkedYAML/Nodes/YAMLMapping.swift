// Govorun: the entries of a YAML mapping, in the order of the file. SPDX-License-Identifier: MIT

/// An ordered mapping with text keys, each at most once.
public struct YAMLMapping: Sendable, Hashable, RandomAccessCollection {
    /// One `key: value`.
    public struct Entry: Sendable, Hashable {
        /// The key as a node, for its place.
        public let key: YAMLNode
        /// The value under it.
        public let value: YAMLNode
        /// The key's text, whatever it might mean elsewhere: `on`, `1` and `null` are just names.
        public var name: String { key.scalar ?? "" }

        /// An entry of a mapping.
        public init(key: YAMLNode, value: YAMLNode) {
            self.key = key
            self.value = value
        }
    }

    /// The entries in the order of the file.
    public let entries: [Entry]
    /// Where each key is; empty while looking through the entries is quicker.
    private let positions: [String: Int]

    /// A mapping of these entries; of two with one name the first is found.
    public init(_ entries: [Entry]) {
        self.entries = entries
        positions =
            entries.count > 8
            ? Dictionary(entries.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first }) : [:]
    }

    /// The first position.
    public var startIndex: Int { 0 }
    /// One past the last position.
    public var endIndex: Int { entries.count }
    /// The entry at a position, which must be in range.
    public subscript(position: Int) -> Entry { entries[position] }

    /// The value under a key.
    public subscript(name: String) -> YAMLNode? { entry(name)?.value }

    /// The entry of a key, for the place of the key itself.
    public func entry(_ name: String) -> Entry? {
        guard positions.isEmpty else { return positions[name].map { entries[$0] } }
        return entries.first { $0.name == name }
    }

    /// Whether both have the same entries in the same order.
    public static func == (left: YAMLMapping, right: YAMLMapping) -> Bool {
        left.entries == right.entries
    }

    /// Hashes the entries.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(entries)
    }
}
