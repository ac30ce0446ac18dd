// Govorun: which handlers are running, and since when. SPDX-License-Identifier: MIT
public import BotKit
import Synchronization

/// Names the handlers behind a blockage.
public final class HandlerWatch: HandlerObserver {
    private struct Running {
        let name: String
        let since: ContinuousClock.Instant
    }

    private let running = Mutex<(next: Int, handlers: [Int: Running])>((0, [:]))

    /// Nothing runs yet.
    public init() {}

    /// Remembers the run.
    public func began(_ handler: String, of plugin: String, in bot: String) -> Int {
        running.withLock { state in
            state.next += 1
            state.handlers[state.next] = Running(name: "\(bot)/\(plugin)/\(handler)", since: .now)
            return state.next
        }
    }

    /// Forgets the run.
    public func ended(_ run: Int) { running.withLock { state in state.handlers[run] = nil } }

    /// `bot/plugin/handler` of what has run for at least `duration`, the longest first; ten at most.
    func names(runningFor duration: Duration) -> [String] {
        let now = ContinuousClock.now
        let old = running.withLock { $0.handlers.values.filter { $0.since.duration(to: now) >= duration } }
        return old.sorted { $0.since < $1.since }.prefix(10).map(\.name)
    }
}
