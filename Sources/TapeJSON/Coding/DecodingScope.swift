// Govorun: where a decoder stands. SPDX-License-Identifier: MIT

/// A value being decoded and where it stands: one object, so that a decoder and its containers are one reference.
///
/// Primitive values get none of their own; their path is made when an error asks for it.
final class DecodingScope {
    let view: JSON
    let settings: TapeDecoder
    private let key: CodingStep?
    private let parent: DecodingScope?

    init(_ view: JSON, _ settings: TapeDecoder) {
        self.view = view
        self.settings = settings
        key = nil
        parent = nil
    }

    private init(_ view: JSON, _ key: CodingStep, in parent: DecodingScope) {
        self.view = view
        settings = parent.settings
        self.key = key
        self.parent = parent
    }

    func inner(_ view: JSON, _ key: CodingStep) -> DecodingScope { DecodingScope(view, key, in: self) }

    var codingPath: [any CodingKey] {
        guard let parent, let key else { return [] }
        return parent.codingPath + [key]
    }

    var forgives: Bool { settings.leniency == .forgiving }

    /// Whether this is the empty array that PHP writes for an empty object.
    var isForgivenAsEmpty: Bool { forgives && view.kind == .array && view.count == 0 }

    func member(_ name: String) -> JSON {
        guard let index else { return view[name] }
        return index[ExactText(text: name)] ?? .absent
    }

    /// The members of a large object by name: a walk for each, as a dictionary asks for them, would be quadratic.
    private lazy var index: [ExactText: JSON]? = {
        guard view.kind == .object, view.count > 32 else { return nil }
        return Dictionary(uniqueKeysWithValues: view.members.map { (ExactText(text: $0.key), $0.value) })
    }()
}

/// A coding key as data: keys of the types that are decoded need not be `Sendable`.
struct CodingStep: CodingKey, Sendable {
    let stringValue: String
    let intValue: Int?

    init(_ key: some CodingKey) {
        stringValue = key.stringValue
        intValue = key.intValue
    }

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    /// An element number, spelled as Foundation spells it.
    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }

    static let `super` = CodingStep(stringValue: "super")
}
