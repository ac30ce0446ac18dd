// Govorun: what would do where a value has another shape or a name other letters. SPDX-License-Identifier: MIT
import MarkedYAML

/// One word where a list is wanted: the list of that word.
enum ListAdvice {
    private static let words = "expected a list, found "

    /// The list in YAML; `nil` for any other problem, and for a text too long to be shown whole.
    static func example(for problem: YAMLProblem) -> String? {
        guard problem.code == .wrongType, let found = problem.message.firstRange(of: words) else { return nil }
        let parts = problem.message[found.upperBound...].split(separator: "'", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].isEmpty, !parts[1].isEmpty, !parts[1].contains("…") else { return nil }
        let isPlain = parts[1].allSatisfy { $0.isLetter || $0.isNumber || "-_./".contains($0) } && parts[1].first?.isLetter == true
        return isPlain ? "[\(parts[1])]" : "[\"\(parts[1])\"]"
    }
}

/// A name with spaces or capitals: the same as a bot may be called.
enum BotNameAdvice {
    static func name(for text: String) -> String? {
        let words = text.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        // What would lose letters is no longer that name.
        guard !words.isEmpty, text.allSatisfy(\.isASCII) else { return nil }
        return words.joined(separator: "-")
    }
}
