// Govorun: a bot's plugins from the lists of the file. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML

/// Merges `defaults.plugins` with the bot's own list and makes what is left.
struct PluginMaking {
    let bot: BotConfiguration
    let path: String
    /// What the bots of the file speak.
    var languages: Set<String> = []

    private struct Item {
        let entry: PluginEntry
        let node: YAMLNode
        let path: String
        let list: Int
    }

    func make(lists: [(nodes: [YAMLNode], path: String)], _ reading: inout ConfigurationReading) -> [PluginConfiguration] {
        var items: [Item] = []
        for (number, list) in lists.enumerated() {
            for (index, node) in list.nodes.enumerated() {
                let path = "\(list.path)[\(index)]"
                if let advice = EntryAdvice(node, isPlugin: { reading.catalog.type($0) != nil }) {
                    reading.note(advice.message, at: advice.place, path)
                    continue
                }
                guard let entry = reading.read(PluginEntry.self, from: node, at: path) else { continue }
                // Without 'use' it is no plugin, which is noted already.
                if entry.use.isEmpty, node.scalar == nil, node["use"] == nil || reading.hasProblem(at: path + ".use") { continue }
                add(Item(entry: entry, node: node, path: path, list: number), to: &items, &reading)
            }
        }
        items.removeAll { $0.entry.enabled == false }
        let made = items.compactMap { item in make(item, &reading).map { (item, $0) } }
        checkRouting(of: made, &reading)
        let needs = NeedsCheck(bot: bot, path: path)
        // Whether what is missing could be made is not known while there are mistakes in it.
        if made.count == items.count { needs.checkOthers(made.map { ($1.instance, $0.node, $0.path) }, &reading) }
        for item in items { reading.catalog.type(item.entry.use).map { needs.check($0, item.entry.name, item.node, item.path, &reading) } }
        return made.map(\.1)
    }

    /// An entry replaces one of the same name from the list before; twice in one list is a mistake.
    private func add(_ item: Item, to items: inout [Item], _ reading: inout ConfigurationReading) {
        guard let index = items.firstIndex(where: { $0.entry.name == item.entry.name }) else { return items.append(item) }
        if items[index].list == item.list {
            reading.note(
                "'\(item.entry.name)' stands twice in this list; give the second a name of its own with 'as:'", at: item.node, item.path)
        } else {
            items[index] = item
        }
    }

    private func make(_ item: Item, _ reading: inout ConfigurationReading) -> PluginConfiguration? {
        guard let type = reading.catalog.type(item.entry.use) else {
            reading.note(reading.catalog.unknown(item.entry.use, near: reading.folder), at: item.node["use"] ?? item.node, item.path)
            return nil
        }
        let instance = instance(of: item, type, &reading)
        checkEntry(item, type, &reading)
        guard let instance else {
            checkNames(of: item, type, &reading)
            return nil
        }
        if item.entry.refuse != nil, item.node["allow"] == nil, !whileMaking(item, { instance.limitsHandlers }) {
            reading.note(
                "nobody is refused here; say with 'allow' whom the plugin is for", at: item.node["refuse"] ?? item.node,
                item.path + ".refuse")
        }
        return configuration(of: item.entry, instance)
    }

    /// The plugin itself; `nil` when what stands under `with:` and `texts:` does not let it be made, which is noted.
    private func instance(of item: Item, _ type: any Plugin.Type, _ reading: inout ConfigurationReading) -> PluginInstance? {
        do {
            return try whileMaking(item) { () throws(YAMLErrors) in
                try type.make(item.entry, at: item.node, language: bot.language, folder: reading.folder, item.path)
            }
        } catch {
            reading.note(error.problems)
            return nil
        }
    }

