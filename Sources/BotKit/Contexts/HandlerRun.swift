// Govorun: one run of one handler on one update. SPDX-License-Identifier: MIT
import Synchronization

/// What every context of a run shares: the bot, the update, whose handler it is, and what it has sent so far.
final class HandlerRun: Sendable {
    let bot: Bot
    let update: Update
    let router: Router
    let plugin: String
    let handler: String
    let logger: Logger
    /// The text after a command's name.
    let arguments: Substring
    /// What a `Hears` pattern found.
    let match: PatternMatch?

    private struct State {
        var sends: [Int: Int] = [:]
        var hasPassed = false
        var hasAnsweredPress = false
    }
    private let state = Mutex(State())

    init(
        bot: Bot, update: Update, router: Router, plugin: String, handler: String, arguments: Substring = "", match: PatternMatch? = nil
    ) {
        self.bot = bot
        self.update = update
        self.router = router
        self.plugin = plugin
        self.handler = handler
        self.arguments = arguments
        self.match = match
        logger = bot.logger.with("plugin", plugin)
    }

    /// Whether the handler handed the message on.
    var hasPassed: Bool { state.withLock { $0.hasPassed } }
    func pass() { state.withLock { $0.hasPassed = true } }

    /// Whether the handler has answered the press it runs on.
    var hasAnsweredPress: Bool { state.withLock { $0.hasAnsweredPress } }
    func answerPress() { state.withLock { $0.hasAnsweredPress = true } }

    /// How many messages this run has sent to `peer` before this one.
    func nextOrdinal(to peer: Int) -> Int {
        state.withLock { state in
            defer { state.sends[peer, default: 0] += 1 }
            return state.sends[peer, default: 0]
        }
    }
}
