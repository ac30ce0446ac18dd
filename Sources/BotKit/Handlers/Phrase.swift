// Govorun: what a handler listens for. SPDX-License-Identifier: MIT

/// Something that people write: a text, a pattern, a template, or a text with mistakes in it.
public struct Phrase: Sendable {
    enum Kind: Sendable {
        case text(String)
        case pattern(Pattern)
        case similar(SimilarText)
        case broken(String)
    }

    let kind: Kind
    /// For logs.
    let source: String

    private init(_ kind: Kind, _ source: String) {
        self.kind = kind
        self.source = source
    }

    /// The whole message, in any letter case and spacing.
    public static func text(_ text: String) -> Phrase { Phrase(.text(TextMatcher.normalized(text)), text) }

    /// A PCRE2 pattern that is found in the message.
    public static func pattern(_ pattern: Pattern) -> Phrase { Phrase(.pattern(pattern), pattern.source) }

    /// A PCRE2 pattern that is found in the message; one that does not compile stops the bot's start with its author's line.
    public static func pattern(_ source: String) -> Phrase { compiled(source, source) }

    /// The whole message with places to fill: `дай <count:int> <what>`.
    ///
    /// A place is one word, or what its kind says: `int`, `double`, `word`, `rest` (several words). Letter case, spacing and signs at the
    /// end do not matter.
    public static func template(_ template: String) -> Phrase { self.template(template, resting: []) }

    /// - Parameter resting: places that hold several words unless the template says otherwise.
    static func template(_ template: String, resting: Set<String>) -> Phrase {
        do {
            return compiled(try TemplatePattern.source(of: template, resting: resting), template)
        } catch {
            return Phrase(.broken(error.description), template)
        }
    }

    /// The whole message with at most `distance` wrong, missing, superfluous or swapped letters; only letters and digits count, and `ё` is
    /// `е` unless `distinguishesYo`.
    public static func similar(to text: String, distance: Int = 1, distinguishesYo: Bool = false) -> Phrase {
        let similar = SimilarText(text, distance: distance, distinguishesYo: distinguishesYo)
        return Phrase(similar.flaw.map { .broken($0) } ?? .similar(similar), text)
    }

    private static func compiled(_ pattern: String, _ source: String) -> Phrase {
        do { return Phrase(.pattern(try Pattern(pattern)), source) } catch { return Phrase(.broken("\(error)"), source) }
    }

    /// What is found in `text`; `key` is the text as texts are compared.
    ///
    /// - Throws: `PatternError` when a pattern takes too many steps.
    func match(_ text: String) throws(PatternError) -> PatternMatch? {
        switch kind {
        case .text, .broken: nil
        case .pattern(let pattern): try pattern.firstMatch(in: text)
        case .similar(let similar): similar.matches(text) ? PatternMatch(groups: [text], names: [:]) : nil
        }
    }
}

extension Phrase: ExpressibleByStringLiteral {
    /// The whole message.
    public init(stringLiteral text: String) { self = .text(text) }
}
