// Govorun: the bots of a runner, which come and go. SPDX-License-Identifier: MIT
import BotKit
import Synchronization

/// Runs the lives of all bots side by side; others may join, and one may end while the rest goes on.
final class Fleet: Sendable {
    /// A bot's life with what ends it alone.
    private final class Member: Sendable {
        let life: BotLife
        let drain = Drain()
        /// Begun once the life has ended.
        let end = Drain()
        private let howEnded = Mutex<BotEnding?>(nil)

        /// How its life has ended; `nil` while it lasts.
        var ending: BotEnding? { howEnded.withLock { $0 } }

        init(_ life: BotLife) { self.life = life }

        func ends(_ ending: BotEnding) {
            howEnded.withLock { $0 = ending }
            end.begin()
        }
    }

    private struct State {
        /// In the order of the file.
        var members: [Member] = []
        var isChanging = false
    }

    private let house: House
    private let state = Mutex(State())
    private let joining: AsyncStream<Member>
    private let joins: AsyncStream<Member>.Continuation
    private let turn = Turnstile<Int>()

    init(_ bots: [BotConfiguration], in house: House) {
        self.house = house
        (joining, joins) = AsyncStream.makeStream()
        for bot in bots { join(bot) }
        if bots.isEmpty { joins.finish() }
    }

    /// The bots as they live now, in the order of the file.
    var lives: [BotLife] { state.withLock { $0.members }.map(\.life) }

    /// Runs until every bot has ended, and no change is going on.
    ///
    /// - Returns: how those ended that had not been removed before.
    func run(until drain: Drain) async -> [BotEnding] {
        await withDiscardingTaskGroup { group in
            for await member in joining { group.addTask { await self.run(member, until: drain) } }
        }
        return state.withLock { $0.members }.compactMap(\.ending)
    }

    private func run(_ member: Member, until drain: Drain) async {
        let ending = await withTaskGroup(of: BotEnding?.self) { group in
            group.addTask { await member.life.run(until: member.drain) }
            group.addTask {
                await drain.begun()
                member.drain.begin()
                return nil
            }
            var ending: BotEnding?
            while ending == nil, let next = await group.next() { ending = next }
            group.cancelAll()
            return ending
        }
        member.ends(ending ?? .drained)
        finishIfOver()
    }

    private func finishIfOver() {
        let isOver = state.withLock { state in !state.isChanging && state.members.allSatisfy { $0.ending != nil } }
        if isOver { joins.finish() }
    }

    private func join(_ bot: BotConfiguration) {
        let member = Member(BotLife(bot, in: house))
        state.withLock { $0.members.append(member) }
        joins.yield(member)
    }

    // MARK: Changes

    /// Takes the steps of a plan, one plan at a time.
    ///
    /// - Returns: the configuration that it has come to: a bot whose plugins could not be changed has its old one.
    /// - Throws: `CancellationError`.
    func change(_ plan: ReloadPlan, until drain: Drain) async throws -> RunnerConfiguration {
        try await turn.pass(0) {
            state.withLock { $0.isChanging = true }
            let configuration = await perform(plan, until: drain)
            state.withLock { $0.isChanging = false }
            finishIfOver()
            return configuration
        }
    }

    private func perform(_ plan: ReloadPlan, until drain: Drain) async -> RunnerConfiguration {
        var configuration = plan.configuration
        let (stubborn, failed) = await changePlugins(plan, until: drain)
        for index in configuration.bots.indices {
            if let old = failed[configuration.bots[index].name] { configuration.bots[index] = old }
        }
        let restarting = plan.staying.filter { restarts($0, stubborn) }.map(\.bot)
        // What ends has ended before anything begins: a community may be another bot's from now on.
        await end(plan.removed + restarting.map(\.name))
        for bot in restarting + plan.added { join(bot) }
        state.withLock { state in
            let order = configuration.bots.map(\.name)
            state.members.sort { one, other in
                (order.firstIndex(of: one.life.configuration.name) ?? 0) < (order.firstIndex(of: other.life.configuration.name) ?? 0)
            }
        }
        return configuration
    }

    /// Whether a bot begins anew: for its settings, because its plugins cannot be changed while it runs, or because it has stopped.
    private func restarts(_ bot: (bot: BotConfiguration, change: ReloadPlan.Change), _ stubborn: Set<String>) -> Bool {
        if case .settings(let keys) = bot.change {
            house.logger.info("reload: a bot begins anew", ["bot": bot.bot.name, "changed": keys.joined(separator: ", ")])
            return true
        }
        guard stubborn.contains(bot.bot.name) || hasEnded(bot.bot.name) else { return false }
        house.logger.info("reload: a bot begins anew", ["bot": bot.bot.name])
        return true
    }

    private func hasEnded(_ name: String) -> Bool {
        state.withLock { $0.members }.contains { $0.life.configuration.name == name && $0.ending != nil }
    }

    /// Gives bots that stay their new plugins, side by side.
    ///
    /// - Returns: the names of those that have to begin anew for it; and the configurations of those that go on as they were.
    private func changePlugins(
        _ plan: ReloadPlan, until drain: Drain
    ) async -> (stubborn: Set<String>, failed: [String: BotConfiguration]) {
        let bots = plan.staying.filter { $0.change == .plugins }.map(\.bot)
        return await withTaskGroup(of: (BotConfiguration, BotLife, String, BotLife.Outcome).self) { group in
            for bot in bots {
                guard let life = lives.first(where: { $0.configuration.name == bot.name }) else { continue }
                let changed = PluginChanges(from: life.configuration, to: bot).words
                group.addTask { (bot, life, changed, await life.change(to: bot, until: drain)) }
            }
            var (stubborn, failed) = (Set<String>(), [String: BotConfiguration]())
            for await (bot, life, changed, outcome) in group {
                switch outcome {
                case .changed(let begun):
                    let names = begun.isEmpty ? "none, all go on" : begun.joined(separator: ",")
                    house.logger.info("reload: plugins changed", ["bot": bot.name, "changed": changed, "begun": names])
                case .mustRestart: stubborn.insert(bot.name)
                case .failed(let reason):
                    failed[bot.name] = life.configuration
                    house.logger.error("reload: the bot goes on with its old plugins", ["bot": bot.name, "reason": reason])
                }
            }
            return (stubborn, failed)
        }
    }

    /// Has bots finish what they have in hand, and end.
    private func end(_ names: [String]) async {
        let ending = state.withLock { $0.members }.filter { names.contains($0.life.configuration.name) }
        for member in ending { member.drain.begin() }
        for member in ending { await member.end.begun() }
        state.withLock { state in state.members.removeAll { member in ending.contains { $0 === member } } }
    }
}
