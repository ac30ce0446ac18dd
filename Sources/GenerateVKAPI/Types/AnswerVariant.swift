// Govorun: which parameters decide on the shape of an answer. SPDX-License-Identifier: MIT

/// One of the answers of a method, and what has to be sent to get it.
///
/// The schema names an answer after the parameter that asks for it: `extendedResponse`, `userIdsResponse`, `chatIds_Fields_Response`.
/// A Boolean one gets a function of its own name (`getExtended`); any other one is a parameter that must be given.
struct AnswerVariant {
    let definition: String
    var choice = Amendments.Choice()
    /// Parameters that ask for another answer.
    var dropped: Set<String> = []

    private static let plain: Set<String> = ["response", "deprecatedResponse", "baseResponse", "responseInteger"]

    static func all(of method: Schema.Method, _ amendments: Amendments) -> [AnswerVariant] {
        var variants = method.answers.map { answer in
            let choice = amendments.answers["\(method.name).\(answer.key)"]
            return AnswerVariant(definition: answer.definition, choice: choice ?? derived(from: answer.key, method))
        }
        let deciding = Set(variants.flatMap { $0.choice.required + $0.choice.fixed.keys })
        for index in variants.indices {
            let choice = variants[index].choice
            // Fixed ones are sent by the function itself; and who gives `chat_ids` gives no `chat_id`.
            let singular = choice.required.filter { $0.hasSuffix("s") }.map { String($0.dropLast()) }
            variants[index].dropped = deciding.subtracting(choice.required).union(singular).union(choice.dropped)
        }
        return variants
    }

    private static func derived(from key: String, _ method: Schema.Method) -> Amendments.Choice {
        guard !plain.contains(key) else { return Amendments.Choice() }
        var choice = Amendments.Choice()
        var words = SwiftName.words(key).filter { $0 != "response" }[...]
        while let word = words.first {
            let parameter = longestParameter(at: &words, method)
            switch parameter {
            case let parameter? where parameter.types == ["boolean"]:
                choice.fixed[parameter.name] = "true"
                choice.suffix += "_" + parameter.name
            case let parameter?: choice.required.append(parameter.name)
            case nil:
                choice.suffix += "_" + word
                words.removeFirst()
            }
        }
        return choice
    }

    /// The parameter that the next words spell, taken off them.
    private static func longestParameter(at words: inout ArraySlice<String>, _ method: Schema.Method) -> Node? {
        for count in (1...words.count).reversed() {
            let name = words.prefix(count).joined(separator: "_")
            guard let parameter = method.parameters.first(where: { $0.name == name }) else { continue }
            words = words.dropFirst(count)
            return parameter
        }
        return nil
    }
}
