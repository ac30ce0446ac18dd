// Govorun: the options of a type: names, kinds and defaults. SPDX-License-Identifier: MIT

/// One option of a `DefaultedOptions` type, or all of them: for listings and for the JSON Schema.
public struct OptionTree: Sendable {
    /// What a value must look like.
    public enum Kind: String, Sendable {
        case text, integer, number, boolean, duration, url
        /// One of `choices`.
        case choice
        /// Items of one kind: `element`.
        case list
        /// Any keys, with values of one kind: `element`.
        case dictionary
        /// The keys in `children`.
        case group
        /// A type that reads its own shapes.
        case any
    }

    /// The key; empty for the whole, and for an element of a list or dictionary.
    public let name: String
    /// What a value must look like.
    public let kind: Kind
    /// The Swift type, without `Optional`.
    public let typeName: String
    /// What a value looks like, in words, for types that say so: ``DescribedOption``.
    public let form: String?
    /// Whether null is allowed.
    public let isOptional: Bool
    /// The values of an enum that is `CaseIterable`.
    public let choices: [String]
    /// The options of a group, in the order its type encodes them, which is the order of declaration.
    public let children: [OptionTree]
    /// What a list or dictionary holds: no element where the type does not tell.
    public var element: OptionTree? { elements.first }
    /// The default as a node; null where there is none.
    public let value: YAMLNode

    private let elements: [OptionTree]

    /// The default as YAML on one line: `Hello`, `10s`, `[a, b]`, `null`.
    public var defaultText: String { value.flowText }

    /// The options of a type with the defaults of its `init()`.
    ///
    /// - Throws: what the type's `encode(to:)` throws.
    public init(describing type: any DefaultedOptions.Type) throws {
        let box = OptionBox()
        try box.write(type.init())
        self.init(box)
    }

    init(_ box: OptionBox, name: String = "") {
        self.name = name
        kind = box.kind
        typeName = String(describing: box.type)
        form = box.form
        isOptional = box.isOptional
        choices = box.choices
        children = box.kind == .group ? box.children.map { OptionTree($0.box, name: $0.name) } : []
        elements = box.element.map { [OptionTree($0)] } ?? []
        value = box.value
    }
}
