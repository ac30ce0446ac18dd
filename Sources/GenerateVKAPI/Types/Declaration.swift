// Govorun: what is declared in the generated files. SPDX-License-Identifier: MIT

/// One Swift type to print.
enum Declaration: Sendable {
    case view(ViewType)
    case word(OpenEnum)
    /// Another name of a type that exists.
    case alias(name: String, definition: String, type: SwiftType)

    /// The last part of its name.
    var name: String {
        switch self {
        case .view(let view): view.name
        case .word(let word): word.name
        case .alias(let name, _, _): name
        }
    }
}

/// A view of an object, with the types that only it uses inside.
struct ViewType: Sendable {
    let name: String
    /// What VK calls it.
    let origin: String
    let properties: [Property]
    let nested: [Declaration]

    /// Whether it is one page of a list, its elements in `items`.
    var isListing: Bool {
        properties.contains { property in
            guard property.name == "items", case .list = property.type else { return false }
            return property.type.name != SwiftType.json.name
        }
    }
}

/// A typed property of a view.
struct Property: Sendable {
    let name: String
    /// The key in VK's object; empty for a view of the whole object as one of its kinds.
    let key: String
    let type: SwiftType
    let isRequired: Bool
    let limits: Limits
}

/// Words or numbers of VK, to which VK may add.
struct OpenEnum: Sendable {
    let name: String
    let origin: String
    let isNumeric: Bool
    let members: [(name: String, value: String)]
}
