// Govorun: what a Swift file declares at its top. SPDX-License-Identifier: MIT

/// The names that a source gives to other files of its module: types, functions and variables outside every brace.
struct SwiftOutline {
    /// A declared name.
    struct Name {
        let kind: String
        let token: SwiftTokens.Token
    }

    /// In the order of the file; `private` ones are no concern of other files, and left out.
    private(set) var names: [Name] = []

    private static let kinds: Set<String> = [
        "struct", "class", "enum", "actor", "protocol", "typealias", "macro", "precedencegroup", "func", "let", "var",
    ]
    private static let modifiers: Set<String> = [
        "public", "package", "internal", "private", "fileprivate", "open", "final", "indirect", "nonisolated", "distributed", "unsafe",
        "prefix", "postfix", "infix", "lazy", "weak", "unowned",
    ]

    /// Reads `source`.
    init(_ source: String) {
        var tokens = SwiftTokens(source)
        var before: SwiftTokens.Token?
        var isHidden = false
        while let token = tokens.next() {
            // A keyword declares something only where a declaration begins: not in `import struct`, not in `= if let`.
            let begins = before.map { $0.line < token.line && !Self.continues($0) || Self.mayPrecede($0) } ?? true
            if begins, Self.kinds.contains(token.text) {
                let name = tokens.next()
                if let name, name.isName, !isHidden { names.append(Name(kind: token.text, token: name)) }
                (before, isHidden) = (name, false)
                continue
            }
            // `private(set)` hides only the setting.
            if token.text == "(", before?.text.hasSuffix("private") == true { isHidden = false }
            if token.text == "private" || token.text == "fileprivate" { isHidden = true }
            if token.text == "{" || token.text == "extension" || token.text == "import" { isHidden = false }
            before = token
        }
    }

    /// Whether a declaration may go on behind `token` on one line: it is a modifier, or an attribute, its arguments included.
    private static func mayPrecede(_ token: SwiftTokens.Token) -> Bool {
        modifiers.contains(token.text) || token.text.hasPrefix("@") || token.text == "(" || token.text == ";" || token.text == "}"
    }

    /// Whether what follows `token` on the next line belongs to it.
    private static func continues(_ token: SwiftTokens.Token) -> Bool { token.text == "=" }
}
