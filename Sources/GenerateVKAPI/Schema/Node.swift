// Govorun: one node of a JSON Schema, as far as names and types go. SPDX-License-Identifier: MIT
import TapeJSON

/// A type, a property, a parameter or an answer; sentences for people are never read.
struct Node: Sendable {
    /// One allowed value, and the schema's name for it.
    struct Case: Sendable {
        let value: String
        let name: String?
    }

    /// The key of a property or parameter; empty elsewhere.
    var name = ""
    /// The definition that `$ref` names; the files' names are dropped, since definitions are unique across them.
    var reference: String?
    var types: [String] = []
    var format: String?
    var isRequired = false
    var limits = Limits()
    var cases: [Case] = []
    var properties: [Node] = []
    var items: [Node] = []
    /// `allOf`: the node has the properties of each.
    var parts: [Node] = []
    /// `oneOf`: the node is one of them.
    var choices: [Node] = []

    /// Whether it has fields of its own, so that it is read through a view; a text may have them too, joined (`owner_id`, `_`, `post_id`).
    var isStructured: Bool { types != ["string"] && (!properties.isEmpty || !parts.isEmpty || !choices.isEmpty) }
}

/// What the schema says of a value's size.
struct Limits: Sendable {
    var minimum: String?
    var maximum: String?
    var longest: String?
    var most: String?
    var fallback: String?
}

extension Node {
    /// A property of one JSON type, for amendments and tests.
    init(_ name: String, _ type: String, isRequired: Bool = false) {
        self.name = name
        types = [type]
        self.isRequired = isRequired
    }

    /// A property of a defined type, for amendments and tests.
    init(_ name: String, reference: String) {
        self.name = name
        self.reference = reference
    }

    /// A property that is a list of a defined type.
    init(_ name: String, listOf reference: String) {
        self.init(name, "array")
        items = [Node("", reference: reference)]
    }

    init(_ json: JSON, name: String = "") {
        self.name = name
        reference = json["$ref"].string.map(Self.definition)
        types = json["type"].string.map { [$0] } ?? json["type"].items.compactMap(\.string)
        format = json["format"].string
        isRequired = json["required"].bool ?? false
        limits = Limits(json)
        let names = json["enumNames"].items.map(\.text)
        cases = json["enum"].items.enumerated().compactMap { index, value in
            value.text.map { Case(value: $0, name: index < names.count ? names[index] : nil) }
        }
        properties = json["properties"].members.map { Node($0.value, name: $0.key) }
        items = json["items"].kind == .object ? [Node(json["items"])] : []
        parts = json["allOf"].items.map { Node($0) }
        choices = json["oneOf"].items.map { Node($0) }
    }

    /// `../users/objects.json#/definitions/users_user` names `users_user`.
    static func definition(_ reference: String) -> String {
        String(reference.split(separator: "/").last ?? "")
    }
}

extension Limits {
    init(_ json: JSON) {
        minimum = json["minimum"].text
        maximum = json["maximum"].text
        longest = json["maxLength"].text
        most = json["maxItems"].text
        let fallback = json["default"]
        self.fallback = fallback.kind == .bool ? fallback.rawText : fallback.text
    }
}
