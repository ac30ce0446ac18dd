// Govorun: what follows from a change of the lanes. SPDX-License-Identifier: MIT
import BotKit
import VKAPI

extension LanePool {
    /// Whom to tell of what, and who gets work.
    struct Sequel: Sendable {
        private var crowd: Crowd?
        private var crowdChange = 0
        /// When two bots are concerned.
        private var otherCrowd: Crowd?
        private var otherChange = 0
        private var woken: Worker?
        private var start: (@Sendable () -> Void)?
        private var settled: [Observer] = []
        var hungry: (@Sendable () -> Void)?

        /// The lanes of `bot` have changed.
        mutating func note(_ bot: Int, _ state: inout State) {
            let change = state.book.takeCrowdChange(bot)
            if change != 0, let own = state.crowds[bot] {
                if crowd == nil || crowd === own {
                    (crowd, crowdChange) = (own, crowdChange + change)
                } else {
                    (otherCrowd, otherChange) = (own, otherChange + change)
                }
            }
            if state.book.isUnknown(bot) { state.crowds[bot] = nil }
        }

        /// Sends for a worker when there is work and none is coming; and whoever waited for a bot's rest may go.
        mutating func call(of pool: LanePool, _ state: inout State) {
            if state.book.hasWork, !state.isOneComing, !state.isClosed, let executor = state.executor {
                state.isOneComing = true
                woken = state.idle.popLast()
                if woken == nil { start = { pool.start(on: executor) } }
            }
            guard !state.observers.isEmpty else { return }
            settled = state.observers.filter { $0.isRest(state.book) }
            if !settled.isEmpty { state.observers.removeAll { $0.isRest(state.book) } }
        }

        func perform() {
            if crowdChange != 0 { crowd?.change(by: crowdChange) }
            if otherChange != 0 { otherCrowd?.change(by: otherChange) }
            woken?.resume()
            start?()
            for observer in settled { observer.continuation.resume() }
            hungry?()
        }
    }
}
