// Govorun: chats with options of their own. SPDX-License-Identifier: MIT

extension Lineup {
    /// The plugins of a chat that has set options of its own, with an update in hand; made when they are needed, and kept for a while.
    ///
    /// - Returns: `nil` when the task was cancelled.
    func takeOwnRoster(of peer: Int) async -> Roster? {
        if let known = takeKnown(peer) { return known }
        do {
            return try await turn.pass(0) {
                if let known = takeKnown(peer) { return known }
                let roster = try await makeRoster(of: peer)
                roster.take()
                put(roster, for: peer)
                return roster
            }
        } catch {
            if error is CancellationError { return nil }
            bot.logger.error("the options of a chat cannot be used", ["peer": peer, "error": "\(error)"])
            return takeEverywhere()
        }
    }

    private func takeKnown(_ peer: Int) -> Roster? {
        state.withLock { state in
            guard let place = state.chats.firstIndex(where: { $0.peer == peer }) else { return nil }
            let chat = state.chats.remove(at: place)
            state.chats.append(chat)
            chat.roster.take()
            return chat.roster
        }
    }

    func put(_ roster: Roster, for peer: Int) {
        let replaced = state.withLock { state -> [Roster] in
            let before = state.chats.filter { $0.peer == peer }.map(\.roster)
            state.chats.removeAll { $0.peer == peer }
            state.chats.append((peer, roster))
            guard state.chats.count > Self.chatLimit else { return before }
            return before + [state.chats.removeFirst().roster]
        }
        for roster in replaced { replace(Replaced(rosters: [roster], leaving: roster.own.reversed())) }
    }

    /// The chat has no options of its own any more.
    func drop(_ peer: Int) {
        let rosters = state.withLock { state in
            defer { state.chats.removeAll { $0.peer == peer } }
            return state.chats.filter { $0.peer == peer }.map(\.roster)
        }
        for roster in rosters { replace(Replaced(rosters: [roster], leaving: roster.own.reversed())) }
    }

    /// - Throws: `CancellationError`; what else has nothing to do with what was set.
    private func makeRoster(of peer: Int) async throws -> Roster {
        let (base, settings) = state.withLock { ($0.everywhere, $0.settings) }
        var fitting = await bot.fitting(base.instances, in: peer)
        while true {
            do {
                return try await roster(over: base, settings, fitting)
            } catch let problem as RoutingProblem where fitting.contains(where: { problem.plugins.contains($0.name) }) {
                for instance in fitting where problem.plugins.contains(instance.name) {
                    await bot.tuning.drop(nil, of: instance.name, in: peer, because: problem.message)
                }
                fitting.removeAll { problem.plugins.contains($0.name) }
            } catch let failure as PluginStartFailure where fitting.contains(where: { $0.name == failure.plugin }) {
                bot.logger.error(
                    "a plugin did not start with the options of a chat", ["plugin": failure.plugin, "peer": peer, "error": failure])
                fitting.removeAll { $0.name == failure.plugin }
            }
        }
    }

    /// A roster of `base` with other instances in the place of theirs, started.
    ///
    /// - Throws: `RoutingProblem`; `PluginStartFailure`; `CancellationError`.
    func roster(over base: Roster, _ settings: RouterSettings, _ own: [PluginInstance]) async throws -> Roster {
        let instances = base.instances.replacing(own)
        let router = try settings.router(bot, instances, sharing: base.router)
        var started: [PluginInstance] = []
        for instance in own {
            instance.gear.log(to: bot.logger.with("plugin", instance.name))
            do {
                try await instance.start(bot)
                started.append(instance)
            } catch {
                for instance in started.reversed() { await instance.plugin.stop() }
                if error is CancellationError { throw error }
                throw PluginStartFailure(plugin: instance.name, cause: error)
            }
        }
        return Roster(router, instances, own: own)
    }
}
