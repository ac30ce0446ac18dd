import MarkedYAML

// Govorun: options are set from chats. SPDX-License-Identifier: MIT

extension PluginTuning {
    /// The options of the instance `plugin` as they are in `peer`, in the order of their declaration; none for one that has none, or that
    /// was made in code.
    ///
    /// - Throws: what making the plugin throws.
    public func options(of plugin: String, in peer: Peer? = nil) throws -> [TunedOption] {
        guard let instance = lineup?.instances.first(where: { $0.name == plugin }) else { return [] }
        return try instance.options(peer.flatMap { values(in: $0.id)[plugin] } ?? [:])
    }

    /// Sets an option in `peer`, or everywhere: the plugin is made anew with it, and from the next event on that one is at work.
    ///
    /// A value is written as in `bots.yaml`. Where it is set everywhere the new plugin takes over from the old one, as after a reload; a
    /// conversation gets one of its own.
    ///
    /// - Throws: `TuningProblem`, and nothing has changed; `StorageError`; `CancellationError`.
    public func set(_ key: String, of plugin: String, to value: String, in peer: Peer? = nil) async throws {
        try await change(key, of: plugin, to: value, in: peer?.id)
    }

    /// Takes back what was set in `peer`, or everywhere.
    ///
    /// - Returns: whether anything was.
    /// - Throws: as `set`.
    @discardableResult
    public func reset(_ key: String, of plugin: String, in peer: Peer? = nil) async throws -> Bool {
        guard values(in: peer?.id)[plugin]?[key] != nil else { return false }
        try await change(key, of: plugin, to: nil, in: peer?.id)
        return true
    }

    private func change(_ key: String, of plugin: String, to value: String?, in peer: Int?) async throws {
        guard let lineup, lineup.instances.contains(where: { $0.name == plugin }) else {
            throw TuningProblem(.nothingToSet, "the bot has no plugin '\(plugin)' at work")
        }
        do {
            if let peer, value != nil { try checkPlace(of: key, plugin, Peer(id: peer)) }
            try await lineup.turn.pass(0) {
                var own = values(in: peer)[plugin] ?? [:]
                own[key] = value
                let order = TuningOrder(key: key, plugin: plugin, value: value, values: own)
                // It is a handler as a rule that has it set; what is made now is not that handler's code.
                let work = (CallingTask.current.keeper as? HandlerRun)?.work
                try await Self.naming(for: work) {
                    if let peer { try await lineup.tune(peer, order) } else { try await lineup.tuneEverywhere(order) }
                }
            }
        } catch {
            if error is StorageError || error is CancellationError { throw error }
            throw TuningProblem(error)
        }
    }
}

extension PluginTuning {
    private static func naming(for work: EventWork?, _ body: () async throws -> Void) async throws {
        if let work { try await work.naming(body) } else { try await body() }
    }

    /// Timers go by what counts everywhere: a time that is set for a conversation would change nothing.
    private func checkPlace(of key: String, _ plugin: String, _ peer: Peer) throws {
        guard let option = try options(of: plugin, in: peer).first(where: { $0.key == key }), option.bar == nil,
            option.form.isForTimers
        else { return }
        throw TuningProblem(.onlyEverywhere, "'\(key)' says when timers run, and they go by what counts everywhere: set it there")
    }
}

/// What somebody wants set.
struct TuningOrder: Sendable {
    let key: String
    let plugin: String
    /// `nil`: what was set is taken back.
    let value: String?
    /// All that is then set for the plugin at this place.
    let values: [String: String]
}

extension Lineup {
    /// For one whose turn it is.
    fileprivate func tuneEverywhere(_ order: TuningOrder) async throws {
        let (listed, settings) = state.withLock { ($0.listed, $0.settings) }
        let all = bot.tuning.values(in: nil)
        var wanted: [PluginInstance] = []
        for instance in listed {
            let values = instance.name == order.plugin ? order.values : all[instance.name] ?? [:]
            wanted.append(values.isEmpty ? instance : try make(instance, values, for: order))
        }
        try await exchange(listed, wanted, settings) {
            try await bot.tuning.store(order.value, for: order.key, of: order.plugin, in: nil)
        }
    }

    fileprivate func tune(_ peer: Int, _ order: TuningOrder) async throws {
        let (base, settings) = state.withLock { ($0.everywhere, $0.settings) }
        var own = await bot.fitting(base.instances.filter { $0.name != order.plugin }, in: peer)
        if !order.values.isEmpty, let instance = base.instances.first(where: { $0.name == order.plugin }) {
            own.append(try make(instance, order.values, for: order))
        }
        let roster = try await roster(over: base, settings, own)
        do {
            try await bot.tuning.store(order.value, for: order.key, of: order.plugin, in: peer)
        } catch {
            for instance in own.reversed() { await instance.plugin.stop() }
            throw error
        }
        if own.isEmpty { drop(peer) } else { put(roster, for: peer) }
    }

    /// An instance with other values; that the one which was just given cannot be read is told apart.
    private func make(_ instance: PluginInstance, _ values: [String: String], for order: TuningOrder) throws -> PluginInstance {
        do {
            return try instance.tuned(by: values)
        } catch let errors as YAMLErrors {
            let message = errors.problems.first?.message ?? "\(errors)"
            let option = try bot.tuning.options(of: order.plugin).first { $0.key == order.key }
            throw TuningProblem(order.value == nil ? .refused : .unreadable(option?.form ?? .text), message)
        }
    }
}
