// Govorun: made-up values in the shape of the schema. SPDX-License-Identifier: MIT
import TapeJSON

/// Makes an answer with every field filled, all numbers and texts different, the same ones on every run.
///
/// It walks the schema, not the Swift types made from it, so that the two can be held against each other. Near the answer's root every
/// object is there; deeper, one that the samples already have keeps only its plain values, or they would have no end.
struct AnswerSample {
    /// With nothing left to files written by hand: what those read is filled too.
    let types: TypePlan
    private var last = 1000
    private var shown: Set<String> = []

    private static let fullDepth = 2

    init(types: TypePlan) { self.types = types }

    /// A value of what is called `definition`.
    ///
    /// - Throws: `GeneratorError` with `.undefined`.
    mutating func value(ofDefinition definition: String, depth: Int = 0) throws -> JSONValue? {
        guard let node = types.schema.definition(definition) else {
            throw GeneratorError(.undefined, "no definition is called \(definition)")
        }
        return try value(of: node, Place(path: [SwiftName.type(definition)], origin: definition, depth: depth))
    }

    /// Where a node stands, as `TypePlan` calls it.
    private struct Place {
        var path: [String]
        var origin: String
        var depth: Int
    }

    /// `nil` for an object that is not shown again.
    private mutating func value(of node: Node, _ place: Place) throws -> JSONValue? {
        if let reference = node.reference { return try value(ofDefinition: reference, depth: place.depth) }
        if let word = node.cases.last(where: { !$0.value.isEmpty })?.value {
            return node.types == ["integer"] ? .integer(Int(word) ?? 0) : .string(word)
        }
        if node.isStructured { return try object(of: node, place) }
        if let item = node.items.first, node.format != "json" { return try list(of: item, place) }
        return plain(node)
    }

    private mutating func plain(_ node: Node) -> JSONValue {
        last += 1
        switch node.types.first {
        case "integer": return .integer(last)
        case "number": return .double(Double(last) + 0.5)
        case "string": return .string("text \(last)")
        case "boolean": return true
        case "array": return [.integer(last)]
        default: return ["any": .integer(last)]
        }
    }

    /// Two plain values, so that their order shows, or one object.
    private mutating func list(of item: Node, _ place: Place) throws -> JSONValue? {
        guard let first = try value(of: item, place) else { return nil }
        if case .object = first { return [first] }
        guard let second = try value(of: item, place) else { return [first] }
        return [first, second]
    }

    private mutating func object(of node: Node, _ place: Place) throws -> JSONValue? {
        let isNew = shown.insert(place.path.joined(separator: ".")).inserted
        guard isNew || place.depth <= Self.fullDepth else { return nil }
        var object = JSONObject()
        var names: Set<String> = []
        for field in try Flattening(plan: types).fields(of: node, path: place.path, definition: place.origin) {
            let name = types.amendments.renamed[field.node.name] ?? SwiftName.member(field.node.name)
            guard names.insert(name).inserted else { continue }
            let inner = Place(
                path: field.path + [SwiftName.type(field.node.name, isNested: true)], origin: "\(place.origin).\(field.node.name)",
                depth: place.depth + 1)
            object[field.node.name] = try value(of: field.node, inner)
        }
        // An object of several kinds is all of them at once.
        for kind in node.choices {
            guard case .object(let more)? = try value(of: kind, Place(path: place.path, origin: place.origin, depth: 0)) else { continue }
            for (key, value) in more where object[key] == nil { object[key] = value }
        }
        return object.isEmpty ? .none : .some(.object(object))
    }
}
