// Govorun: a command as it is listed and matched. SPDX-License-Identifier: MIT

/// A command as it is listed and matched.
public struct CommandForm: Sendable, Hashable {
    /// The name that help shows, without a prefix; in a group with the group's: `shop buy`.
    public let name: String
    /// Other names, likewise.
    public let aliases: [String]
    /// One line for lists; empty: not listed.
    public let help: String
    /// The arguments as usage shows them: `<a>`, `[b]`.
    public let placeholders: [String]
    /// The names of the groups it stands in, as their author calls them: `["shop"]` of `/shop buy`.
    public let group: [String]
    /// Whether it stands for a `CommandGroup`, and tells of the commands in it.
    public let isGroup: Bool
    /// The whole name that its author gave it, whatever it is called in this bot.
    let path: String
    /// The names of its arguments, which may be said in another language.
    let names: [String]
    /// Its names without the group's, the first being the one that is shown.
    let own: [String]

    /// - Parameter shown: what the group is called in this bot; `nil`: what its author calls it.
    /// - Parameter path: the whole name that its author gave it; `nil`: this one.
    init(
        name: String, aliases: [String], help: String, placeholders: [String], names: [String] = [], group: [String] = [],
        under shown: String? = nil, isGroup: Bool = false, path: String? = nil
    ) {
        let before = (shown ?? group.joined(separator: " ")) + (group.isEmpty ? "" : " ")
        (self.name, self.aliases, own) = (before + name, aliases.map { before + $0 }, [name] + aliases)
        (self.help, self.placeholders, self.group, self.isGroup) = (help, placeholders, group, isGroup)
        (self.path, self.names) = (path ?? before + name, names)
    }

    /// Name and arguments, as a person types them after `prefix`.
    public func usage(prefix: String) -> String {
        ([prefix + name] + placeholders).joined(separator: " ")
    }

    /// The same command under other names, the first of which is shown; without any, under its own. Its group is called `shown`.
    func renamed(_ names: [String], under shown: String? = nil) -> CommandForm {
        let names = names.isEmpty ? own : names
        return CommandForm(
            name: names[0], aliases: Array(names.dropFirst()), help: help, placeholders: placeholders, names: self.names, group: group,
            under: shown, isGroup: isGroup, path: path)
    }

    /// The same as one of the group `name`.
    func inside(_ name: String) -> CommandForm {
        CommandForm(
            name: own[0], aliases: Array(own.dropFirst()), help: help, placeholders: placeholders, names: names, group: [name] + group,
            isGroup: isGroup)
    }

    /// The same with the names of the commands in it behind its own.
    func showing(members: [String]) -> CommandForm {
        showing(help: help, members.isEmpty ? [] : ["<\(members.joined(separator: "|"))>"])
    }

    /// The same with another line of help, and something else behind its name.
    func showing(help: String, _ placeholders: [String]) -> CommandForm {
        CommandForm(
            name: own[0], aliases: Array(own.dropFirst()), help: help, placeholders: placeholders, names: names, group: group,
            under: group.isEmpty ? nil : String(name.dropLast(own[0].count + 1)), isGroup: isGroup, path: path)
    }

    /// Every name, each once, as it is looked up.
    var keys: [String] {
        var seen: Set<String> = []
        return own.map(TextMatcher.normalized).filter { seen.insert($0).inserted }
    }

    /// A name that nobody could call; `nil` when all are good.
    var unusableName: String? {
        own.first { name in
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
