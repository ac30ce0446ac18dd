// Govorun: the size of a question, and what a filter means. SPDX-License-Identifier: MIT

extension RecordFilter {
    private static let mostConditions = 400
    private static let mostValues = 10_000
    /// SQLite's parser has a stack of a hundred words.
    private static let deepestNesting = 16

    /// Looks whether a filter can be carried out.
    ///
    /// - Throws: `badQuery` when it is too large, `unknownIndex`.
    func check(in schema: RecordSchema) throws(StorageError) {
        var (conditions, values) = (0, 0)
        try count(&conditions, &values, depth: 0, in: schema)
    }

    private func count(_ conditions: inout Int, _ values: inout Int, depth: Int, in schema: RecordSchema) throws(StorageError) {
        conditions += 1
        guard conditions <= Self.mostConditions, depth <= Self.deepestNesting else { throw .record(.badQuery, schema.collection) }
        switch self {
        case .everything: break
        case .equal(let index, _), .range(let index, _), .prefix(let index, _): _ = try schema.position(of: index)
        case .oneOf(let index, let list):
            _ = try schema.position(of: index)
            values += list.count
            guard values <= Self.mostValues else { throw .record(.badQuery, schema.collection) }
        case .and(let parts), .or(let parts): for part in parts { try part.count(&conditions, &values, depth: depth + 1, in: schema) }
        }
    }

    /// Whether a record with these index values is wanted.
    func admits(_ values: [OrderedValue], in schema: RecordSchema) throws(StorageError) -> Bool {
        switch self {
        case .everything: return true
        case .equal(let index, let value): return values[try schema.position(of: index)] == OrderedValue(value)
        case .oneOf(let index, let list):
            let found = values[try schema.position(of: index)]
            return list.contains { OrderedValue($0) == found }
        case .range(let index, let range): return range.contains(values[try schema.position(of: index)])
        case .prefix(let index, let prefix):
            guard case .text(let text) = values[try schema.position(of: index)] else { return false }
            return text.hasPrefix(ByteText(prefix))
        case .and(let parts):
            for part in parts where try !part.admits(values, in: schema) { return false }
            return true
        case .or(let parts):
            for part in parts where try part.admits(values, in: schema) { return true }
            return false
        }
    }
}

extension IndexRange {
    /// Whether a value is in the range: nil never, and a value of another kind than a bound neither.
    func contains(_ value: OrderedValue) -> Bool {
        guard value != .nothing else { return false }
        if let lower = lower.map(OrderedValue.init) {
            guard lower.kind == value.kind, lower < value || includesLower && lower == value else { return false }
        }
        if let upper = upper.map(OrderedValue.init) {
            guard upper.kind == value.kind, value < upper || includesUpper && value == upper else { return false }
        }
        return true
    }
}
