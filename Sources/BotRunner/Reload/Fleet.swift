// Govorun: the bots of a runner, which come and go. SPDX-License-Identifier: MIT
import BotKit
import Synchronization

/// Runs the lives of all bots side by side; others may join, and each may change or end while the rest goes on.
final class Fleet: Sendable {
    /// A bot's life with what ends it alone.
    private final class Member: Sendable {
        let life: BotLife
        let drain = Drain()
        private let howEnded = Mutex<BotEnding?>(nil)

        /// How its life has ended; `nil` while it lasts.
        var ending: BotEnding? {
            get { howEnded.withLock { $0 } }
            set { howEnded.withLock { $0 = newValue } }
        }

        init(_ life: BotLife) { self.life = life }
    }

    /// What the fleet's group does.
    private enum Errand: Sendable {
        case live(Member)
        case change(Member, to: BotConfiguration)
    }

    private struct State {
        /// In the order of the file.
        var members: [Member] = []
        var book = FleetBook()
        /// Bots on their way to another configuration, each with what begins when it is there.
        var arrivals: [String: Drain] = [:]
        var isOver = false

        func member(_ name: String) -> Member? { members.first { $0.life.configuration.name == name } }
    }

    /// What another file has set going.
    struct Wave: Sendable {
        let answer: FleetBook.Answer
        fileprivate let arrivals: [Drain]

        /// Returns once every bot that it concerns has come to it, but for those that were busy; or when cancelled.
        func settled() async { for arrival in arrivals { await arrival.begun() } }
    }

    private let house: House
    private let state = Mutex(State())
    private let errands: AsyncStream<Errand>
    private let work: AsyncStream<Errand>.Continuation

    init(_ bots: [BotConfiguration], in house: House) {
        self.house = house
        (errands, work) = AsyncStream.makeStream()
        _ = change(to: bots)
        if bots.isEmpty { work.finish() }
    }

    /// The bots as they live now, in the order of the file.
    var lives: [BotLife] { state.withLock { $0.members }.map(\.life) }

    /// What the bots live by, or are about to, in the order of the file.
    var configurations: [BotConfiguration] { state.withLock { $0.book.configurations } }

    /// Runs until every bot has ended, and no change is going on.
    ///
    /// - Returns: how those ended that had not been asked to before.
    func run(until drain: Drain) async -> [BotEnding] {
        await withDiscardingTaskGroup { group in
            for await errand in errands {
                group.addTask {
                    switch errand {
                    case .live(let member): await self.run(member, until: drain)
                    case .change(let member, let bot): await self.change(member, to: bot)
                    }
                }
            }
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
        member.ending = ending ?? .drained
        follow(member.life.configuration.name) { ended(member, &$0) }
    }

    // MARK: Changes

    /// These are the bots from now on: the steps to them begin at once.
    func change(to bots: [BotConfiguration]) -> Wave {
        state.withLock { state in
            let answer = state.isOver ? FleetBook.Answer() : state.book.want(bots)
            tell(answer)
            let busy = Set(answer.steps.map(\.bot)).filter { state.book.isBusy($0) }
            for name in busy where state.arrivals[name] == nil { state.arrivals[name] = Drain() }
            let arrivals = busy.compactMap { state.arrivals[$0] }
            for step in answer.steps { perform(step, &state) }
            arrive(answer.steps.map(\.bot), &state)
            return Wave(answer: answer, arrivals: arrivals)
        }
    }

    /// Does what the news of a bot come to, and tells those who wait for it when that was all.
    private func follow(_ name: String, _ decide: (inout State) -> FleetBook.Step?) {
        state.withLock { state in
            if let step = decide(&state) { perform(step, &state) }
            arrive([name], &state)
            state.isOver = state.isOver || !state.book.isBusy && state.members.allSatisfy { $0.ending != nil }
            if state.isOver { work.finish() }
        }
    }

    private func perform(_ step: FleetBook.Step, _ state: inout State) {
        switch step {
        case .begin(let bot):
            let member = Member(BotLife(bot, in: house))
            state.members.append(member)
            house.comes(bot.name)
            work.yield(.live(member))
        case .change(let bot):
            if let member = state.member(bot.name) { work.yield(.change(member, to: bot)) }
        case .end(let name, _, _):
            house.leaves(name)
            guard let member = state.member(name) else { return }
            member.drain.begin()
            // One that had ended by itself has nobody any more who tells of its end.
            if member.ending != nil, let next = ended(member, &state) { perform(next, &state) }
        }
    }

    private func ended(_ member: Member, _ state: inout State) -> FleetBook.Step? {
        let (step, wasAsked) = state.book.ended(member.life.configuration.name)
        if wasAsked { state.members.removeAll { $0 === member } }
        return step
    }

    private func arrive(_ names: [String], _ state: inout State) {
        for name in names where !state.book.isBusy(name) { state.arrivals.removeValue(forKey: name)?.begin() }
        let places = Dictionary(state.book.order.enumerated().map { ($1, $0) }) { first, _ in first }
        state.members.sort { (places[$0.life.configuration.name] ?? .max) < (places[$1.life.configuration.name] ?? .max) }
    }

    /// Gives a bot that stays its new plugins.
    private func change(_ member: Member, to bot: BotConfiguration) async {
        let life = member.life
        let changed = PluginChanges(from: life.configuration, to: bot).words
        let outcome = await life.change(to: bot, until: member.drain)
        // Whoever was asked to end meanwhile has nothing to tell any more.
        if !member.drain.hasBegun { tell(outcome, of: bot.name, changed) }
        follow(bot.name) { $0.book.changed(bot.name, outcome) }
    }

    // MARK: The log

    private func tell(_ answer: FleetBook.Answer) {
        for case .end(let name, let beginsAnew, let keys) in answer.steps { tellEnd(name, beginsAnew, keys) }
        for name in answer.waiting {
            house.logger.info(
                "reload: a bot is busy with the change before, and takes this one when it is done",
                ["bot": name, "handlers": handlers(of: name)])
        }
    }

    private func tell(_ outcome: BotLife.Outcome, of name: String, _ changed: String) {
        switch outcome {
        case .changed(let begun):
            let names = begun.isEmpty ? "none, all go on" : begun.joined(separator: ",")
            house.logger.info("reload: plugins changed", ["bot": name, "changed": changed, "begun": names])
        case .mustRestart: house.logger.info("reload: a bot begins anew", ["bot": name, "handlers": handlers(of: name)])
        case .failed(let reason):
            house.logger.error("reload: the bot goes on with its old plugins", ["bot": name, "reason": reason])
        }
    }

    private func tellEnd(_ name: String, _ beginsAnew: Bool, _ keys: [String]) {
        let hand = handlers(of: name)
        guard beginsAnew else { return house.logger.info("reload: a bot ends", ["bot": name, "handlers": hand]) }
        guard !keys.isEmpty else { return house.logger.info("reload: a bot begins anew", ["bot": name, "handlers": hand]) }
        house.logger.info("reload: a bot begins anew", ["bot": name, "changed": keys.joined(separator: ", "), "handlers": hand])
    }

    /// What a bot is waited for.
    private func handlers(of name: String) -> String {
        let names = house.watch.names(of: name)
        return names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }
}
