// Govorun: commands in groups, arranged for look-up. SPDX-License-Identifier: MIT

/// The commands of groups, by the group that they stand in and their own names.
struct GroupTable: Sendable {
    /// What groups are called in this bot, by plugin and the author's name.
    private var shown: [String: String] = [:]
    /// Groups with a line in the list of commands.
    private var helped: Set<String> = []
    private var members: [String: CommandRoute] = [:]

    /// `form` of `route` as it is called in this bot, a group with its commands behind its name; a group comes before its commands.
    func named(_ form: CommandForm, of route: Route, among routes: [Route]) -> CommandForm {
        let instance = route.instance
        let named = form.renamed(instance.names(of: form), under: form.group.isEmpty ? nil : shown[Self.key(of: form.group, route)])
        guard form.isGroup else { return named }
        let words = routes.compactMap { other -> String? in
            guard other.instance.name == instance.name, case .command(let member) = other.handler.trigger, Self.isMember(member, of: form)
            else { return nil }
            return instance.names(of: member).first ?? member.own[0]
        }
        return named.showing(members: words)
    }

    /// Adds a group, or a command of one.
    ///
    /// - Returns: the one that has its name already.
    mutating func add(_ command: CommandRoute) -> Route? {
        let form = command.form
        if form.isGroup {
            shown[Self.key(form.path, command.route)] = form.name
            if !form.help.isEmpty { helped.insert(Self.key(form.path, command.route)) }
        }
        guard !form.group.isEmpty else { return nil }
        var other: Route?
        for name in form.keys {
            let key = Self.key(of: form.group, command.route) + "\n" + name
            if let known = members[key] { other = other ?? known.route } else { members[key] = command }
        }
        return other
    }

    /// The command of the group `command` that `arguments` begin with, and what follows its name; where there is none, the group itself.
    func member(of command: CommandRoute, _ arguments: Substring) -> (CommandRoute, Substring) {
        guard command.form.isGroup else { return (command, arguments) }
        let rest = arguments.drop(while: \.isBlank)
        let word = rest.prefix { !$0.isBlank }
        guard !word.isEmpty, let member = members[Self.key(command.form.path, command.route) + "\n" + TextMatcher.normalized(word)] else {
            return (command, arguments)
        }
        return self.member(of: member, rest[word.endIndex...])
    }

    /// Whether the list of commands has a line for a group that `command` stands in.
    func isWithinHelp(_ command: CommandRoute) -> Bool {
        command.form.group.indices.contains { helped.contains(Self.key(of: Array(command.form.group[...$0]), command.route)) }
    }

    /// Whether `command` stands in `group` of the same plugin as `route`, and not in a group within it.
    func isMember(_ command: CommandRoute, of group: CommandForm, in route: Route) -> Bool {
        command.route.instance.name == route.instance.name && Self.isMember(command.form, of: group)
    }

    private static func isMember(_ form: CommandForm, of group: CommandForm) -> Bool {
        !form.group.isEmpty && form.group.joined(separator: " ") == group.path
    }

    private static func key(of group: [String], _ route: Route) -> String { key(group.joined(separator: " "), route) }
    private static func key(_ path: String, _ route: Route) -> String { route.instance.name + "/" + path }
}
