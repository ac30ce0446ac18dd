// Govorun: the index values of a record. SPDX-License-Identifier: MIT
import TapeJSON

extension RecordSchema {
    /// The values of a record's indexes, in the order of `indexes`.
    ///
    /// - Throws: `badRecord` when the body is no JSON.
    func values(of body: [UInt8], id: String) throws(StorageError) -> [IndexValue] {
        do throws(JSONError) {
            let root = try JSONDocument(body).root
            return indexes.map { IndexValue(root.at($0.path)) }
        } catch {
            throw .record(.badRecord, collection, id, cause: error)
        }
    }

    /// The place of an index, by its path.
    func position(of index: String) throws(StorageError) -> Int {
        guard let position = indexes.firstIndex(where: { $0.path.utf8.elementsEqual(index.utf8) }) else {
            throw .record(.unknownIndex, collection, index: index)
        }
        return position
    }

    /// The same schema, its indexes in one fixed order.
    ///
    /// - Throws: `badQuery` for a path twice, or too many.
    func checked() throws(StorageError) -> RecordSchema {
        let sorted = indexes.sorted { ByteText($0.path) < ByteText($1.path) }
        guard sorted.count <= Self.mostIndexes else { throw .record(.badQuery, collection) }
        for (first, second) in zip(sorted, sorted.dropFirst()) where ByteText(first.path) == ByteText(second.path) {
            throw .record(.badQuery, collection, index: first.path)
        }
        return RecordSchema(collection, indexes: sorted)
    }
}

extension IndexValue {
    /// The value of a member of a record.
    init(_ json: JSON) {
        self =
            switch json.kind {
            case .bool: .bool(json.bool ?? false)
            case .number: json.integer(Int64.self).map(IndexValue.integer) ?? json.double.map(IndexValue.double) ?? .nil
            case .string: json.string.map(IndexValue.string) ?? .nil
            case .absent, .null, .array, .object: .nil
            }
    }
}
