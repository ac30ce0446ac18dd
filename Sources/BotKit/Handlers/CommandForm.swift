// Govorun: a command as it is listed and matched. SPDX-License-Identifier: MIT

/// A command as it is listed and matched.
public struct CommandForm: Sendable, Hashable {
    /// The name that help shows, without a prefix.
    public let name: String
    /// Other names.
    public let aliases: [String]
    /// One line for lists; empty: not listed.
    public let help: String
    /// The arguments as usage shows them: `<a>`, `[b]`.
    public let placeholders: [String]

    /// Name and arguments, as a person types them after `prefix`.
    public func usage(prefix: String) -> String {
        ([prefix + name] + placeholders).joined(separator: " ")
    }

    /// The same command under other names, the first of which is shown.
    func renamed(_ names: [String]) -> CommandForm {
        guard let first = names.first else { return self }
        return CommandForm(name: first, aliases: Array(names.dropFirst()), help: help, placeholders: placeholders)
    }

    /// Every name, each once, as it is looked up.
    var keys: [String] {
        var seen: Set<String> = []
        return ([name] + aliases).map(TextMatcher.normalized).filter { seen.insert($0).inserted }
    }

    /// A name that nobody could call; `nil` when all are good.
    var unusableName: String? {
        ([name] + aliases).first { name in
            guard let first = name.first else { return true }
            return first == "/" || first == "!" || name.contains(where: \.isBlank)
        }
    }

    /// What its author calls it.
    struct Titles {
        let name: String
        let aliases: [String]
        let help: String

        init(_ name: String, _ aliases: [String], _ help: String) { (self.name, self.aliases, self.help) = (name, aliases, help) }
    }
}
