// Govorun: which Swift types stand for the schema's definitions. SPDX-License-Identifier: MIT

/// Decides on types and declarations; prints nothing.
///
/// Inline enums and objects become types nested in the view that has them, so a type's name is a path.
struct TypePlan {
    let schema: Schema
    let amendments: Amendments

    // MARK: Types

    /// The type of what is called `name`; `followed` are the definitions that led to it.
    ///
    /// - Throws: `GeneratorError` with `.undefined` when there is no such definition, with `.circular` when it stands for itself.
    func type(ofDefinition name: String, followed: [String] = []) throws -> SwiftType {
        guard let node = schema.definition(name) else { throw GeneratorError(.undefined, "no definition is called \(name)") }
        guard !followed.contains(name) else { throw GeneratorError(.circular, "\(name) is defined by itself") }
        return try type(of: node, path: [SwiftName.type(name)], followed: followed + [name])
    }

    /// The type of `node`, which is called `path` if it needs a declaration of its own.
    func type(of node: Node, path: [String], followed: [String] = []) throws -> SwiftType {
        if let reference = node.reference { return try type(ofDefinition: reference, followed: followed) }
        if !node.cases.isEmpty, let type = enumType(node, path) { return type }
        if node.isStructured { return .view(path.joined(separator: ".")) }
        if let item = node.items.first, node.format != "json" { return .list(try type(of: item, path: itemPath(path), followed: followed)) }
        switch node.types {
        case ["integer"]: return .integer
        case ["number"]: return .number
        case ["string"]: return node.format == "json" ? .json : .text
        case ["boolean"]: return .flag
        case ["integer", "string"], ["string", "integer"]: return .identifier
        default: return .json
        }
    }

    /// An element that needs a name takes its list's when nested; a list at the top has that name already.
    private func itemPath(_ path: [String]) -> [String] { path.count == 1 ? [path[0] + "Item"] : path }

    /// `nil` for values that have no names: numbers, and digits in quotes, stay plain.
    private func enumType(_ node: Node, _ path: [String]) -> SwiftType? {
        let name = path.joined(separator: ".")
        guard node.types == ["integer"] else {
            return node.types == ["string"] && !node.cases.allSatisfy { Int($0.value) != nil } ? .word(name) : nil
        }
        let names = node.cases.compactMap { $0.name?.lowercased() }
        let values = Set(node.cases.map(\.value))
        if values.isSubset(of: ["0", "1"]), Set(names).isSubset(of: ["no", "yes", "ok", "false", "true", "property exists"]) {
            return .flag
        }
        return names.count == node.cases.count ? .word(name) : nil
    }

    // MARK: Declarations

    /// What is declared for a definition: a view or an open enum; for all else an alias.
    func declarations(ofDefinition name: String) throws -> [Declaration] {
        guard let node = schema.definition(name) else { throw GeneratorError(.undefined, "no definition is called \(name)") }
        let path = [SwiftName.type(name)]
        let own = try declarations(of: node, path: path, origin: name)
        if own.contains(where: { $0.name == path[0] }) { return own }
        return [.alias(name: path[0], definition: name, type: try type(of: node, path: path))] + own
    }

    /// The declarations that `node` needs beside the type it is found in.
    func declarations(of node: Node, path: [String], origin: String) throws -> [Declaration] {
        guard node.reference == nil else { return [] }
        if !node.cases.isEmpty {
            guard case .word = enumType(node, path) else { return [] }
            return [.word(openEnum(node, path, origin))]
        }
        if node.isStructured { return [.view(try view(node, path, origin))] }
        return try node.items.flatMap { try declarations(of: $0, path: itemPath(path), origin: origin) }
    }

    private func view(_ node: Node, _ path: [String], _ origin: String) throws -> ViewType {
        let fields = try Flattening(plan: self).fields(of: node, path: path, definition: origin)
        var nested: [Declaration] = []
        var properties: [Property] = []
        for field in fields {
            let place = field.path + [SwiftName.type(field.node.name, isNested: true)]
            if field.path == path { nested += try declarations(of: field.node, path: place, origin: "\(origin).\(field.node.name)") }
            let name = amendments.renamed[field.node.name] ?? SwiftName.member(field.node.name)
            if properties.contains(where: { $0.name == name }) { continue }
            properties.append(try property(field, name, place, inside: path))
        }
        return ViewType(name: path[path.count - 1], origin: origin, properties: properties + (try kinds(of: node)), nested: nested)
    }

    private func property(_ field: Flattening.Field, _ name: String, _ place: [String], inside path: [String]) throws -> Property {
        let key = "\(field.definition).\(field.node.name)"
        let type = amendments.secrets.contains(key) ? .secret : try type(of: field.node, path: place).inside(path)
        let isRequired = field.node.isRequired || amendments.alwaysSent.contains(key)
        return Property(name: name, key: field.node.name, type: type, isRequired: isRequired, limits: field.node.limits)
    }

    /// A view for each kind that an object of several kinds can be.
    private func kinds(of node: Node) throws -> [Property] {
        var kinds: [Property] = []
        for choice in node.choices {
            guard let reference = choice.reference, case .view(let name) = try type(ofDefinition: reference) else { continue }
            guard !kinds.contains(where: { $0.type == .view(name) }) else { continue }
            kinds.append(
                Property(name: SwiftName.member(reference), key: "", type: .view(name), isRequired: true, limits: Limits()))
        }
        return kinds
    }

    private func openEnum(_ node: Node, _ path: [String], _ origin: String) -> OpenEnum {
        let prefix = SwiftName.words(origin.split(separator: ".").last.map(String.init) ?? origin).last ?? "value"
        var members: [(name: String, value: String)] = []
        for option in node.cases where !option.value.isEmpty {
            let words = option.name ?? option.value
            let name = SwiftName.member(words.first?.isNumber == true ? "\(prefix)_\(words)" : words)
            if !members.contains(where: { $0.name == name }) { members.append((name, option.value)) }
        }
        return OpenEnum(name: path[path.count - 1], origin: origin, isNumeric: node.types == ["integer"], members: members)
    }
}
