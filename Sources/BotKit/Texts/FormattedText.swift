// Govorun: a text with bold, italic, underlined and linked stretches. SPDX-License-Identifier: MIT

/// A text as VK shows it: `"Заказ \(bold: number) принят"`.
///
/// Where a message is sent, a text written in place is one of these, and **what is interpolated stays text**: a name such as
/// `[id1|Босс]` or `@all` out of somebody's mouth mentions nobody and formats nothing. A mention is written by `\(mention: …)`.
/// A `String` that is handed over as a variable is sent just as it is; `FormattedText.escaped` is for what people wrote.
public struct FormattedText: Sendable, Hashable {
    /// What VK can do to a stretch of text (source: the reference, "format_data").
    public enum Style: Sendable, Hashable {
        case bold, italic, underline
        /// A press opens the address.
        case link(String)
    }

    /// A stretch of one style; stretches may overlap and nest.
    public struct Span: Sendable, Hashable {
        /// How it is shown.
        public let style: Style
        /// Which UTF-16 units of the text, never empty.
        public let range: Range<Int>

        /// A stretch of `range` in UTF-16 units.
        public init(_ style: Style, _ range: Range<Int>) {
            self.style = style
            self.range = range
        }
    }

    /// The text without its formatting.
    public private(set) var text: String
    /// The stretches, in the order they were written.
    public private(set) var spans: [Span]
    /// How long the text is, in UTF-16 units.
    public private(set) var length: Int
    /// Whether those it mentions get a notice; `false` once any part of it is `quoted`.
    public internal(set) var notifies = true

    /// `text` just as it is: a mention in it is a mention.
    public init(_ text: String) { self.init(text, spans: []) }

    /// `text` with `spans` over it; those that are empty or reach beyond its ends are clipped or left out.
    public init(_ text: String, spans: [Span]) {
        self.text = text
        length = text.utf16.count
        let whole = 0..<length
        self.spans = spans.compactMap { span in
            let range = span.range.clamped(to: whole)
            return range.isEmpty ? nil : Span(span.style, range)
        }
    }

    /// Whether there is nothing to see.
    public var isBlank: Bool { text.isBlank }

    /// Adds `other` to the end.
    public mutating func append(_ other: FormattedText) {
        let shift = length
        notifies = notifies && other.notifies
        text += other.text
        length += other.length
        spans += other.spans.map { Span($0.style, ($0.range.lowerBound + shift)..<($0.range.upperBound + shift)) }
    }

    /// The same text, all of it shown as `style` on top of what it has.
    public func styled(_ style: Style) -> FormattedText {
        var styled = FormattedText(text, spans: [Span(style, 0..<length)] + spans)
        styled.notifies = notifies
        return styled
    }

    /// One after the other.
    public static func + (left: FormattedText, right: FormattedText) -> FormattedText {
        var sum = left
        sum.append(right)
        return sum
    }

    /// Adds `right` to the end of `left`.
    public static func += (left: inout FormattedText, right: FormattedText) { left.append(right) }
}

extension FormattedText {
    /// All of `text` in bold.
    public static func bold(_ text: FormattedText) -> FormattedText { text.styled(.bold) }
    /// All of `text` in italics.
    public static func italic(_ text: FormattedText) -> FormattedText { text.styled(.italic) }
    /// All of `text` underlined.
    public static func underline(_ text: FormattedText) -> FormattedText { text.styled(.underline) }
    /// `text` that opens `url`.
    public static func link(_ text: FormattedText, to url: String) -> FormattedText { text.styled(.link(url)) }
    /// What somebody wrote, so that it can become neither a mention nor a format.
    public static func escaped(_ text: String) -> FormattedText { FormattedText(MentionText.escaped(text)) }
    /// What somebody wrote, to the letter: a mention in it stays a link, but nobody gets a notice of the message it stands in.
    public static func quoted(_ text: String) -> FormattedText {
        var quoted = FormattedText(text)
        quoted.notifies = false
        return quoted
    }
    /// A mention of a page, shown as its name.
    public static func mention(_ page: Mention) -> FormattedText { FormattedText(page.written) }
}

extension FormattedText: CustomStringConvertible {
    /// The text without its formatting.
    public var description: String { text }
}

extension Sequence<FormattedText> {
    /// All of them, with `separator` between.
    public func joined(separator: FormattedText = FormattedText("")) -> FormattedText {
        var sum = FormattedText("")
        for (index, text) in enumerated() {
            if index > 0 { sum.append(separator) }
            sum.append(text)
        }
        return sum
    }
}
