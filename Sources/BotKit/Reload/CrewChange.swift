// Govorun: another list of plugins for a bot at work. SPDX-License-Identifier: MIT

/// What a changed list of plugins comes to: those made like before stay at work, the others begin, and take over or replace what was there.
struct CrewChange: Sendable {
    /// The plugins as they will be at work, in the order of the list.
    let instances: [PluginInstance]
    /// Those of them that were not at work, in the order they begin in.
    let fresh: [PluginInstance]
    /// What has been at work, in the order it began in.
    private let old: [PluginInstance]

    /// The way from the plugins at work to those of `new`.
    ///
    /// - Throws: the first `NeedProblem`.
    init(from old: [PluginInstance], to new: [PluginInstance]) throws(NeedProblem) {
        let known = Dictionary(old.map { ($0.name, $0) }) { first, _ in first }
        let anew = Self.anew(new, known)
        instances = new.map { instance in anew.contains(instance.name) ? instance : known[instance.name].map(instance.keeping) ?? instance }
        let order = PluginOrder(instances)
        if let problem = order.problems.first { throw problem }
        fresh = order.instances.filter { anew.contains($0.name) }
        self.old = PluginOrder(old).instances
    }

    /// The names of those that begin: made otherwise than before, or in need of one that is.
    private static func anew(_ new: [PluginInstance], _ known: [String: PluginInstance]) -> Set<String> {
        var anew = Set(new.filter { known[$0.name].map($0.isMade) != true }.map(\.name))
        while true {
            let begun = new.filter { anew.contains($0.name) }
            let others = new.filter { instance in
                !anew.contains(instance.name)
                    && type(of: instance.plugin).needs.contains { need in begun.contains { need.isMet(by: $0) == true } }
            }
            if others.isEmpty { return anew }
            anew.formUnion(others.map(\.name))
        }
    }

    /// Has the new ones begin, or none of them.
    ///
    /// - Returns: what has to be stopped once its last event is done, in that order; and what undoes it all.
    /// - Throws: `PluginStartFailure` naming the plugin that failed; `CancellationError`.
    func begin(_ bot: Bot) async throws -> Begun {
        put(instances, up: bot)
        var begun = Begun(change: self, bot: bot)
        do {
            for instance in fresh { try await begun.begin(instance, after: old.first { $0.name == instance.name }) }
        } catch {
            await begun.undo()
            throw error
        }
        return begun
    }

    private func put(_ instances: [PluginInstance], up bot: Bot) {
        for instance in instances { instance.gear.log(to: bot.logger.with("plugin", instance.name)) }
        bot.services.fill(from: instances)
        bot.jobBoard.fill(from: instances)
    }

    /// How far a change has come.
    struct Begun: Sendable {
        private let change: CrewChange
        private let bot: Bot
        private var started: [PluginInstance] = []
        private var takenOver: [(new: PluginInstance, old: PluginInstance)] = []

        init(change: CrewChange, bot: Bot) { (self.change, self.bot) = (change, bot) }

        /// What has to be stopped, those that began last first.
        var leaving: [PluginInstance] {
            let staying = Set(change.instances.map(\.name)).subtracting(change.fresh.map(\.name)).union(takenOver.map(\.new.name))
            return change.old.filter { !staying.contains($0.name) }.reversed()
        }

        mutating func begin(_ instance: PluginInstance, after old: PluginInstance?) async throws {
            do {
                let own = Bot(bot, handedTo: instance.name)
                if let old,
                    try await PluginMark.starting(instance.name, { try await instance.plugin.takesOver(from: old.plugin, own) })
                {
                    return takenOver.append((instance, old))
                }
                try await instance.start(bot)
                started.append(instance)
            } catch {
                if error is CancellationError { throw error }
                throw PluginStartFailure(plugin: instance.name, cause: error)
            }
        }

        /// What was there goes on.
        func undo() async {
            change.put(change.old, up: bot)
            for instance in started.reversed() { await instance.plugin.stop() }
            for (new, old) in takenOver.reversed() {
                do {
                    _ = try await old.plugin.takesOver(from: new.plugin, Bot(bot, handedTo: old.name))
                } catch {
                    bot.logger.error("a plugin could not be given back what it had", ["plugin": old.name, "error": "\(error)"])
                }
            }
        }
    }
}

/// What `reconfigured` throws where a plugin has none of its own.
struct TakesNothingOver: Error {}

extension PluginInstance {
    /// Starts the plugin; what it calls is its own affair, also when a handler has brought it about.
    func start(_ bot: Bot) async throws {
        var calling = CallingTask.current
        (calling.keeper, calling.tag) = (nil, nil)
        try await PluginMark.starting(name) {
            try await CallingTask.$current.withValue(calling) { try await plugin.start(Bot(bot, handedTo: name)) }
        }
    }
}

extension Plugin {
    /// Takes over what another value of this plugin holds.
    ///
    /// - Returns: whether it does such a thing; else it is to be started.
    fileprivate func takesOver(from old: any Plugin, _ bot: Bot) async throws -> Bool {
        guard let old = old as? Self else { return false }
        do {
            try await reconfigured(from: old, bot)
            return true
        } catch is TakesNothingOver {
            return false
        }
    }
}

/// A plugin that did not start.
package struct PluginStartFailure: Error, CustomStringConvertible {
    /// The instance.
    package let plugin: String
    /// What it threw.
    package let cause: any Error
    /// Both.
    package var description: String { "plugin '\(plugin)' did not start: \(cause)" }
}
