// Govorun: changing and finding records. SPDX-License-Identifier: MIT

/// One change of a collection, part of a ``Commit``. Bodies are JSON; what is no JSON is refused with `badRecord`.
public enum RecordWrite: Sendable {
    /// Makes a collection, or gives it other indexes; those are filled from the records that are there. Refused with
    /// `uniqueViolation` when they do not fit, and with `badQuery` for a path twice or more than 32 indexes.
    case declare(RecordSchema)
    /// Adds a record. Refused with `alreadyExists`, `uniqueViolation`. Outcome: `.revision`.
    case insert(collection: String, id: String, [UInt8])
    /// Replaces a record. Refused with `notFound`, `uniqueViolation`. Outcome: `.revision`.
    case update(collection: String, id: String, [UInt8])
    /// Adds or replaces a record. Refused with `uniqueViolation`. Outcome: `.revision`.
    case put(collection: String, id: String, [UInt8])
    /// Removes a record. Outcome: `.removed`.
    case delete(collection: String, id: String)
    /// Removes a collection with its records. Outcome: `.removed` with the number of records.
    case drop(collection: String)
}

/// Collections of JSON records. A collection that was not declared is refused with `unknownCollection`.
public protocol RecordStorage: Sendable {
    /// The record with an id.
    func record(_ id: String, in collection: String) async throws -> StoredRecord?

    /// A page of records.
    ///
    /// - Throws: `unknownIndex`; `badQuery` for more than 400 conditions, 10 000 values, or conditions nested deeper than 16.
    func records(in collection: String, _ query: RecordQuery) async throws -> RecordPage

    /// How many records there are.
    func count(in collection: String, _ filter: RecordFilter) async throws -> Int

    /// A collection's indexes; `nil` when it was not declared.
    func schema(of collection: String) async throws -> RecordSchema?

    /// The names of the collections.
    func collections(_ page: NamePage) async throws -> [String]
}
