// Govorun: a collection of records in memory. SPDX-License-Identifier: MIT

/// Records by id, with their index values, and who owns each value of a unique index.
struct MemoryCollection {
    struct Entry {
        let record: StoredRecord
        let values: [OrderedValue]

        var revision: Int64 { record.revision }
    }

    let schema: RecordSchema
    private(set) var records: [ByteText: Entry] = [:]
    private var owners: [Int: [OrderedValue: ByteText]] = [:]

    init(_ schema: RecordSchema) { self.schema = schema }

    /// The same records under another schema.
    init(_ old: MemoryCollection, _ schema: RecordSchema) throws(StorageError) {
        self.init(schema)
        for entry in old.records.values { try put(entry.record) }
    }

    /// Adds or replaces a record.
    mutating func put(_ record: StoredRecord) throws(StorageError) {
        let (id, values) = (ByteText(record.id), try schema.values(of: record.body, id: record.id).map(OrderedValue.init))
        for (place, index) in schema.indexes.enumerated() where index.isUnique && values[place] != .nothing {
            guard owners[place]?[values[place]] ?? id == id else {
                throw .record(.uniqueViolation, schema.collection, record.id, index: index.path)
            }
        }
        remove(id)
        records[id] = Entry(record: record, values: values)
        for (place, index) in schema.indexes.enumerated() where index.isUnique && values[place] != .nothing {
            owners[place, default: [:]][values[place]] = id
        }
    }

    /// Removes a record.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    mutating func remove(_ id: ByteText) -> Bool {
        guard let old = records.removeValue(forKey: id) else { return false }
        for (place, index) in schema.indexes.enumerated() where index.isUnique && old.values[place] != .nothing {
            owners[place]?[old.values[place]] = nil
        }
        return true
    }

    func entries(_ filter: RecordFilter) throws(StorageError) -> [Entry] {
        try filter.check(in: schema)
        var found: [Entry] = []
        for entry in records.values where try filter.admits(entry.values, in: schema) { found.append(entry) }
        return found
    }

    func page(_ query: RecordQuery) throws(StorageError) -> RecordPage {
        let place: Int? = if let index = query.order.index { try schema.position(of: index) } else { nil }
        let isDescending = query.order.isDescending
        var keyed = try entries(query.filter).map { entry in
            (value: place.map { entry.values[$0] } ?? .nothing, id: ByteText(entry.record.id), record: entry.record)
        }
        if let after = query.after {
            let (value, id) = (place == nil ? .nothing : OrderedValue(after.value), ByteText(after.id))
            keyed = keyed.filter { isDescending ? ($0.value, $0.id) < (value, id) : ($0.value, $0.id) > (value, id) }
        }
        keyed.sort { isDescending ? ($0.value, $0.id) > ($1.value, $1.id) : ($0.value, $0.id) < ($1.value, $1.id) }
        let rest = keyed.dropFirst(query.offset)
        let wanted = rest.prefix(query.limit)
        let next = wanted.last.flatMap { rest.count > wanted.count ? RecordCursor(value: IndexValue($0.value), id: $0.record.id) : nil }
        return RecordPage(records: wanted.map(\.record), next: next)
    }
}

extension IndexValue {
    /// The value in the form in which it compares.
    init(_ value: OrderedValue) {
        self =
            switch value {
            case .nothing: .nil
            case .integer(let number): .integer(number)
            case .real(let number): .double(number)
            case .text(let text): .string(text.text)
            }
    }
}
