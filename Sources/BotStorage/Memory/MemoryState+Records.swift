// Govorun: records in memory. SPDX-License-Identifier: MIT

extension MemoryState {
    func collection(_ name: String) throws(StorageError) -> MemoryCollection {
        guard let collection = collections[ByteText(name)] else { throw .record(.unknownCollection, name) }
        return collection
    }

    mutating func perform(_ write: RecordWrite) throws(StorageError) -> Receipt.Outcome {
        switch write {
        case .declare(let schema):
            try declare(schema.checked())
            return .done
        case .insert(let name, let id, let body):
            guard try revision(name, id) == nil else { throw .record(.alreadyExists, name, id) }
            return try put(name, StoredRecord(id: id, body: body, revision: 1))
        case .update(let name, let id, let body):
            guard let revision = try revision(name, id) else { throw .record(.notFound, name, id) }
            return try put(name, StoredRecord(id: id, body: body, revision: revision + 1))
        case .put(let name, let id, let body):
            return try put(name, StoredRecord(id: id, body: body, revision: (try revision(name, id) ?? 0) + 1))
        case .delete(let name, let id):
            guard try revision(name, id) != nil else { return .removed(0) }
            collections[ByteText(name)]?.remove(ByteText(id))
            return .removed(1)
        case .drop(let name):
            return .removed(collections.removeValue(forKey: ByteText(name))?.records.count ?? 0)
        }
    }

    private func revision(_ name: String, _ id: String) throws(StorageError) -> Int64? {
        try collection(name).records[ByteText(id)]?.revision
    }

    private mutating func put(_ name: String, _ record: StoredRecord) throws(StorageError) -> Receipt.Outcome {
        try collections[ByteText(name)]?.put(record)
        return .revision(record.revision)
    }

    private mutating func declare(_ schema: RecordSchema) throws(StorageError) {
        let name = ByteText(schema.collection)
        guard let old = collections[name] else { return collections[name] = MemoryCollection(schema) }
        if old.schema != schema { collections[name] = try MemoryCollection(old, schema) }
    }
}

extension MemoryStorage {
    /// The record with an id.
    public func record(_ id: String, in collection: String) async throws -> StoredRecord? {
        try access { state throws(StorageError) in try state.collection(collection).records[ByteText(id)]?.record }
    }

    /// A page of records.
    public func records(in collection: String, _ query: RecordQuery) async throws -> RecordPage {
        try access { state throws(StorageError) in try state.collection(collection).page(query) }
    }

    /// How many records there are.
    public func count(in collection: String, _ filter: RecordFilter) async throws -> Int {
        try access { state throws(StorageError) in try state.collection(collection).entries(filter).count }
    }

    /// A collection's indexes.
    public func schema(of collection: String) async throws -> RecordSchema? { try access { $0.collections[ByteText(collection)]?.schema } }

    /// The names of the collections.
    public func collections(_ page: NamePage) async throws -> [String] { try access { $0.collections.keys.names(of: page) } }
}