    /// What can be said without the plugin itself.
    private func checkEntry(_ item: Item, _ type: any Plugin.Type, _ reading: inout ConfigurationReading) {
        let keyPath = item.path + ".timeout"
        if let timeout = item.entry.timeout, !(.seconds(1) ... .seconds(3_600)).contains(timeout), !reading.hasProblem(at: keyPath) {
            reading.note("'timeout' is 1s to 1h", at: item.node["timeout"] ?? item.node, keyPath)
        }
        checkCooldown(of: item.entry, item.node, item.path, &reading)
        checkTexts(of: item.entry, type, item.node, item.path, &reading)
        checkTextLanguages(of: item.entry, type, item.path, &reading)
    }

    /// Notes names under `commands:` that the plugin would not have with other options either, where it could not be made with these.
    private func checkNames(of item: Item, _ type: any Plugin.Type, _ reading: inout ConfigurationReading) {
        guard item.entry.commands?.isEmpty == false, let instance = whileMaking(item, { standIn(for: item.entry, type, reading.folder) })
        else { return }
        let problems = whileMaking(item) { Router.problems(of: [instance]) }
        for problem in problems where problem.code == .unknownCommand {
            // An option may be the name of a command.
            let isOption = item.entry.with?.mapping?.contains { $0.value.scalar?.lowercased() == problem.command } ?? false
            if !isOption { note(problem, item, &reading) }
        }
    }

    private func standIn(for entry: PluginEntry, _ type: any Plugin.Type, _ folder: String) -> PluginInstance? {
        var instance = type.makeWithDefaults(entry, language: bot.language, folder: folder)
        for (name, names) in entry.commands ?? [:] { instance?.commandNames[name.lowercased()] = names.all }
        return instance
    }

    private func configuration(of entry: PluginEntry, _ made: PluginInstance) -> PluginConfiguration {
        var instance = made
        if let timeout = entry.timeout { instance.timeout = timeout }
        instance.refusal = entry.refuse?.text
        instance.cooldown = entry.cooldown?.cooldown
        instance.places = entry.in?.all.map(\.place) ?? []
        let allow = entry.allow?.all ?? []
        instance.audience = allow.compactMap { if case .fixed(let audience) = $0 { audience } else { nil } }
        for (name, names) in entry.commands ?? [:] { instance.commandNames[name.lowercased()] = names.all }
        return PluginConfiguration(instance, pages: allow.compactMap { if case .page(let page) = $0 { page } else { nil } })
    }

    /// A plugin whose code traps ends the process, so that nothing else can tell which of them it was.
    private func whileMaking<Value, Failure: Error>(_ item: Item, _ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        deathMark(item)
        defer { deathMark(nil) }
        return try body()
    }

    private func deathMark(_ item: Item?) {
        guard let item else { return DeathMark.isDoing(nil) }
        let place = YAMLProblem(.invalidValue, with: item.node, keyPath: item.path, message: "")
        DeathMark.isDoing("making plugin '\(item.entry.name)' of bot '\(bot.name)' (\(place.file):\(place.mark.line))")
    }

    /// What keeps them from working together; each is asked for its handlers.
    private func problems(of made: [(Item, PluginConfiguration)]) -> [RoutingProblem] {
        let told = PluginMark.Listener { [items = made.map(\.0)] name in deathMark(items.first { $0.entry.name == name }) }
        return PluginMark.$told.withValue(told) { Router.problems(of: made.map(\.1.instance)) }
    }

    private func checkRouting(of made: [(Item, PluginConfiguration)], _ reading: inout ConfigurationReading) {
        for problem in problems(of: made) {
            let item = made.last { problem.plugins.contains($0.1.instance.name) }?.0
            if let item { note(problem, item, &reading) }
        }
    }

    private func note(_ problem: RoutingProblem, _ item: Item, _ reading: inout ConfigurationReading) {
        let key = problem.command.flatMap { command in
            item.node["commands"]?.mapping?.first { $0.name.lowercased() == command }?.key
        }
        let path = key.map { "\(item.path).commands.\($0.scalar ?? "")" } ?? item.path
        reading.note(problem.message, at: key ?? item.node, path)
    }
}
