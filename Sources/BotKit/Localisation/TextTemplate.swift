// Govorun: a text with places for values. SPDX-License-Identifier: MIT

/// A text of a strings file: `В корзине {count} {count|товар|товара|товаров}.`; `{{` and `}}` are braces.
struct TextTemplate: Sendable, Hashable {
    enum Piece: Sendable, Hashable {
        case literal(String)
        case value(String)
        /// The form of a word after a number.
        case plural(String, [String])
    }

    /// What is wrong with a text, for its author.
    struct Fault: Error { let message: String }

    private(set) var pieces: [Piece] = []
    /// Whose rules of plural it follows.
    let language: String
    /// Whether its author's words are Markdown.
    let isMarkdown: Bool

    /// Reads `source`.
    init(_ source: String, language: String, isMarkdown: Bool = false) throws(Fault) {
        self.language = language
        self.isMarkdown = isMarkdown
        var rest = source[...]
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            add(rest[..<brace])
            rest = try afterBrace(at: brace, in: rest)
        }
        add(rest)
    }

    /// The values it asks for.
    var names: Set<String> {
        Set(
            pieces.compactMap { piece in
                switch piece {
                case .literal: nil
                case .value(let name), .plural(let name, _): name
                }
            })
    }

    private mutating func add(_ literal: Substring) {
        guard !literal.isEmpty else { return }
        if case .literal(let before)? = pieces.last {
            pieces[pieces.count - 1] = .literal(before + literal)
        } else {
            pieces.append(.literal(String(literal)))
        }
    }

    /// Reads what begins at a brace; returns what follows it.
    private mutating func afterBrace(at brace: Substring.Index, in text: Substring) throws(Fault) -> Substring {
        let next = text.index(after: brace)
        if next < text.endIndex, text[next] == text[brace] {
            add(text[brace..<next])
            return text[text.index(after: next)...]
        }
        guard text[brace] == "{" else { throw Fault(message: "a '}' without '{'; a brace that is to be seen is written '}}'") }
        guard let end = text[next...].firstIndex(of: "}") else {
            throw Fault(message: "a '{' without '}'; a brace that is to be seen is written '{{'")
        }
        pieces.append(try place(text[next..<end]))
        return text[text.index(after: end)...]
    }

    private func place(_ inside: Substring) throws(Fault) -> Piece {
        let parts = inside.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        let name = parts[0]
        guard let first = name.first, first.isLetter, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
            throw Fault(message: "'{\(inside)}' names no value; write {name}, or {count|form|form} for a word after a number")
        }
        guard parts.count > 1 else { return .value(name) }
        let counts = PluralRule.formCounts(in: language)
        guard counts.contains(parts.count - 1) else {
            let wanted = counts.lowerBound == counts.upperBound ? "\(counts.lowerBound)" : "\(counts.upperBound) or \(counts.lowerBound)"
            let given = parts.count == 2 ? "1 form" : "\(parts.count - 1) forms"
            throw Fault(message: "'{\(inside)}' has \(given) of the word; the language '\(language)' has \(wanted)")
        }
        return .plural(name, Array(parts.dropFirst()))
    }
}

extension TextTemplate {
    /// The text with `values` in their places; `missing` is told the name of each that is not there, or is no number where one is needed.
    func filled(_ values: KeyValuePairs<String, Any>, missing: (String) -> Void) -> FormattedText {
        guard isMarkdown else {
            var text = FormattedText.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
            fill(values, missing, literal: { text.appendLiteral($0) }, value: { text.append(foreign: $0) })
            return FormattedText(stringInterpolation: text)
        }
        var text = Markdown.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        fill(values, missing, literal: { text.appendLiteral($0) }, value: { text.appendInterpolation($0) })
        return FormattedText(markdown: Markdown(stringInterpolation: text))
    }

    private func fill(
        _ values: KeyValuePairs<String, Any>, _ missing: (String) -> Void, literal: (String) -> Void, value: (Any) -> Void
    ) {
        for piece in pieces {
            switch piece {
            case .literal(let text): literal(text)
            case .value(let name):
                guard let given = values.first(where: { $0.key == name })?.value else {
                    missing(name)
                    literal("{\(name)}")
                    continue
                }
                value(given)
            case .plural(let name, let forms):
                let number = Self.number(values.first { $0.key == name }?.value)
                if number == nil { missing(name) }
                literal(PluralRule.form(number ?? 0, of: forms, in: language))
            }
        }
    }

    private static func number(_ value: Any?) -> Double? {
        switch value {
        case let number as any BinaryInteger: Double(Int(clamping: number))
        case let number as any BinaryFloatingPoint: Double(number)
        default: nil
        }
    }
}

extension FormattedText.StringInterpolation {
    /// A value handed to a text: people and pages are mentioned, anything else is text.
    fileprivate mutating func append(foreign value: Any) {
        switch value {
        case let person as Person: appendInterpolation(mention: person)
        case let page as Mention: appendInterpolation(mention: page)
        default: appendInterpolation(value)
        }
    }
}
