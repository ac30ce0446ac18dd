// Govorun: lines that are part of a secret which began above. SPDX-License-Identifier: MIT

extension YAMLSource {
    /// Lines looked at above one, at the most: no secret is longer.
    private static let reach = 64

    /// Whether a line goes on with the value of a secret key: a text under `|`, or a value on a line of its own.
    func continuesSecret(_ number: Int) -> Bool {
        guard let line = line(number), !Self.namesItsPlace(line) else { return false }
        var depth = Self.depth(line)
        for above in stride(from: number - 1, through: max(1, number - Self.reach), by: -1) {
            guard depth > 0, let text = self.line(above) else { return false }
            guard Self.depth(text) < depth, !text.allSatisfy(\.isWhitespace) else { continue }
            if text.firstMatch(of: SecretMask.opener) != nil { return true }
            depth = Self.depth(text)
        }
        return false
    }

    private static func depth(_ line: Substring) -> Int { line.prefix { $0 == " " || $0 == "\t" }.count }

    /// `env: NAME`, `file: PATH` and `command: [..]` under `token:` say where a secret is, and hold none.
    private static func namesItsPlace(_ line: Substring) -> Bool {
        let word = line.drop { $0 == " " }
        return ["env:", "file:", "command:"].contains { word.hasPrefix($0) }
    }
}

extension YAMLNode {
    /// Values that no message may hold, wherever they come from: those of variables, and what stands under secret keys.
    package var hiddenValues: [String] { allSecrets + secretTexts(isSecret: false) }

    private func secretTexts(isSecret: Bool) -> [String] {
        switch content {
        case .scalar(let text): isSecret ? [text.trimmed] : []
        case .sequence(let items): items.flatMap { $0.secretTexts(isSecret: isSecret) }
        // Under `token:` a mapping says where the token is.
        case .mapping(let mapping): mapping.flatMap { $0.value.secretTexts(isSecret: SecretMask.isSecret(key: $0.name)) }
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        var rest = self[...].drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
