// Govorun: a collection of values of one type. SPDX-License-Identifier: MIT
import TapeJSON

/// A collection whose records are `Codable` values, stored as JSON.
///
/// ```swift
/// let orders = try await Records("shop/orders", of: Order.self, indexes: ["customer", "total", .unique("number")], in: storage)
/// let id = try await orders.insert(Order(number: 17, customer: 1, total: 9.5))
/// let dear = try await orders.find(RecordQuery(.atLeast("total", 5), order: .descending("total"), limit: 10))
/// ```
///
/// An index is a path in the JSON, so it has the name that `CodingKeys` give the property.
public struct Records<Value: Codable & Sendable>: Sendable {
    /// A value with its id.
    public struct Entry: Sendable, Identifiable {
        /// The record's id.
        public let id: String
        /// The value.
        public let value: Value
        /// 1 when it was inserted, one more with each update.
        public let revision: Int64
    }

    /// Some of the values that were asked for.
    public struct Page: Sendable {
        /// The values, in the order that was asked for.
        public let entries: [Entry]
        /// Where the next page goes on; `nil` when there is none.
        public let next: RecordCursor?
    }

    /// The collection's name.
    public let collection: String
    private let storage: any Storage

    /// Opens a collection: makes it, or gives it these indexes, if it has not got them.
    ///
    /// - Throws: `uniqueViolation` when records that are there do not fit a unique index; then nothing has changed.
    public init(_ collection: String, of type: Value.Type = Value.self, indexes: [RecordIndex] = [], in storage: any Storage) async throws {
        self.collection = collection
        self.storage = storage
        let schema = RecordSchema(collection, indexes: indexes)
        if try await storage.schema(of: collection) != schema { try await storage.commit([.record(.declare(schema))]) }
    }

    // MARK: Changing

    /// Adds a value.
    ///
    /// - Parameter id: its id; `nil` makes a new one, so that later records have higher ids.
    /// - Returns: its id.
    /// - Throws: `alreadyExists`, `uniqueViolation`.
    @discardableResult
    public func insert(_ value: Value, id: String? = nil) async throws -> String {
        let id = id ?? newID()
        try await storage.commit([inserting(value, id: id)])
        return id
    }

    /// Replaces a value.
    ///
    /// - Parameter revision: only if it is still this one, else `preconditionFailed`; `nil`: in any case.
    /// - Throws: `notFound`, `uniqueViolation`, `preconditionFailed`.
    public func update(_ value: Value, id: String, ifRevision revision: Int64? = nil) async throws {
        let conditions = revision.map { [Condition.revision(collection: collection, id: id, is: $0)] } ?? []
        try await storage.commit(Commit([updating(value, id: id)], if: conditions))
    }

    /// Adds or replaces a value.
    ///
    /// - Throws: `uniqueViolation`.
    public func put(_ value: Value, id: String) async throws { try await storage.commit([putting(value, id: id)]) }

    /// Removes a value.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    public func delete(_ id: String) async throws -> Bool { try await storage.commit([deleting(id)]).outcomes[0].count > 0 }

    /// Reads a value, changes it and writes it back, again and again until nobody wrote in between.
    ///
    /// - Returns: the value as it is stored now.
    /// - Throws: `notFound`; what `body` throws; `preconditionFailed` when others were faster twenty times.
    @discardableResult
    public func modify(_ id: String, _ body: @Sendable (inout Value) throws -> Void) async throws -> Value {
        for _ in 1..<20 { if let value = try await tryToModify(id, body) { return value } }
        guard let value = try await tryToModify(id, body) else { throw StorageError.conditionFailed(at: 0) }
        return value
    }

    private func tryToModify(_ id: String, _ body: @Sendable (inout Value) throws -> Void) async throws -> Value? {
        guard let entry = try await entry(id) else { throw StorageError.record(.notFound, collection, id) }
        var value = entry.value
        try body(&value)
        do {
            try await update(value, id: id, ifRevision: entry.revision)
            return value
        } catch let error as StorageError {
            guard error.code == .preconditionFailed else { throw error }
            return nil
        }
    }

    // MARK: Reading

    /// The value with an id.
    public subscript(id: String) -> Value? { get async throws { try await entry(id)?.value } }

    /// The value with an id, and its revision.
    public func entry(_ id: String) async throws -> Entry? { try await storage.record(id, in: collection).map(entry) }

    /// A page of values.
    public func find(_ query: RecordQuery = RecordQuery()) async throws -> Page {
        let page = try await storage.records(in: collection, query)
        return Page(entries: try page.records.map(entry), next: page.next)
    }

    /// The first value that a filter admits.
    public func first(_ filter: RecordFilter, order: RecordOrder = .byID) async throws -> Entry? {
        try await find(RecordQuery(filter, order: order, limit: 1)).entries.first
    }

    /// How many values a filter admits.
    public func count(_ filter: RecordFilter = .everything) async throws -> Int { try await storage.count(in: collection, filter) }

    private func entry(_ record: StoredRecord) throws -> Entry {
        do {
            let value = try TapeDecoder(leniency: .strict).decode(Value.self, from: record.body)
            return Entry(id: record.id, value: value, revision: record.revision)
        } catch {
            throw StorageError.record(.badRecord, collection, record.id, cause: error)
        }
    }

    // MARK: Writes for a commit with others

    /// A write that adds a value.
    public func inserting(_ value: Value, id: String) throws -> Write {
        .record(.insert(collection: collection, id: id, try body(value, id)))
    }

    /// A write that replaces a value.
    public func updating(_ value: Value, id: String) throws -> Write {
        .record(.update(collection: collection, id: id, try body(value, id)))
    }

    /// A write that adds or replaces a value.
    public func putting(_ value: Value, id: String) throws -> Write { .record(.put(collection: collection, id: id, try body(value, id))) }

    /// A write that removes a value.
    public func deleting(_ id: String) -> Write { .record(.delete(collection: collection, id: id)) }

    private func body(_ value: Value, _ id: String) throws -> [UInt8] {
        do { return try TapeEncoder().encode(value) } catch { throw StorageError.record(.badRecord, collection, id, cause: error) }
    }

    /// An id that no other record has: the time in milliseconds, then chance; 32 hexadecimal digits.
    public func newID() -> String {
        let time = UInt64(max(0, storage.now.milliseconds)) << 16 | UInt64.random(in: 0...0xFFFF)
        return Self.digits(time) + Self.digits(.random(in: 0...UInt64.max))
    }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
