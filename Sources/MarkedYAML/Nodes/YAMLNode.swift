// Govorun: a value of a YAML file together with the place it stands at. SPDX-License-Identifier: MIT

/// One value of a YAML file: a scalar, a sequence or a mapping, and where it stands.
///
/// Aliases and merge keys are already resolved, so a node reached through `*name` carries the place of what `&name` marks.
/// Two nodes are equal when they say the same: places, comments, anchors and the kind of quotes are not compared.
public struct YAMLNode: Sendable {
    /// What a node is.
    public enum Content: Sendable, Hashable {
        /// The text of a scalar, unquoted and unescaped, before anything is read into it.
        case scalar(String)
        /// The items of a list.
        case sequence([YAMLNode])
        /// The entries of a mapping, in the order of the file.
        case mapping(YAMLMapping)
    }

    /// How a node is written.
    public enum Style: Sendable, Hashable {
        /// A scalar without quotes: the only one that may mean a number, a Boolean or null.
        case plain
        /// A scalar in quotes.
        case singleQuoted, doubleQuoted
        /// A scalar under `|` or `>`.
        case literal, folded
        /// A collection written by indentation, or in brackets.
        case block, flow
    }

    /// The value itself.
    public let content: Content
    /// How it is written.
    public let style: Style
    /// The tag, spelt out (`tag:yaml.org,2002:str` for `!!str`); nil where none is written.
    public let tag: String?
    /// The name after `&`, if there is one.
    public let anchor: String?
    /// Where the value begins.
    public let mark: YAMLMark
    /// Where it ends: the first place after it.
    public let end: YAMLMark
    /// The file it comes from; nil for nodes made in code.
    let source: YAMLSource?
    /// Values of variables that went into this scalar: none of them may be quoted in an error.
    let secrets: [String]
    /// How defaults take part in this node.
    let layer: Layer

    /// How far the defaults of an options type have been laid under a node.
    enum Layer: Sendable {
        /// As it stands in the file.
        case file
        /// In the file, but a problem with it is already known: to be passed over.
        case faulty
        /// A mapping of the file that already has its defaults.
        case merged
        /// Not in the file at all: the default itself, which `null` resets.
        case fallback
        /// The default of an optional, which `null` makes nil.
        case optionalFallback
        /// A default dictionary or enum case: what the file says takes its whole place.
        case replaceable

        /// Whether the node comes from a default alone.
        var isDefault: Bool { self == .fallback || self == .optionalFallback || self == .replaceable }
    }

    init(
        _ content: Content, style: Style, tag: String? = nil, anchor: String? = nil, mark: YAMLMark = .start, end: YAMLMark = .start,
        source: YAMLSource? = nil, secrets: [String] = [], layer: Layer = .file
    ) {
        self.content = content
        self.style = style
        self.tag = tag
        self.anchor = anchor
        self.mark = mark
        self.end = end
        self.source = source
        self.secrets = secrets
        self.layer = layer
    }

    /// A node made in code; it has no place, so problems with it are shown at the place of `original`, if there is one.
    public init(_ content: Content, style: Style, placedLike original: YAMLNode? = nil) {
        self.init(
            content, style: style, mark: original?.mark ?? .start, end: original?.end ?? .start, source: original?.source,
            secrets: original?.secrets ?? [])
    }

    /// The node as an option that keeps raw nodes holds it: a default is then as good as written in the file.
    var captured: YAMLNode { layer.isDefault ? with(content, layer: .file) : self }

    /// The same place and tag with other content.
    func with(_ content: Content, secrets: [String]? = nil, layer: Layer? = nil) -> YAMLNode {
        YAMLNode(
            content, style: style, tag: tag, anchor: anchor, mark: mark, end: end, source: source, secrets: secrets ?? self.secrets,
            layer: layer ?? self.layer)
    }
}

extension YAMLNode: Hashable {
    /// Whether both say the same, wherever they stand.
    public static func == (left: YAMLNode, right: YAMLNode) -> Bool {
        left.content == right.content && left.isText == right.isText && left.tag == right.tag
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(content)
        hasher.combine(tag)
    }
}
