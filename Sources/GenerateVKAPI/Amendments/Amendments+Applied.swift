// Govorun: amendments laid over a schema. SPDX-License-Identifier: MIT

extension Amendments {
    /// `schema` with other definitions and with the words that its lists lack.
    ///
    /// - Throws: `GeneratorError` with `.staleAmendment` for an amendment of what the schema does not have: then VK has mended or moved it.
    func applied(to schema: Schema) throws -> Schema {
        try check(properties.keys.sorted() + words.keys.sorted() + redefined.keys.sorted(), isIn: { schema.definition($0) != nil })
        let owners = writtenByHand.union(alwaysSent).union(secrets).sorted()
        try check(owners, isIn: { schema.definition(Self.owner(of: $0)) != nil })
        let methods = Set(schema.methods.map(\.name))
        try check(parameters.keys.sorted() + leading.keys.sorted(), isIn: methods.contains)
        let answers = Set(schema.methods.flatMap { method in method.answers.map { "\(method.name).\($0.key)" } })
        try check(self.answers.keys.sorted(), isIn: answers.contains)
        var schema = schema
        for (definition, other) in redefined { schema.objects[definition] = Node("", reference: other) }
        for (definition, more) in words { schema.objects[definition]?.add(more) }
        return schema
    }

    private func check(_ keys: [String], isIn exists: (String) -> Bool) throws {
        for key in keys where !exists(key) {
            throw GeneratorError(.staleAmendment, "the amendment of \(key) amends nothing; look at Amendments+Ours.swift")
        }
    }

    private static func owner(of key: String) -> String { String(key.prefix { $0 != "." }) }
}

extension Node {
    fileprivate mutating func add(_ words: [String]) {
        cases += words.filter { word in !cases.contains { $0.value == word } }.map { Case(value: $0, name: nil) }
    }
}
