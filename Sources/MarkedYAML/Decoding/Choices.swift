// Govorun: the values an enum may take. SPDX-License-Identifier: MIT

/// What is known of an enum from its type.
enum Choices {
    /// The raw values of a `CaseIterable` enum; empty for other types.
    static func texts(of type: any Any.Type) -> [String] {
        guard let type = type as? any CaseIterable.Type else { return [] }
        return texts(ofCases: type)
    }

    /// The first case of a `CaseIterable` type.
    static func first(of type: any Any.Type) -> Any? {
        guard let type = type as? any CaseIterable.Type else { return nil }
        return firstCase(of: type)
    }

    /// Why an enum does not take a scalar; nil where the error already says enough.
    static func refusal(of node: YAMLNode, by type: any Any.Type, after error: DecodingError, at path: NodePath) -> String? {
        let isStandard = error.fault == nil && error.context.debugDescription.hasPrefix("Cannot initialize ")
        let isChoice = type is any RawRepresentable.Type
        guard isStandard || (isChoice && error.fault?.code == .wrongType) else { return nil }
        // A type around an enum, which read it without asking us: the choices are not known.
        let choices = isChoice ? texts(of: type) : []
        let found = Quote.found(node, hidden: path.isSecret)
        guard !choices.isEmpty else { return isStandard ? "\(found) is not allowed here" : nil }
        let near = node.isSensitive || path.isSecret ? nil : node.scalar.flatMap { Spelling.meant(by: $0, among: choices) }
        let hint = near.map { "; did you mean '\($0)'?" } ?? ""
        return "expected \(choices.count > 1 ? "one of " : "")\(choices.joined(separator: ", ")), found \(found)\(hint)"
    }

    private static func texts<T: CaseIterable>(ofCases type: T.Type) -> [String] {
        type.allCases.compactMap { ($0 as? any RawRepresentable).map { String(describing: $0.rawValue) } }
    }

    private static func firstCase<T: CaseIterable>(of type: T.Type) -> Any? { type.allCases.first }
}
