// Govorun: which plugins a reload changes, and in what. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML

/// What is different in how a bot answers, for the log.
struct PluginChanges {
    /// `prices (with, cooldown), shop (new), dice (gone), prefix`.
    let words: String

    init(from old: BotConfiguration, to new: BotConfiguration) {
        let before = Dictionary(old.plugins.map { ($0.instance.name, $0) }) { first, _ in first }
        var parts: [String] = new.plugins.compactMap { plugin in
            guard let known = before[plugin.instance.name] else { return "\(plugin.instance.name) (new)" }
            let keys = plugin.keys(unlike: known)
            return keys.isEmpty ? nil : "\(plugin.instance.name) (\(keys.joined(separator: ", ")))"
        }
        let names = Set(new.plugins.map(\.instance.name))
        parts += old.plugins.map(\.instance.name).filter { !names.contains($0) }.map { "\($0) (gone)" }
        if old.prefixes != new.prefixes { parts.append("prefix") }
        if old.manners.takeover != new.manners.takeover { parts.append("takeover") }
        if old.manners.flood != new.manners.flood { parts.append("flood") }
        if old.manners.parkAfter != new.manners.parkAfter { parts.append("park_after") }
        words = parts.isEmpty ? "the order of plugins" : parts.joined(separator: ", ")
    }
}

extension PluginConfiguration {
    /// The keys of `bots.yaml` in which two entries for one plugin differ.
    func keys(unlike other: PluginConfiguration) -> [String] {
        let (mine, theirs) = (instance, other.instance)
        let pairs = [
            ("with or texts", mine.isMade(like: theirs)), ("in", mine.places == theirs.places),
            ("allow", mine.audience == theirs.audience && pages == other.pages), ("commands", mine.commandNames == theirs.commandNames),
            ("timeout", mine.timeout == theirs.timeout), ("refuse", mine.refusal == theirs.refusal),
            ("cooldown", mine.cooldown == theirs.cooldown),
        ]
        return pairs.filter { !$0.1 }.map(\.0)
    }
}

extension BotLife {
    /// Says which values of a new file do not count, since they were set in a chat.
    func tellWhatChatsOverrule(from old: BotConfiguration, to new: BotConfiguration, _ bot: Bot) async {
        let before = Dictionary(old.plugins.map { ($0.instance.name, $0.instance.recipe?.written) }) { first, _ in first }
        for plugin in new.plugins {
            guard let known = before[plugin.instance.name], let written = plugin.instance.recipe?.written else { continue }
            for (place, key) in await setInChats(plugin.instance.name, bot) {
                let keys = key.split(separator: ".").map(String.init)
                let value = keys.reduce(Optional(written)) { $0?[$1] }
                guard value != nil, value != keys.reduce(known, { $0?[$1] }) else { continue }
                bot.logger.info(
                    "reload: an option was set from a chat, which counts before bots.yaml",
                    ["plugin": plugin.instance.name, "option": key, "peer": place == "0" ? "everywhere" : place])
            }
        }
    }

    /// The options of a plugin that were set, with where: a conversation, or 0.
    private func setInChats(_ plugin: String, _ bot: Bot) async -> [(place: String, key: String)] {
        do {
            let names = try await bot.storage.names(in: "tuning/\(bot.source)/\(plugin)", NamePage(limit: .max))
            return names.compactMap { name in
                name.firstIndex(of: " ").map { (String(name[..<$0]), String(name[name.index(after: $0)...])) }
            }
        } catch {
            // Only told about: the values themselves are read where they count.
            return []
        }
    }
}
