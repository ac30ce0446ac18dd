// Govorun: what a collection of records is found by. SPDX-License-Identifier: MIT

/// A member of the records' JSON that they can be found and sorted by.
public struct RecordIndex: Sendable, Hashable, Codable, ExpressibleByStringLiteral {
    /// Where the value stands in the record's JSON: keys joined by dots, such as `address.city`; also the index's name.
    public var path: String
    /// Whether two records may not have the same value; nil never counts as the same.
    public var isUnique: Bool

    /// Makes an index.
    public init(_ path: String, isUnique: Bool = false) {
        self.path = path
        self.isUnique = isUnique
    }

    /// An index that is not unique.
    public init(stringLiteral path: String) { self.init(path) }

    /// An index under which no two records have the same value.
    public static func unique(_ path: String) -> RecordIndex { RecordIndex(path, isUnique: true) }
}

/// A collection's name and its indexes.
public struct RecordSchema: Sendable, Equatable {
    /// More indexes than this are refused.
    public static let mostIndexes = 32

    /// The collection.
    public var collection: String
    /// What its records are found by, in any order; each path once.
    public var indexes: [RecordIndex]

    /// Makes a schema.
    public init(_ collection: String, indexes: [RecordIndex] = []) {
        self.collection = collection
        self.indexes = indexes
    }

    /// Whether both declare the same, in any order.
    public static func == (left: RecordSchema, right: RecordSchema) -> Bool {
        left.collection.utf8.elementsEqual(right.collection.utf8) && Set(left.indexes) == Set(right.indexes)
    }
}
