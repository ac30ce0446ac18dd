// Govorun: one problem of a YAML file, with its place. SPDX-License-Identifier: MIT

/// One thing that is wrong in a file.
public struct YAMLProblem: Error, Sendable, Hashable {
    /// How bad it is.
    public enum Severity: String, Sendable { case error, warning }

    /// What kind of mistake it is; for code to switch on.
    public enum Code: Sendable {
        /// The bytes are not UTF-8, or hold a character that YAML refuses.
        case encoding
        /// The file is no YAML, is empty, or holds several documents.
        case syntax
        /// Size, depth or number of aliases is above `YAMLLimits`.
        case limit
        /// A key twice in one mapping.
        case duplicateKey
        /// An alias without its anchor, or a merge key that merges nothing.
        case alias
        /// A `${NAME}` that is not set or not well-formed.
        case variable
        /// A key that nobody asks for.
        case unknownKey
        /// A key that is needed and not there.
        case missingKey
        /// A list where text is wanted, text where a number is wanted.
        case wrongType
        /// Of the right kind, but not allowed: out of range, not one of the choices, refused by the type that reads it.
        case invalidValue
    }

    /// How bad it is.
    public let severity: Severity
    /// What kind of mistake it is.
    public let code: Code
    /// The name the document was given.
    public let file: String
    /// Where it is.
    public let mark: YAMLMark
    /// Which value it is about, as in `bots.helpdesk.plugins[1].with.answers`; empty for the whole file or for syntax.
    public let keyPath: String
    /// What is wrong, in plain words; never holds the value of a variable.
    public private(set) var message: String
    /// The line of the file, or the part of a long one around the place; secrets are masked. Nil where there is none to show.
    public var sourceLine: String? { excerpt?.text }
    let excerpt: SourceExcerpt?

    init(
        _ code: Code, in source: YAMLSource?, at mark: YAMLMark, keyPath: String = "", message: String, severity: Severity = .error
    ) {
        self.severity = severity
        self.code = code
        file = source?.name ?? ""
        self.mark = mark
        self.keyPath = keyPath
        // A token that stands where a name should would be quoted as a name.
        self.message = SecretMask.maskTokens(Quote.printable(message.unicodeScalars))
        excerpt = source.flatMap { source in
            source.line(mark.line).map { SourceExcerpt($0, column: mark.column, isSecret: source.continuesSecret(mark.line)) }
        }
    }

    /// The same problem without these values; short ones hide nothing and would hit other words.
    package func hiding(_ values: [String]) -> YAMLProblem {
        var copy = self
        copy.message = SecretMask.hide(values.filter { $0.count >= 8 }, in: message)
        return copy
    }

    /// The same problem in other words, which hold no value of the file.
    package func saying(_ message: String) -> YAMLProblem {
        var copy = self
        copy.message = SecretMask.maskTokens(message)
        return copy
    }

    /// A problem with a value, found after reading.
    ///
    /// - Parameter node: the value, or the key; its place is the problem's.
    /// - Parameter message: one sentence in plain words; the values of variables in `node` are masked in it.
    public init(_ code: Code, with node: YAMLNode, keyPath: String, message: String, severity: Severity = .error) {
        let hidden = SecretMask.hide(node.allSecrets, in: message)
        self.init(code, in: node.source, at: node.mark, keyPath: keyPath, message: hidden, severity: severity)
    }
}
