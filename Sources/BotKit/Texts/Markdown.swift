// Govorun: a text with marks, as people write it. SPDX-License-Identifier: MIT

/// A text in a small Markdown: `**bold**`, `*italic*`, `_italic_`, `__underline__`, `[text](https://…)`; a backslash takes the meaning
/// from the sign after it, and marks without a partner stay text.
///
/// Written in place, values that are interpolated stay text: `FormattedText(markdown: "Привет, **\(name)**!")`. For a text from options:
/// `FormattedText(markdown: Markdown(options.greeting))`.
public struct Markdown: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The text with its marks.
    public let source: String

    /// `source` is read as Markdown, all of it.
    public init(_ source: String) { self.source = source }
    /// What the author wrote.
    public init(stringLiteral source: String) { self.source = source }
    /// Collected from a text written in place.
    public init(stringInterpolation: StringInterpolation) { source = stringInterpolation.source }

    /// `text` so that it is shown just as it is: no marks, no mentions.
    public static func escaped(_ text: String) -> String { marksEscaped(MentionText.escaped(text)) }

    /// Collects what the author wrote as Markdown, and values as text.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var source = ""

        /// Starts empty.
        public init(literalCapacity: Int, interpolationCount: Int) { source.reserveCapacity(literalCapacity) }
        /// What the author wrote.
        public mutating func appendLiteral(_ literal: String) { source += literal }
        /// A value, as text and nothing more.
        public mutating func appendInterpolation<Value>(_ value: Value) {
            let text = (value as? String) ?? String(describing: value)
            source += Markdown.marksEscaped(MentionText.escaped(text, after: source.unicodeScalars.last))
        }
        /// `\(mention: user, as: name)`
        public mutating func appendInterpolation(mention person: Person, as name: String = "") {
            source += Markdown.marksEscaped(Mention(of: person.id, as: name).written)
        }
        /// A part that is Markdown itself.
        public mutating func appendInterpolation(_ value: Markdown) { source += value.source }
    }

    fileprivate static func marksEscaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if MarkdownReader.marks.contains(scalar) { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }
}

extension FormattedText {
    /// Reads `markdown`.
    public init(markdown: Markdown) {
        var reader = MarkdownReader(markdown.source)
        self = reader.read()
    }
}
