// Govorun: other plugins for a bot at work. SPDX-License-Identifier: MIT

extension Lineup {
    /// Puts other plugins to work; those made like before go on, and so does all when something is wrong with the others.
    ///
    /// - Parameters:
    ///   - prefixes: what they are from now on; `nil`: as they were.
    ///   - manners: the same.
    /// - Returns: the names of those that have begun.
    /// - Throws: `NeedProblem`; `RoutingProblem`; `PluginStartFailure`; `CancellationError`, also when all has been stopped.
    @discardableResult
    package func change(to listed: [PluginInstance], prefixes: Prefixes? = nil, manners: Manners? = nil) async throws -> [String] {
        try await turn.pass(0) {
            var settings = state.withLock { $0.settings }
            (settings.prefixes, settings.manners) = (prefixes ?? settings.prefixes, manners ?? settings.manners)
            let (wanted, _) = try await bot.tuned(listed, settings, sharing: router)
            return try await exchange(listed, wanted, settings)
        }
    }

    /// Does the change, for one whose turn it is.
    ///
    /// - Parameter wanted: the plugins of `listed` with what was set from chats.
    /// - Parameter commit: called when the new plugins have begun; what it throws takes all back.
    @discardableResult
    func exchange(
        _ listed: [PluginInstance], _ wanted: [PluginInstance], _ settings: RouterSettings, commit: () async throws -> Void = {}
    ) async throws -> [String] {
        if isClosed { throw CancellationError() }
        let old = state.withLock { $0.everywhere }
        let change = try CrewChange(from: old.instances, to: wanted)
        let router = try settings.router(bot, change.instances, sharing: old.router)
        let begun = try await change.begin(bot)
        do {
            try await commit()
        } catch {
            await begun.undo()
            throw error
        }
        let (replaced, told) = state.withLock { state in
            let chats = state.chats.map(\.roster)
            (state.listed, state.settings, state.chats) = (listed, settings, [])
            state.everywhere = Roster(router, change.instances)
            let leaving = chats.flatMap { $0.own.reversed() } + begun.leaving
            return (Replaced(rosters: chats + [old], leaving: leaving), state.onChange)
        }
        replace(replaced)
        told(router)
        return change.fresh.map(\.name)
    }
}
