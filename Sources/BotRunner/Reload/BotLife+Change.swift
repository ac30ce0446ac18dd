// Govorun: a bot at work gets other plugins. SPDX-License-Identifier: MIT
import BotKit

extension BotLife {
    /// What a bot has at work.
    struct Work: Sendable {
        let lineup: Lineup
        let client: VKClient
    }

    /// What became of a change.
    enum Outcome: Sendable, Equatable {
        /// Others are at work, of which these have begun.
        case changed([String])
        /// The bot has to begin anew: it is not at work, or VK has to be told of kinds of update.
        case mustRestart
        /// All goes on as it was.
        case failed(String)
    }

    /// Puts the plugins of another configuration to work, and what else its router goes by; no update is lost, none waits.
    ///
    /// - Parameter drain: nothing is changed any more once it has begun.
    func change(to new: BotConfiguration, until drain: Drain) async -> Outcome {
        guard let (lineup, client) = current.map({ ($0.lineup, $0.client) }) else { return .mustRestart }
        do {
            let introduction = Introduction(new, client, lineup.bot.storage, lineup.bot.logger)
            guard let plugins = try await introduction.plugins(until: drain) else { return .failed("the bot is on its way down") }
            let hearsPeople = (new.manners.takeover == nil) == (configuration.manners.takeover == nil)
            let isKnown = hearsPeople && Self.awaited(plugins) == Self.awaited(lineup.listed)
            if new.updates.contains(.callback), !isKnown { return .mustRestart }
            let begun = try await PluginMark.$starter.withValue(starter) {
                try await lineup.change(to: plugins, prefixes: new.prefixes, manners: new.manners)
            }
            await tellWhatChatsOverrule(from: configuration, to: new, lineup.bot)
            adopt(new)
            return .changed(begun)
        } catch {
            return error is CancellationError
                ? .mustRestart : .failed((BotProblem.translating(error) as? BotProblem)?.message ?? "\(error)")
        }
    }

    /// What a callback server is registered for.
    private static func awaited(_ plugins: [PluginInstance]) -> Set<String> { Set(plugins.flatMap(\.awaitedTypes)) }
}

extension BotProblem {
    /// What keeps plugins from working together, or from starting, as the operator's problem; any other error as it is.
    static func translating(_ error: any Error) -> any Error {
        switch error {
        case let problem as RoutingProblem: BotProblem(message: problem.message)
        case let problem as NeedProblem: BotProblem(message: problem.message)
        case let failure as PluginStartFailure: BotProblem(message: failure.description)
        default: error
        }
    }
}
