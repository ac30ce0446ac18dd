// Govorun: texts written in place, into which foreign text goes as text. SPDX-License-Identifier: MIT

extension FormattedText: ExpressibleByStringInterpolation {
    /// What the author wrote, as it is.
    public init(stringLiteral text: String) { self.init(text) }
    /// Collected from a text written in place.
    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }

    /// Collects what the author wrote as it is, and values as text that cannot become a mention.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate(set) var text = FormattedText("")

        /// Starts empty.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// What the author wrote.
        public mutating func appendLiteral(_ literal: String) { if !literal.isEmpty { text.append(FormattedText(literal)) } }

        /// A text with its formatting, as it is.
        public mutating func appendInterpolation(_ value: FormattedText) { text.append(value) }
        /// A value, as text and nothing more.
        @_disfavoredOverload public mutating func appendInterpolation<Value>(_ value: Value) { text.append(quoted(value)) }
        /// A value, or what to say without one.
        public mutating func appendInterpolation<Value>(_ value: Value?, default other: FormattedText) {
            text.append(value.map(quoted) ?? other)
        }

        /// `\(bold: "…")`
        public mutating func appendInterpolation(bold value: FormattedText) { text.append(.bold(value)) }
        /// `\(bold: name)`
        @_disfavoredOverload public mutating func appendInterpolation<Value>(bold value: Value) { text.append(.bold(quoted(value))) }
        /// `\(italic: "…")`
        public mutating func appendInterpolation(italic value: FormattedText) { text.append(.italic(value)) }
        /// `\(italic: name)`
        @_disfavoredOverload public mutating func appendInterpolation<Value>(italic value: Value) { text.append(.italic(quoted(value))) }
        /// `\(underline: "…")`
        public mutating func appendInterpolation(underline value: FormattedText) { text.append(.underline(value)) }
        /// `\(underline: name)`
        @_disfavoredOverload public mutating func appendInterpolation<Value>(underline value: Value) {
            text.append(.underline(quoted(value)))
        }
        /// `\(link: "наш сайт", to: "https://…")`
        public mutating func appendInterpolation(link value: FormattedText, to url: String) { text.append(.link(value, to: url)) }
        /// `\(link: name, to: "https://…")`
        @_disfavoredOverload public mutating func appendInterpolation<Value>(link value: Value, to url: String) {
            text.append(.link(quoted(value), to: url))
        }

        /// `\(mention: user, as: name)`: shown as `name`, a press opens the page; without `name`, shown as VK shows an id.
        public mutating func appendInterpolation(mention person: Person, as name: String = "") {
            text.append(.mention(Mention(of: person.id, as: name)))
        }
        /// `\(mention: Mention(of: -1, as: "сообщество"))`
        public mutating func appendInterpolation(mention page: Mention) { text.append(.mention(page)) }
        /// `\(verbatim: options.footer)`: text that may mention, such as an option of the bot's owner.
        public mutating func appendInterpolation(verbatim value: String) { text.append(FormattedText(value)) }

        /// `value` as text that can be no mention, not even together with what stands before it.
        private func quoted<Value>(_ value: Value) -> FormattedText {
            if let text = value as? FormattedText { return text }
            let text = (value as? String) ?? String(describing: value)
            return FormattedText(MentionText.escaped(text, after: self.text.text.unicodeScalars.last))
        }
    }
}
