// Govorun: one encoded default, while it is being written. SPDX-License-Identifier: MIT

/// A place that an encoder fills: a default value with the type it was declared as.
final class OptionBox {
    private(set) var type: any Any.Type = Any.self
    private(set) var kind = OptionTree.Kind.any
    private(set) var form: String?
    private(set) var choices: [String] = []
    private(set) var element: OptionBox?
    private(set) var isOptional = false
    private var scalar: YAMLNode?
    private(set) var children: [(name: String, box: OptionBox)] = []
    private var shape = Shape.none
    /// An enum case with values: what the file says takes its place, since keys of two cases do not mix.
    private var isWhole = false
    /// The types this default lies in, so that one that holds itself is described once.
    private let outer: Set<ObjectIdentifier>

    enum Shape { case none, list, keyed }

    init(inside outer: Set<ObjectIdentifier> = []) {
        self.outer = outer
    }

    /// The default as a node.
    var value: YAMLNode {
        let layer: YAMLNode.Layer = isWhole || kind == .dictionary ? .replaceable : isOptional ? .optionalFallback : .fallback
        switch shape {
        case .none: return scalar ?? YAMLNode(.scalar(""), style: .plain, layer: layer)
        case .list: return YAMLNode(.sequence(children.map(\.box.value)), style: .flow, layer: layer)
        case .keyed:
            let entries = children.map { YAMLMapping.Entry(key: YAMLNode(.scalar($0.name), style: .plain), value: $0.box.value) }
            return YAMLNode(.mapping(YAMLMapping(entries)), style: .flow, layer: layer)
        }
    }

    func shape(_ shape: Shape) {
        self.shape = shape
        if kind == .any, shape == .keyed, !isWhole { kind = .group }
    }

    /// A box for a part of this value.
    func child(_ name: String) -> OptionBox {
        let box = OptionBox(inside: outer.union([ObjectIdentifier(type)]))
        if let position = children.firstIndex(where: { shape == .keyed && $0.name == name }) {
            children[position].box = box
        } else {
            children.append((name, box))
        }
        return box
    }

    /// Writes a value of its static type.
    func write<T: Encodable>(_ value: T) throws {
        declare(T.self)
        if Mirror(reflecting: value).displayStyle == .enum { isWhole = true }
        if let scalar = value as? any ScalarWritable, !(T.self is any OptionalType.Type) {
            self.scalar = scalar.node
        } else {
            try value.encode(to: OptionEncoder(box: self))
        }
    }

    /// Writes the default nil.
    func writeNil<T>(_ type: T.Type) {
        isOptional = true
        declare(type)
        describeGroup()
        writeNil()
    }

    func writeNil() {
        shape = .none
        scalar = YAMLNode(.scalar("null"), style: .plain, layer: .optionalFallback)
    }
}

extension OptionBox {
    /// Takes what the type alone tells: kind, choices, elements.
    private func declare(_ type: any Any.Type) {
        if let optional = type as? any OptionalType.Type {
            isOptional = true
            return declare(optional.wrapped)
        }
        guard self.type == Any.self || kind == .any || kind == .group else { return }
        self.type = type
        // A type that is written as a text of its own form is asked before the text is.
        if form == nil { form = (type as? any DescribedOption.Type)?.optionForm }
        if let scalar = type as? any ScalarWritable.Type { kind = scalar.kind }
        choices = Choices.texts(of: type)
        if !choices.isEmpty { kind = .choice }
        if let list = type as? any ListType.Type { (kind, element) = (.list, describe(list.element)) }
        if let dictionary = type as? any DictionaryType.Type { (kind, element) = (.dictionary, describe(dictionary.value)) }
    }

    /// What a type that has no value here would look like.
    private func describe(_ type: any Any.Type) -> OptionBox {
        let box = OptionBox(inside: outer.union([ObjectIdentifier(self.type)]))
        box.declare(type)
        box.describeGroup()
        box.writeNil()
        return box
    }

    private func describeGroup() {
        guard kind == .any, let type = type as? any DefaultedOptions.Type, !outer.contains(ObjectIdentifier(type)) else { return }
        // A default that cannot be written is reported where it is decoded; a description goes without it.
        if (try? write(type.init())) == nil { children = [] }
    }
}
