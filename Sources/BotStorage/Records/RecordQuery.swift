// Govorun: which records, in which order, how many. SPDX-License-Identifier: MIT

/// The order of records; those with equal values come by their ids, in the same direction.
public struct RecordOrder: Sendable {
    /// The index to sort by; `nil`: by id.
    public var index: String?
    /// Whether the highest value comes first.
    public var isDescending: Bool

    /// Makes an order.
    public init(by index: String? = nil, isDescending: Bool = false) {
        self.index = index
        self.isDescending = isDescending
    }

    /// By id.
    public static let byID = RecordOrder()

    /// The lowest value first, nil before all.
    public static func ascending(_ index: String) -> RecordOrder { RecordOrder(by: index) }

    /// The highest value first, nil behind all.
    public static func descending(_ index: String) -> RecordOrder { RecordOrder(by: index, isDescending: true) }
}

/// A question to a collection.
public struct RecordQuery: Sendable {
    /// Which records are wanted.
    public var filter: RecordFilter
    /// In which order.
    public var order: RecordOrder
    /// Only those behind the page this came with; for the same filter and order. It costs the same for every page.
    public var after: RecordCursor?
    /// So many are passed over first; each costs as much as one that is read.
    public var offset: Int
    /// At most so many.
    public var limit: Int

    /// Makes a question; by itself for the first hundred records by id.
    public init(
        _ filter: RecordFilter = .everything, order: RecordOrder = .byID, after: RecordCursor? = nil, offset: Int = 0, limit: Int = 100
    ) {
        self.filter = filter
        self.order = order
        self.after = after
        self.offset = max(0, offset)
        self.limit = max(0, limit)
    }
}

/// The end of a page: where the next one goes on, whatever is inserted or deleted meanwhile.
public struct RecordCursor: Sendable, Codable {
    /// The last record's value under the index of the order; `nil` when the order is by id.
    public let value: IndexValue
    /// The last record's id.
    public let id: String

    /// Makes a cursor; for storages.
    public init(value: IndexValue, id: String) { (self.value, self.id) = (value, id) }
}

/// A record as it is stored.
public struct StoredRecord: Sendable, Equatable {
    /// The record's id, unique in its collection.
    public let id: String
    /// The record, as JSON.
    public let body: [UInt8]
    /// 1 when it was inserted, one more with each update.
    public let revision: Int64

    /// Makes a record; for storages.
    public init(id: String, body: [UInt8], revision: Int64) { (self.id, self.body, self.revision) = (id, body, revision) }
}

/// Some of the records that were asked for.
public struct RecordPage: Sendable {
    /// The records, in the order that was asked for.
    public let records: [StoredRecord]
    /// Where the next page goes on; `nil` when there is none.
    public let next: RecordCursor?

    /// Makes a page; for storages.
    public init(records: [StoredRecord], next: RecordCursor?) { (self.records, self.next) = (records, next) }
}
