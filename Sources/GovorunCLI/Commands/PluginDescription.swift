// Govorun: all that a plugin is, for whoever writes bots.yaml. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML

/// The lines of `govorun plugins NAME`.
struct PluginDescription {
    let lines: [String]

    /// Describes a plugin with its default options.
    ///
    /// - Throws: what encoding the defaults throws.
    init<P: Plugin>(of type: P.Type) throws {
        let options = try OptionTree(describing: P.Options.self).children
        var lines = [P.summary.isEmpty ? P.name : "\(P.name): \(P.summary)"]
        lines +=
            options.isEmpty
            ? ["", "no options"]
            : Self.section(
                "options, with their defaults (under 'with:' in bots.yaml)", options.flatMap { Self.option($0, fixed: P.Options.fixed) })
        lines += Self.section("needs", P.needs.map(\.description))
        do {
            let instance = try PluginInstance(P.self, PluginSetup(name: P.name))
            lines += Self.section("commands (renamed by 'commands:')", instance.plugin.commandForms.map(Self.command))
            lines += Self.section("handlers, in their order", instance.plugin.handlerNames)
            lines += Self.section("events of VK that it waits for", instance.awaitedTypes)
            lines += Self.section("timers (on the clock of 'timezone:' unless a zone is named)", instance.plugin.timerWords)
            lines += Self.section(
                "hooks (posts to 'web.listen'; off while they have no secret)", instance.plugin.hookForms.map { Self.hook($0, P.name) })
        } catch {
            lines += ["", "its commands depend on options that it must be given: \(error)"]
        }
        lines += Self.section(
            "texts in \(P.strings.languages.joined(separator: ", ")) (replaced by 'texts:')",
            P.strings.keys.flatMap { Self.text($0, of: P.strings) })
        self.lines = lines
    }

    private static func section(_ title: String, _ items: [String]) -> [String] {
        items.isEmpty ? [] : ["", title + ":"] + items.map { "  " + $0 }
    }

    /// A key with the values it is given, and under it what is said in each language.
    private static func text(_ key: String, of strings: PluginStrings) -> [String] {
        let said = strings.languages.compactMap { language in
            strings.source(of: key, in: language).map { "  \(language): \($0.replacing("\n", with: "\\n"))" }
        }
        return [([key] + strings.values(of: key).map { "{\($0)}" }).joined(separator: " ")] + said
    }

    private static func command(_ form: CommandForm) -> String {
        let help = form.help.isEmpty ? "" : " — \(form.help)"
        return form.usage(prefix: "/") + help + (form.aliases.isEmpty ? "" : " (also \(form.aliases.joined(separator: ", ")))")
    }

    private static func hook(_ form: HookForm, _ plugin: String) -> String {
        "/hooks/BOT/\(plugin)/\(form.name), up to \(String.size(ofBytes: form.limit))"
    }

    /// A line with name, default and type, and whether it is set in the file alone; lines below it for what it holds.
    private static func option(_ option: OptionTree, under keys: [String] = [], fixed: Set<String>) -> [String] {
        let keys = keys + [option.name]
        if option.kind == .group {
            return ["\(option.name):"] + option.children.flatMap { Self.option($0, under: keys, fixed: fixed) }.map { "  " + $0 }
        }
        let line = "\(option.name): \(option.defaultText)  # \(kind(of: option))\(place(of: TunedOption.Bar(keys, option, fixed)))"
        guard let element = option.element, !element.children.isEmpty else { return [line] }
        // What a list holds is set with the list.
        return [line] + element.children.flatMap { Self.option($0, fixed: []) }.map { "    " + $0 }
    }

    /// Of what no chat can set for a reason that its type does not tell.
    private static func place(of bar: TunedOption.Bar?) -> String {
        switch bar {
        case .fixed, .secret, .address: "; only in bots.yaml, not from a chat"
        case .several, nil: ""
        }
    }

    private static func kind(of option: OptionTree) -> String {
        let word =
            switch option.kind {
            case _ where option.form != nil: option.form ?? ""
            case .choice: option.choices.joined(separator: " | ")
            case .list: option.element.map { "list of " + kind(of: $0) } ?? "list"
            case .dictionary: option.element.map { "any keys, each with " + kind(of: $0) } ?? "any keys"
            case .group: "these keys"
            case .any: option.typeName
            case .text, .integer, .number, .boolean, .duration, .url: option.kind.rawValue
            }
        return option.isOptional ? word + ", or null" : word
    }
}
