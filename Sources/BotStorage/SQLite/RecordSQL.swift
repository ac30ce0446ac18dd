// Govorun: questions to a collection, as SQL. SPDX-License-Identifier: MIT

/// A piece of SQL with its parameters, in their order.
struct RecordSQL {
    var text = ""
    var values: [SQLValue] = []

    private let layout: CollectionLayout

    /// The records of a page, and one more to see whether there is a next one.
    static func page(_ query: RecordQuery, in layout: CollectionLayout) throws(StorageError) -> RecordSQL {
        var sql = RecordSQL(layout: layout)
        let order: String? = if let index = query.order.index { try layout.column(of: index) } else { nil }
        sql.text = "SELECT id, body, revision, \(order ?? "NULL") FROM \(layout.table) WHERE "
        try sql.add(query.filter)
        if let after = query.after { sql.add(after, order: order, isDescending: query.order.isDescending) }
        let direction = query.order.isDescending ? " DESC" : ""
        sql.text += " ORDER BY \(order.map { "\($0)\(direction), " } ?? "")id\(direction) LIMIT ? OFFSET ?"
        sql.values += [.count(query.limit.addingReportingOverflow(1).overflow ? .max : query.limit + 1), .count(query.offset)]
        return sql
    }

    static func count(_ filter: RecordFilter, in layout: CollectionLayout) throws(StorageError) -> RecordSQL {
        var sql = RecordSQL(layout: layout)
        sql.text = "SELECT count(*) FROM \(layout.table) WHERE "
        try sql.add(filter)
        return sql
    }

    private init(layout: CollectionLayout) { self.layout = layout }

    private mutating func add(_ text: String, _ values: SQLValue...) {
        self.text += text
        self.values += values
    }

    private mutating func add(_ filter: RecordFilter) throws(StorageError) {
        switch filter {
        case .everything: add("1")
        case .equal(let index, let value): add("\(try layout.column(of: index)) IS ?", SQLValue(value))
        case .oneOf(let index, let list): try add(try layout.column(of: index), oneOf: list)
        case .range(let index, let range): add(try layout.column(of: index), range)
        case .prefix(let index, let prefix):
            let column = try layout.column(of: index)
            add("(\(column) >= ? AND \(column) < ?)", .text(prefix), .behind(prefix: prefix))
        case .and(let parts): try add(parts, joinedBy: " AND ", whenEmpty: "1")
        case .or(let parts): try add(parts, joinedBy: " OR ", whenEmpty: "0")
        }
    }

    private mutating func add(_ parts: [RecordFilter], joinedBy word: String, whenEmpty: String) throws(StorageError) {
        guard !parts.isEmpty else { return add(whenEmpty) }
        add("(")
        for (place, part) in parts.enumerated() {
            if place > 0 { add(word) }
            try add(part)
        }
        add(")")
    }

    private mutating func add(_ column: String, oneOf list: [IndexValue]) throws(StorageError) {
        let some = list.filter { OrderedValue($0) != .nothing }
        let none = some.count < list.count ? " OR \(column) IS NULL" : ""
        add("(\(column) IN (\(some.map { _ in "?" }.joined(separator: ",")))\(none))")
        values += some.map(SQLValue.init)
    }

    private mutating func add(_ column: String, _ range: IndexRange) {
        let (lower, upper) = (range.lower.map(OrderedValue.init), range.upper.map(OrderedValue.init))
        guard lower != .nothing, upper != .nothing else { return add("0") }
        add("(\(column) IS NOT NULL")
        if let lower { add(" AND \(column) \(range.includesLower ? ">=" : ">") ?", SQLValue(lower)) }
        if let upper { add(" AND \(column) \(range.includesUpper ? "<=" : "<") ?", SQLValue(upper)) }
        // Every number is before every text: the bound's kind is a bound as well.
        for kind in [lower?.kind, upper?.kind] { if let kind { add(" AND \(column) \(kind == 1 ? "<" : ">=") ''") } }
        add(")")
    }

    private mutating func add(_ after: RecordCursor, order: String?, isDescending: Bool) {
        let (sign, id) = (isDescending ? "<" : ">", SQLValue.text(after.id))
        guard let order else { return add(" AND id \(sign) ?", id) }
        let value = SQLValue(after.value)
        switch (OrderedValue(after.value), isDescending) {
        case (.nothing, false): add(" AND (\(order) IS NOT NULL OR id > ?)", id)
        case (.nothing, true): add(" AND \(order) IS NULL AND id < ?", id)
        case (_, false): add(" AND \(order) >= ? AND (\(order) > ? OR id > ?)", value, value, id)
        case (_, true): add(" AND (\(order) < ? OR \(order) IS NULL OR (\(order) = ? AND id < ?))", value, value, id)
        }
    }
}

extension SQLValue {
    /// The value as it is stored and compared.
    init(_ value: OrderedValue) {
        self =
            switch value {
            case .nothing: .null
            case .integer(let number): .integer(number)
            case .real(let number): .real(number)
            case .text(let text): .rawText(text.bytes)
            }
    }

    /// The value as it is stored and compared.
    init(_ value: IndexValue) { self.init(OrderedValue(value)) }
}
