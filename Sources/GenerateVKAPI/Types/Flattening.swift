// Govorun: all fields of an object that is put together from parts. SPDX-License-Identifier: MIT

/// Collects the fields of a node: those of its parts first, then its own; of one name the last counts, in the first one's place.
struct Flattening {
    /// A field, and the view it was declared in: there its inline types live.
    struct Field {
        var node: Node
        var path: [String]
        var definition: String
    }

    let plan: TypePlan

    /// The fields that are generated, without those that are written by hand for `definition`.
    func fields(of node: Node, path: [String], definition: String) throws -> [Field] {
        var fields: [Field] = []
        for field in try all(node, path, definition) {
            guard !plan.amendments.writtenByHand.contains("\(definition).\(field.node.name)") else { continue }
            if let index = fields.firstIndex(where: { $0.node.name == field.node.name }) {
                fields[index] = field
            } else {
                fields.append(field)
            }
        }
        return fields
    }

    /// The parts' fields come from the definitions that `followed` does not hold yet.
    private func all(_ node: Node, _ path: [String], _ definition: String, followed: [String] = []) throws -> [Field] {
        var fields = try node.parts.flatMap { part in
            guard let reference = part.reference else { return try all(part, path, definition, followed: followed) }
            return try inherited(reference, by: definition, followed: followed)
        }
        fields += (node.properties + (plan.amendments.properties[definition] ?? [])).map {
            Field(node: $0, path: path, definition: definition)
        }
        return fields
    }

    private func inherited(_ reference: String, by definition: String, followed: [String]) throws -> [Field] {
        guard let base = plan.schema.definition(reference) else {
            throw GeneratorError(.undefined, "\(definition) is made of \(reference), which is not defined")
        }
        guard !followed.contains(reference) else { throw GeneratorError(.circular, "\(reference) is made of itself") }
        let followed = followed + [reference]
        if let other = base.reference { return try inherited(other, by: reference, followed: followed) }
        return try all(base, [SwiftName.type(reference)], reference, followed: followed)
    }
}
