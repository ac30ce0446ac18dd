// Govorun: looking into a YAML node. SPDX-License-Identifier: MIT

extension YAMLNode {
    /// The text of a scalar exactly as it stands (`no`, `007`, `12:30`); nil for a list or a mapping.
    public var scalar: String? {
        if case .scalar(let text) = content { text } else { nil }
    }

    /// The items of a list; nil for anything else.
    public var sequence: [YAMLNode]? {
        if case .sequence(let items) = content { items } else { nil }
    }

    /// The entries of a mapping; nil for anything else.
    public var mapping: YAMLMapping? {
        if case .mapping(let entries) = content { entries } else { nil }
    }

    /// The value under a key; nil where there is no such key or this is no mapping.
    public subscript(key: String) -> YAMLNode? {
        mapping?[key]
    }

    /// The item at a position; nil out of range or where this is no list.
    public subscript(index: Int) -> YAMLNode? {
        guard let sequence, sequence.indices.contains(index) else { return nil }
        return sequence[index]
    }

    /// Whether this says nothing: an empty value, `null` or `~` without quotes.
    ///
    /// A variable whose value is the word `null` is still that word; only an empty one counts as nothing.
    public var isNull: Bool {
        guard case .scalar(let text) = content, !isText else { return false }
        return text.isEmpty || (secrets.isEmpty && CoreSchema.nulls.contains(text))
    }

    /// Whether a variable's value went into this scalar, so that no message may show it.
    public var isSensitive: Bool { !secrets.isEmpty }

    /// Whether this is text by its quotes, its block style or its tag, so that nothing else may be read into it.
    var isText: Bool {
        switch tag {
        case CoreSchema.textTag, "!": true
        case nil: style != .plain && scalar != nil
        default: false
        }
    }

    /// Whether a plain value is empty because its variables are, not because nothing is written.
    var isEmptied: Bool {
        scalar == "" && mark.offset < end.offset
    }
}
