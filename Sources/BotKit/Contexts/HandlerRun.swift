// Govorun: one run of one handler on one update. SPDX-License-Identifier: MIT
import Synchronization

/// What every context of a run shares: the bot, the update, whose handler it is, and what it has sent so far.
final class HandlerRun: Sendable {
    let router: Router
    let update: Update
    let route: Route
    let occasion: Occasion
    /// The one answer that the press takes; `nil` when the update is no press.
    let press: PressTicket?
    let logger: Logger

    private struct State {
        var sends: [Int: Int] = [:]
        var hasPassed = false
    }
    private let state = Mutex(State())

    init(router: Router, update: Update, route: Route, occasion: Occasion, press: PressTicket?) {
        self.router = router
        self.update = update
        self.route = route
        self.occasion = occasion
        self.press = press
        logger = router.bot.logger.with("plugin", route.instance.name)
    }

    var bot: Bot { router.bot }

    /// Whether the handler handed the message on.
    var hasPassed: Bool { state.withLock { $0.hasPassed } }
    func pass() { state.withLock { $0.hasPassed = true } }

    /// How many messages this run has sent to `peer` before this one.
    func nextOrdinal(to peer: Int) -> Int {
        state.withLock { state in
            defer { state.sends[peer, default: 0] += 1 }
            return state.sends[peer, default: 0]
        }
    }

    /// The `random_id` of a part of a message; the same when this handler runs again on the same update.
    func randomID(to peer: Int, ordinal: Int, part: Int) -> Int {
        // An update without an id is told from others by its bytes, or VK would drop all answers but the first as repeats.
        let event = update.eventID
        return RandomID.derive(
            bot: bot.communityID, event: event.isEmpty ? update.json.rawText : event, plugin: route.instance.name,
            handler: route.identity, peer: peer, ordinal: ordinal, part: part)
    }
}
