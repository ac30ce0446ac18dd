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

/// A list under `bots:`, as other programs have it.
enum BotListAdvice {
    /// What would be read in its place; `nil` where there is no list.
    static func words(for node: YAMLNode) -> String? {
        guard let items = node.sequence else { return nil }
        let name = items.first?.mapping?.first.flatMap { $0.value.mapping != nil || $0.value.isNull ? $0.name : nil }
        return "bots are keys, not a list: write '\(name ?? "shop"):' without '-'"
    }
}

/// A plugin's name where `use:` belongs: `- help: { ids: false }`.
struct EntryAdvice {
    /// Where the name stands.
    let place: YAMLNode
    let message: String

    /// `nil` for an entry that is read, or is wrong otherwise.
    init?(_ node: YAMLNode, isPlugin: (String) -> Bool) {
        guard let entries = node.mapping, node["use"] == nil, let first = entries.first, isPlugin(first.name),
            !PluginEntry.keys.contains(first.name)
        else { return nil }
        place = first.key
        guard entries.count == 1 else {
            message = "write 'use: \(first.name)', and its keys under it"
            return
        }
        let inner = first.value.mapping?.map { "\($0.name): \(Self.shown($0.value))" } ?? []
        let isEntry = first.value.mapping?.allSatisfy { PluginEntry.keys.contains($0.name) } == true
        let keys = inner.joined(separator: ", ")
        if first.value.isNull || inner.isEmpty && first.value.mapping != nil {
            message = "write '- \(first.name)'"
        } else if isEntry {
            message = "write '- { use: \(first.name), \(keys) }'"
        } else {
            message = "write '- { use: \(first.name), with: { \(inner.isEmpty ? "…" : keys) } }'"
        }
    }

    /// What tells nothing that is to be hidden.
    private static func shown(_ value: YAMLNode) -> String {
        ["true", "false"].contains(value.scalar) ? value.scalar ?? "" : "…"
    }
}
