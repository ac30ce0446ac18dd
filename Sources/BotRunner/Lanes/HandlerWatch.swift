// Govorun: which handlers are running, and since when. SPDX-License-Identifier: MIT
public import BotKit

/// Names the handlers behind a blockage, and gives up those that take too long.
public final class HandlerWatch: HandlerObserver {
    private struct Running {
        let handler: RunningHandler
        let since: Duration
        var isOverdue = false
        /// When people were last told that the bot types.
        var shown: Duration?

        /// Whether it has taken more time of its own than it may.
        func isOverdue(at now: Duration) -> Bool {
            let (all, limit) = (now - since, handler.timeout)
            return all >= limit && all - (handler.waits?.longWaits(from: since, to: now) ?? .zero) >= limit
        }

        var name: String { "\(handler.bot)/\(handler.plugin)/\(handler.handler)" }
    }

    private let time: any TimeSource
    /// A run's number is its place here.
    private let running = PlainMutex<(places: [Running?], free: [Int])>(([], []))

    /// Nothing runs yet.
    public init(_ time: any TimeSource = SystemTime()) { self.time = time }

    /// Remembers the run.
    public func began(_ handler: RunningHandler) -> Int {
        let now = time.now
        return running.withLock { state in
            guard let place = state.free.popLast() else {
                state.places.append(Running(handler: handler, since: now))
                return state.places.count - 1
            }
            state.places[place] = Running(handler: handler, since: now)
            return place
        }
    }

    /// Forgets the run.
    public func ended(_ run: Int) { _ = end(run) }

    /// Forgets the run, and tells whose it was and how long it took; `nil` for one that is not known.
    func end(_ run: Int) -> (plugin: String, duration: Duration)? {
        let now = time.now
        let ended = running.withLock { state -> Running? in
            guard state.places.indices.contains(run), let ended = state.places[run] else { return nil }
            state.places[run] = nil
            state.free.append(run)
            return ended
        }
        return ended.map { ($0.handler.plugin, now - $0.since) }
    }

    /// `bot/plugin/handler` of what has run for at least `duration`, the longest first; ten at most.
    func names(runningFor duration: Duration) -> [String] {
        let now = time.now
        let old = running.withLock { $0.places.compactMap(\.self).filter { now - $0.since >= duration } }
        return old.sorted { $0.since < $1.since }.prefix(10).map(\.name)
    }

    /// `plugin/handler` of what runs for a bot, each once.
    func names(of bot: String) -> [String] {
        let own = running.withLock { $0.places.compactMap { $0?.handler }.filter { $0.bot == bot } }
        return Set(own.map { "\($0.plugin)/\($0.handler)" }).sorted()
    }

    /// What those work on who have run for a second, and were not shown to be typing in the last five: VK shows it so long. Where VK does not
    /// answer, it would not show it either.
    ///
    /// - Parameter bots: the names of bots that show it.
    func toShowTyping(of bots: Set<String>) -> [EventWork] {
        let now = time.now
        return running.withLock { state in
            state.places.indices.compactMap { place in
                guard let run = state.places[place], bots.contains(run.handler.bot), !run.isOverdue else { return nil }
                guard now - run.since >= .seconds(1), now - (run.shown ?? .zero) >= .seconds(5) else { return nil }
                guard run.handler.waits?.waitsLong(at: now) != true else { return nil }
                state.places[place]?.shown = now
                return run.handler.work
            }
        }
    }

    /// Gives up the handlers that have run longer than they may: their updates are done, and their conversations go on. The time in which a
    /// handler waited for a VK that hangs is not its own.
    ///
    /// - Returns: their names, each once.
    func giveUpOverdue() -> [String] {
        let now = time.now
        let overdue = running.withLock { state in
            state.places.indices.compactMap { place -> Running? in
                guard let run = state.places[place], !run.isOverdue, run.isOverdue(at: now) else { return nil }
                state.places[place]?.isOverdue = true
                return run
            }
        }
        return overdue.filter { $0.handler.work.giveUp() }.map(\.name)
    }
}
