// Govorun: ${NAME} in the values of a file. SPDX-License-Identifier: MIT

extension YAMLNode {
    /// The node with variables replaced in every scalar value; keys stay as they are.
    ///
    /// A value stays one scalar with the same quotes, so a variable can never add keys or items, and in quotes it is always
    /// text. Scalars that a variable went into are `isSensitive`. A value that could not be replaced is passed over by
    /// `YAMLDecoder`, so that both kinds of problem can be told at once: decode the node even so, and join the problems. (When the
    /// decoder finds nothing more but cannot do without the value, what it throws is empty.)
    ///
    /// - Parameter keyPath: where this node is, for errors.
    /// - Parameter lookup: the value of a variable; nil if it is not set.
    /// - Returns: the new node, and a problem for each variable that is not set or not well-formed.
    public func interpolated(at keyPath: String = "", _ lookup: (String) -> String?) -> (node: YAMLNode, problems: [YAMLProblem]) {
        withoutActuallyEscaping(lookup) { lookup in
            var pass = VariablePass(lookup: lookup, keyPath: keyPath)
            let node = pass.replaced(self, at: NodePath())
            return (node, YAMLErrors(pass.problems).problems)
        }
    }
}

extension YAMLDocument {
    /// The document with variables replaced in its values; see `YAMLNode.interpolated(at:_:)`.
    public func interpolated(_ lookup: (String) -> String?) -> (document: YAMLDocument, problems: [YAMLProblem]) {
        let (node, problems) = root.interpolated(lookup)
        return (YAMLDocument(root: node, source: source), problems)
    }
}

/// One walk over a tree, replacing variables.
private struct VariablePass {
    let lookup: (String) -> String?
    let keyPath: String
    private(set) var problems: [YAMLProblem] = []
    /// What was told already: a value behind many aliases is wrong once.
    private var seen: Set<String> = []

    private static let problemLimit = 100

    init(lookup: @escaping (String) -> String?, keyPath: String) {
        self.lookup = lookup
        self.keyPath = keyPath
    }

    mutating func replaced(_ node: YAMLNode, at path: NodePath) -> YAMLNode {
        switch node.content {
        case .scalar(let text):
            return text.contains("$") ? scalar(node, text, at: path) : node
        case .sequence(let items):
            return node.with(.sequence(items.enumerated().map { replaced($1, at: path.appending(.index($0))) }))
        case .mapping(let mapping):
            let entries = mapping.map { YAMLMapping.Entry(key: $0.key, value: replaced($0.value, at: path.appending(.key($0.name)))) }
            return node.with(.mapping(YAMLMapping(entries)))
        }
    }

    private mutating func scalar(_ node: YAMLNode, _ text: String, at path: NodePath) -> YAMLNode {
        var expansion = VariableExpansion(lookup)
        let expanded = expansion.expand(text[...])
        let keyPath = path.text(after: keyPath)
        let marks = expansion.faults.isEmpty ? [] : node.variableMarks
        for fault in expansion.faults
        where problems.count < Self.problemLimit && seen.insert("\(node.mark.offset) \(fault.ordinal) \(fault.message)").inserted {
            let message = keyPath.isEmpty ? fault.message : "\(keyPath): \(fault.message)"
            problems.append(
                YAMLProblem(
                    .variable, in: node.source, at: marks.indices.contains(fault.ordinal) ? marks[fault.ordinal] : node.mark,
                    keyPath: keyPath, message: message))
        }
        return node.with(.scalar(expanded), secrets: expansion.secrets, layer: expansion.faults.isEmpty ? nil : .faulty)
    }
}

extension YAMLNode {
    /// Where each `${` of the value stands, those written with escapes left out.
    fileprivate var variableMarks: [YAMLMark] {
        guard let source else { return [] }
        let text = source.text(from: mark, to: end)
        var offset = mark.offset
        var place = text.startIndex
        return VariableExpansion.starts(in: text).map { start in
            offset += text.unicodeScalars.distance(from: place, to: start)
            place = start
            return source.mark(at: offset)
        }
    }
}
