// Govorun: VK's methods as typed functions. SPDX-License-Identifier: MIT

/// One Swift function.
struct Function: Sendable {
    /// A parameter of it.
    struct Parameter: Sendable {
        let name: String
        let key: String
        let type: SwiftType
        let isRequired: Bool
        let limits: Limits
    }

    let name: String
    /// VK's name with the section.
    let method: String
    let parameters: [Parameter]
    /// Keys with values that the function always sends, as Swift writes them.
    let fixed: [(key: String, value: String)]
    let answer: SwiftType
    let tokens: [String]
    /// Codes of the errors that are not common to all methods.
    let codes: [Int]
}

/// One section of VK's methods.
struct Section: Sendable {
    /// VK's name; empty for the method that has no section.
    let name: String
    var functions: [Function] = []
    /// The open enums of the parameters.
    var words: [OpenEnum] = []

    /// The Swift type that has the functions.
    var typeName: String { SwiftName.type(name) }
}

/// Makes functions of methods: one, or several where VK answers in several shapes.
struct MethodPlan {
    let types: TypePlan

    /// The sections in the order of their names.
    func sections() throws -> [Section] {
        var sections: [String: Section] = [:]
        for method in types.schema.methods {
            let parts = method.name.split(separator: ".", maxSplits: 1).map(String.init)
            let name = parts.count == 2 ? parts[0] : ""
            var section = sections[name] ?? Section(name: name)
            let parameters = try self.parameters(of: method, called: parts[parts.count - 1], &section.words)
            for variant in AnswerVariant.all(of: method, types.amendments) {
                section.functions.append(try function(method, parts[parts.count - 1], parameters, variant))
            }
            sections[name] = section
        }
        return sections.values.sorted { $0.name < $1.name }
    }

    private func function(_ method: Schema.Method, _ name: String, _ parameters: [Function.Parameter], _ variant: AnswerVariant) throws
        -> Function
    {
        let chosen = parameters.filter { !variant.dropped.contains($0.key) }.map { parameter in
            variant.choice.required.contains(parameter.key) ? parameter.required : parameter
        }
        return Function(
            name: SwiftName.member(name + variant.choice.suffix), method: method.name,
            parameters: chosen.filter(\.isRequired) + chosen.filter { !$0.isRequired },
            fixed: variant.choice.fixed.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
            answer: try types.type(ofDefinition: variant.definition), tokens: method.tokens, codes: codes(of: method))
    }

    private func codes(of method: Schema.Method) -> [Int] {
        let names = Set(method.errors)
        return types.schema.errors.filter { names.contains($0.name) }.map(\.code)
    }

    private func parameters(of method: Schema.Method, called name: String, _ words: inout [OpenEnum]) throws -> [Function.Parameter] {
        var nodes = method.parameters
        for amended in types.amendments.parameters[method.name] ?? [] {
            if let index = nodes.firstIndex(where: { $0.name == amended.name }) { nodes[index] = amended } else { nodes.append(amended) }
        }
        let leading = (types.amendments.leading[method.name] ?? []).compactMap { name in nodes.first { $0.name == name } }
        nodes = leading + nodes.filter { node in !leading.contains { $0.name == node.name } }
        return try nodes.map { node in
            let path = [SwiftName.type(name + "_" + node.name)]
            // A list keeps its parameter's name for its element: it is nested in the section's type.
            let type = try listType(node, path) ?? types.type(of: node, path: path)
            for declaration in try types.declarations(of: node.items.first ?? node, path: path, origin: "\(method.name).\(node.name)") {
                if case .word(let word) = declaration { words.append(word) }
            }
            return Function.Parameter(
                name: SwiftName.member(node.name), key: node.name, type: type, isRequired: node.isRequired, limits: node.limits)
        }
    }

    private func listType(_ node: Node, _ path: [String]) throws -> SwiftType? {
        guard node.reference == nil, node.format != "json", let item = node.items.first else { return nil }
        return .list(try types.type(of: item, path: path))
    }
}

extension Function.Parameter {
    var required: Self {
        Self(name: name, key: key, type: type, isRequired: true, limits: limits)
    }
}
