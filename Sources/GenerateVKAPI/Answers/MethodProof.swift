// Govorun: what is needed to prove the methods of a community. SPDX-License-Identifier: MIT
import TapeJSON

/// One function with arguments, what VK has to get for them, and an answer for it to read.
struct MethodProof {
    /// `messages.send`, with `#2` behind it for the second function of that name.
    let name: String
    let function: Function
    let arguments: [ArgumentSample]
    let answer: JSONValue

    /// The call as Swift writes it, without its arguments.
    var callee: String {
        let parts = function.method.split(separator: ".", maxSplits: 1).map(String.init)
        return parts.count == 2 ? "vk.\(SwiftName.member(parts[0])).\(function.name)" : "vk.\(function.name)"
    }

    /// The form's fields.
    var sent: JSONObject {
        var fields = JSONObject()
        for (key, value) in function.fixed { fields[key] = .string(value == "true" ? "1" : value.replacing("\"", with: "")) }
        for (parameter, argument) in zip(function.parameters, arguments) { fields[parameter.key] = .string(argument.sent) }
        return fields
    }
}

/// Makes the files by which the methods open to communities are proven.
struct ProofPlan {
    private let types: TypePlan
    private let views: [String: ViewType]
    private let words: [String: OpenEnum]

    /// - Throws: `GeneratorError` as `Generator`.
    init(schema: Schema, amendments: Amendments) throws {
        var complete = amendments
        complete.writtenByHand = []
        types = TypePlan(schema: try amendments.applied(to: schema), amendments: complete)
        var named = NamedTypes()
        for definition in types.schema.objects.keys.sorted() + types.schema.responses.keys.sorted() {
            for declaration in try types.declarations(ofDefinition: definition) { named.add(declaration, inside: []) }
        }
        (views, words) = (named.views, named.words)
    }

    /// The functions that a community may call.
    func proofs() throws -> [MethodProof] {
        var answers = AnswerSample(types: types)
        var numbers: [String: Int] = [:]
        var proofs: [MethodProof] = []
        for section in try MethodPlan(types: types).sections() {
            let own = section.words.map { ($0.name, $0) }
            var arguments = ArgumentMaker(words: words.merging(own) { $1 })
            for (function, definition) in zip(section.functions, definitions(of: section)) where function.tokens.contains("group") {
                let full = section.name.isEmpty ? function.name : "\(section.name).\(function.name)"
                numbers[full, default: 0] += 1
                proofs.append(
                    MethodProof(
                        name: numbers[full] == 1 ? full : "\(full)#\(numbers[full] ?? 0)", function: function,
                        arguments: function.parameters.map { arguments.argument($0.type) },
                        answer: try answers.value(ofDefinition: definition) ?? .null))
            }
        }
        return proofs
    }

    /// The answers' definitions, in the order of the section's functions.
    private func definitions(of section: Section) -> [String] {
        let methods = types.schema.methods.filter { method in
            let parts = method.name.split(separator: ".", maxSplits: 1)
            return section.name.isEmpty ? parts.count == 1 : parts.count == 2 && parts[0] == section.name
        }
        return methods.flatMap { AnswerVariant.all(of: $0, types.amendments).map(\.definition) }
    }

    /// The views and open enums that the answers of `proofs` are made of, in the order of their names.
    func typesRead(by proofs: [MethodProof]) -> (views: [(name: String, view: ViewType)], words: [String]) {
        var (found, waiting): (Set<String>, [String]) = ([], proofs.flatMap { names(in: $0.function.answer, inside: "") })
        while let name = waiting.popLast() {
            guard found.insert(name).inserted, let view = views[name] else { continue }
            waiting += view.properties.flatMap { names(in: $0.type, inside: name) }
        }
        return (
            found.sorted().compactMap { name in views[name].map { (name, $0) } }, found.filter { words[$0] != nil }.sorted()
        )
    }

    /// The full names of what a type is made of: inside a view its own nested types go by their last names.
    private func names(in type: SwiftType, inside view: String) -> [String] {
        switch type {
        case .view(let name), .word(let name):
            let nested = "\(view).\(name)"
            return [views[nested] != nil || words[nested] != nil ? nested : name]
        case .list(let element): return names(in: element, inside: view)
        default: return []
        }
    }
}

/// Declarations by their full names.
private struct NamedTypes {
    var views: [String: ViewType] = [:]
    var words: [String: OpenEnum] = [:]

    mutating func add(_ declaration: Declaration, inside path: [String]) {
        let path = path + [declaration.name]
        let name = path.joined(separator: ".")
        switch declaration {
        case .word(let word): words[name] = word
        case .alias: break
        case .view(let view):
            views[name] = view
            for nested in view.nested { add(nested, inside: path) }
        }
    }
}
